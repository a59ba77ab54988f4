"""The allow list: every call gets a strict JSON answer, and nothing else runs."""

import asyncio
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studybuddy import Tool, ToolError, ToolRegistry
from studybuddy.registry import PREFIXES

WRITTEN: list[str] = []


def add(a: int, b: int = 1) -> int:
    """Add two whole numbers."""
    return a + b


def list_topics() -> list[str]:
    """The topics of the course."""
    return ["Waves", "Optics"]


def write_file(file_path: str, content: str) -> dict:
    """Write a file."""
    WRITTEN.append(file_path)
    return {"written": len(content)}


def fails(how: str) -> str:
    """Fail in a way."""
    if how == "exit":
        sys.exit("bye")
    if how == "told":
        raise ToolError("The exam has no date yet. Ask for one.")
    if how == "text":
        return "fine"
    raise RuntimeError("/home/someone/secret.txt: key 12345")


@pytest.fixture
def registry():
    WRITTEN.clear()
    return ToolRegistry([add, list_topics, write_file, fails])


def answer(registry, name, arguments, **options):
    text = registry.run_tool(name, arguments, **options)
    assert isinstance(text, str)
    return json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("add", '{"a": 2}', 3),
        ("add", {"a": "2", "b": 3.0}, 5),
        ("list_topics", "", ["Waves", "Optics"]),
        ("list_topics", " \n ", ["Waves", "Optics"]),
        ("list_topics", "null", ["Waves", "Optics"]),
        ("list_topics", None, ["Waves", "Optics"]),
        ("fails", '{"how": "text"}', "fine"),
        (" add ", '{"a": 2}', 3),
        ("functions.add", '{"a": 2}', 3),
        ("default_api.add", '{"a": 2}', 3),
    ],
)
def test_good_calls_run(registry, name, arguments, result):
    assert answer(registry, name, arguments) == {"result": result}


@pytest.mark.parametrize(
    "name",
    [
        "execute_python",
        "Add",
        "functions.execute",
        "write_file<|channel|>commentary",
        "",
        None,
        42,
        ["add"],
        {"name": "add"},
        "x" * 10_000,
    ],
)
def test_a_tool_that_is_not_there_is_refused_with_the_list(registry, name):
    error = answer(registry, name, "{}")["error"]
    assert "add, list_topics, write_file, fails" in error
    assert len(error) < 400
    assert not WRITTEN


@pytest.mark.parametrize(
    "arguments",
    [
        "{",
        "[1]",
        "17",
        '"a"',
        '{"a": 1,}',
        "{'a': 1}",
        '{"a": NaN}',
        '{"a": "x"}',
        '{"a": true}',
        '{"a": 1, "precision": 2}',
        '{"parameters": {"a": 1}}',
        '{"arguments": {"a": 1}}',
        '{"a": 1, "self": 2}',
        '{"": 1}',
        '{"__class__": "x"}',
        "{}",
        5,
        b"{}",
        ["a"],
    ],
)
def test_bad_arguments_are_answered_with_an_error(registry, arguments):
    assert list(answer(registry, "add", arguments)) == ["error"]


def test_what_a_tool_raises_is_told_without_its_text(registry):
    text = registry.run_tool("fails", '{"how": "bug"}')
    assert "RuntimeError" in text and "secret" not in text and "home" not in text
    assert "SystemExit" in answer(registry, "fails", '{"how": "exit"}')["error"]
    assert answer(registry, "fails", '{"how": "told"}') == {
        "error": "The exam has no date yet. Ask for one."
    }


def test_keyboard_interrupt_is_the_persons_and_comes_through():
    def stopped(x: int):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ToolRegistry([stopped]).run_tool("stopped", '{"x": 1}')


def test_actions_wait_by_default(registry):
    waiting = answer(registry, "write_file", '{"file_path": "a", "content": "x"}')
    assert waiting == {
        "status": "needs_approval",
        "message": "write_file waits for a person. Nothing was done.",
    }
    assert WRITTEN == []
    for not_quite in (1, "yes", [True]):
        answer(registry, "write_file", '{"file_path": "a", "content": "x"}', approved=not_quite)
    assert WRITTEN == []
    done = answer(registry, "write_file", '{"file_path": "a", "content": "x"}', approved=True)
    assert done == {"written": 1} and WRITTEN == ["a"]


@pytest.mark.parametrize(
    "arguments",
    [
        '{"file_path": "a"}',
        "{",
        '{"file_path": 1, "content": ""}',
        '{"file_path": "a", "content": "x", "approved": true}',
    ],
)
def test_a_call_with_bad_arguments_never_waits(registry, arguments):
    assert list(answer(registry, "write_file", arguments)) == ["error"]
    assert WRITTEN == []


def test_a_rule_on_the_arguments_fails_closed():
    ran = []

    def pay(amount: float):
        ran.append(amount)
        return "paid"

    def rule(arguments):
        if arguments["amount"] == 7:
            raise RuntimeError
        return arguments["amount"] > 10 if arguments["amount"] != 8 else None

    registry = ToolRegistry()
    registry.add(pay, needs_approval=rule)
    assert answer(registry, "pay", '{"amount": 5}') == {"result": "paid"}
    for amount in (50, 7, 8):  # above the limit, a rule that raises, a rule that says nothing
        assert answer(registry, "pay", {"amount": amount})["status"] == "needs_approval"
    assert ran == [5]


def test_a_rule_cannot_change_what_runs():
    ran = []

    def pay(amount: float):
        ran.append(amount)

    def rule(arguments):
        arguments["amount"] = 1_000_000
        return False

    registry = ToolRegistry()
    registry.add(pay, needs_approval=rule)
    answer(registry, "pay", '{"amount": 5}')
    assert ran == [5]


def test_injected_values_win_and_are_made_at_each_call():
    seen = []

    def read(file_path: str, working_directory: str, number: int):
        seen.append((file_path, working_directory, number))

    counter = iter(range(10))
    registry = ToolRegistry()
    registry.add(read, inject={"working_directory": "calculator", "number": lambda: next(counter)})
    answer(registry, "read", '{"file_path": "a"}')
    answer(registry, "read", '{"file_path": "b"}')
    error = answer(registry, "read", '{"file_path": "c", "working_directory": "/"}')["error"]
    assert "`working_directory` is set by the program" in error
    assert seen == [("a", "calculator", 0), ("b", "calculator", 1)]


def test_a_function_can_carry_what_is_injected():
    def plan(topic: str, *, today: str | None = None):
        return today

    plan.inject = {"today": "2026-11-30"}
    registry = ToolRegistry([plan])
    assert answer(registry, "plan", '{"topic": "x"}') == {"result": "2026-11-30"}


def test_names_are_checked_when_a_tool_is_added(registry):
    with pytest.raises(ValueError, match="already"):
        registry.add(add)
    with pytest.raises(ValueError, match="cannot be the name of a tool"):
        registry.add(lambda: 1)
    with pytest.raises(ValueError, match="cannot be the name of a tool"):
        Tool(add, name="add numbers")
    with pytest.raises(ValueError, match="function, not str"):
        registry.add("calculator")


def test_add_can_stand_as_a_decorator(registry):
    @registry.add
    def double(n: int) -> int:
        """Double a number."""
        return 2 * n

    assert double(4) == 8
    assert answer(registry, "double", '{"n": 4}') == {"result": 8}


def test_a_removed_tool_is_gone_for_calls_that_were_read_before(registry):
    call = registry.read_call("c1", "add", '{"a": 1}')
    registry.remove("add")
    assert "add" not in registry
    assert not registry.needs_approval(call)
    assert "any more" in json.loads(registry.run_call(call))["error"]


def test_collection(registry):
    assert len(registry) == 4 and "add" in registry and ["add"] not in registry
    assert [tool.name for tool in registry] == ["add", "list_topics", "write_file", "fails"]
    assert registry["add"].function is add
    assert repr(registry) == "ToolRegistry([add, list_topics, write_file, fails])"


def test_a_prefix_is_taken_off_only_before_an_exact_name():
    def tools_add(a: int): ...

    registry = ToolRegistry([tools_add])
    assert registry.find("tools.add") is None
    assert all(registry.find(prefix + "tools_add") for prefix in PREFIXES)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(
    name=st.one_of(values, st.sampled_from(["add", "list_topics", "write_file", "fails"])),
    arguments=st.one_of(st.text(), values, values.map(lambda v: json.dumps(v))),
)
def test_run_tool_never_raises_and_never_writes_unasked(name, arguments):
    WRITTEN.clear()
    registry = ToolRegistry([add, list_topics, write_file, fails])
    assert isinstance(answer(registry, name, arguments), dict)
    assert WRITTEN == []


# -- what is added and how ------------------------------------------------------------------------


def test_add_applies_approval_and_inject_to_a_tool_too():
    def find(query: str, folder: str, day: str = "") -> dict:
        return {"query": query, "folder": folder, "day": day}

    tool = Tool(find, inject={"folder": "notes"})
    registry = ToolRegistry()
    registry.add(tool, needs_approval=True, inject={"day": "today"})
    assert "needs_approval" in registry.run_tool("find", {"query": "x"})
    assert json.loads(registry.run_tool("find", {"query": "x"}, approved=True)) == {
        "query": "x", "folder": "notes", "day": "today"}
    assert "set by the program" in registry.run_tool("find", {"query": "x", "folder": "/"})
    assert list(tool.parameters.schema["properties"]) == ["query", "day"]  # stays as it was
    assert tool.needs_approval is False
    with pytest.raises(ValueError, match="no parameter 'place'"):
        registry.add(Tool(add), inject={"place": 1})


def test_a_description_that_a_service_refuses_is_refused_at_once():
    assert Tool(add, description="x" * 1_024).description
    with pytest.raises(ValueError, match="add: the description has 1,025 characters.*1,024"):
        Tool(add, description="x" * 1_025)


@pytest.mark.parametrize("form", ["openai", "gemini"])
def test_what_is_told_of_a_tool_can_be_changed_without_harm(form):
    def choose(words: list[str], level: dict[str, int]): ...

    tool = Tool(choose)
    before = json.dumps(tool.schema(form))
    told = tool.schema(form)
    parameters = told.get("parameters_json_schema") or told["function"]["parameters"]
    parameters["properties"]["words"]["items"]["type"] = "integer"
    parameters["required"].clear()
    assert json.dumps(tool.schema(form)) == before
    assert "error" not in json.loads(ToolRegistry([tool]).run_tool(
        "choose", {"words": ["a"], "level": {"a": 1}}))


# -- hostile objects ------------------------------------------------------------------------------


class Raising:
    def __getattribute__(self, name):
        raise KeyError(name)

    def __repr__(self):
        raise KeyError

    __str__ = __hash__ = __repr__


class RaisingText(str):
    def strip(self, *_):
        raise KeyError

    lstrip = removeprefix = __hash__ = __eq__ = strip


class RaisingDate:
    def isoformat(self):
        raise KeyError


class RaisingDict(dict):
    def items(self):
        raise KeyError


# Made in the test: pytest itself looks at the values of a parameter.
@pytest.mark.parametrize("make", [
    lambda: 10**5000, lambda: ["add"], lambda: {"add": 1}, lambda: None, lambda: b"add", Raising,
    lambda: RaisingText("add"), lambda: "x" * 10**6, lambda: "\ud800"])
def test_any_name_gets_an_answer(make):
    answer = REGISTRY.run_tool(make(), '{"a": 1}')
    answer.encode("utf-8")
    assert json.loads(answer).keys() <= {"error", "result"}
    assert len(answer) < 1_000


@pytest.mark.parametrize("make", [
    lambda: {"a": RaisingDate()}, lambda: RaisingDict(a=1), lambda: {"a": Raising()}, Raising,
    lambda: RaisingText('{"a": 1}'), lambda: {Raising: 1}, lambda: [1], lambda: 10**5000])
def test_any_arguments_get_an_answer(make):
    answer = json.loads(REGISTRY.run_tool("add", make()))
    assert answer.keys() <= {"error", "result"}


REGISTRY = ToolRegistry([add])


class Named(type):
    @property
    def __name__(cls):
        raise KeyError


class Unnamed(Exception, metaclass=Named):
    pass


class Speechless(ToolError):
    def __str__(self):
        raise KeyError


class Leaving(ToolError):
    def __str__(self):
        raise SystemExit(3)


@pytest.mark.parametrize(("raised", "says"), [
    (Leaving(), "fail failed with Leaving."),
    (Unnamed(), "fail failed with Unnamed."),
    (Speechless(), "fail failed with Speechless."),
    (ToolError(""), "fail failed with ToolError."),
    (ToolError("x" * 50_000), "x" * 997 + "..."),
    (ToolError("half \ud800"), "half ?"),
])
def test_any_exception_becomes_one_bounded_sentence(raised, says):
    def fail():
        raise raised

    error = json.loads(ToolRegistry([fail]).run_tool("fail", "{}"))["error"]
    assert error.startswith(says) and len(error) <= 1_000


@pytest.mark.parametrize("stop", [KeyboardInterrupt, asyncio.CancelledError])
def test_what_stops_the_program_comes_through(stop):
    def fail():
        raise stop

    with pytest.raises(stop):
        ToolRegistry([fail]).run_tool("fail", "{}")


@pytest.mark.parametrize(("given", "says"), [
    ((add,), "write [add], with brackets."), ((Tool(add),), "write [add], with brackets."),
    ((add, list_topics), "write [add, list_topics], with brackets."),
    (([add], list_topics), "one list of functions, such as [calculator]."),
    (("add",), "such as [calculator]."), (({"add": add},), "such as [calculator]."),
    ((None,), "such as [calculator]."), ((ToolRegistry,), "such as [calculator]."),
    ((lambda: 1,), "such as [calculator].")])
def test_tools_that_are_no_list_are_told_with_the_right_form(given, says):
    with pytest.raises(TypeError, match="^tools is ") as told:
        ToolRegistry(*given)
    assert str(told.value).endswith(says)


def test_tools_may_come_from_anything_that_gives_them_one_by_one():
    for tools in ((add,), {add}, iter([add]), ToolRegistry([add])):
        assert "add" in ToolRegistry(tools)
