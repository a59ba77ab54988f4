"""From signature to schema, and from what a model sent to what a function gets."""

import enum
import math
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple, Optional, Union

import pytest
from pydantic import BaseModel, Field, create_model, field_validator

from studybuddy import Tool, ToolRegistry
from studybuddy.schema import ArgumentError, SchemaError, parameters_of


def schema_of(function, hide=()):
    return parameters_of(function, hide).schema


def one(annotation):
    """The schema of one parameter with this annotation."""

    def function(x): ...

    function.__annotations__ = {"x": annotation}
    return schema_of(function)["properties"]["x"]


def check(annotation, value):
    def function(x): ...

    function.__annotations__ = {"x": annotation}
    return parameters_of(function).check({"x": value})["x"]


class Level(enum.Enum):
    EASY = "easy"
    HARD = "hard"


class Exam(BaseModel):
    title: str
    hours: float = Field(gt=0, le=12)
    parts: list[str] = []


class Term(BaseModel):
    exams: list[Exam]


@dataclass
class Point:
    x: int
    y: int


class Corner(NamedTuple):
    x: int
    y: int


class Count(BaseModel):
    n: int | None = None


class Flags(BaseModel):
    on: bool


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    loud: bool


class Number(enum.IntEnum):
    ONE = 1


class Open(BaseModel, extra="allow"): ...


Wide = create_model("Wide", **{f"f{number}": (Annotated[str, Field(min_length=5)], ...)
                               for number in range(20)})


class Trap(BaseModel):
    n: int
    raised: ClassVar[BaseException] = KeyError("x")

    @field_validator("n")
    @classmethod
    def fail(cls, value):
        raise cls.raised


class Weird:
    """A type hint whose own methods raise."""

    def __eq__(self, other):
        raise RuntimeError

    def __hash__(self):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError


class Node(BaseModel):
    children: list["Node"] = []


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (list[str], {"type": "array", "items": {"type": "string"}}),
        (
            list[list[int]],
            {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        ),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (dict, {"type": "object"}),
        (Literal["easy", "hard"], {"type": "string", "enum": ["easy", "hard"]}),
        (Literal[1, 2], {"type": "integer", "enum": [1, 2]}),
        (Optional[int], {"anyOf": [{"type": "integer"}, {"type": "null"}]}),  # noqa: UP045
        (int | None, {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (Annotated[str, "what to look for"], {"type": "string", "description": "what to look for"}),
        (Annotated[int, Field(ge=1, le=5)], {"type": "integer", "minimum": 1, "maximum": 5}),
        (date, {"type": "string", "format": "date"}),
        (Level, {"type": "string", "enum": ["easy", "hard"]}),
    ],
)
def test_types(annotation, schema):
    assert one(annotation) == schema


def test_nested_models_are_written_out():
    exam = one(Term)["properties"]["exams"]["items"]
    assert exam["properties"]["title"] == {"type": "string"}  # a field may be called title
    assert exam["properties"]["hours"] == {"type": "number", "exclusiveMinimum": 0, "maximum": 12}
    assert "$ref" not in str(one(Term))


def test_defaults_required_and_descriptions():
    def plan(topics: list[str], hours: float = 2, note: str | None = None) -> dict:
        """Make a plan.

        Spread the topics over the days.

        Args:
            topics: What to learn,
                in order.
            hours: Hours a day.
        """

    schema = schema_of(plan)
    assert schema["required"] == ["topics"]
    assert schema["properties"]["topics"]["description"] == "What to learn, in order."
    assert schema["properties"]["hours"] == {
        "type": "number",
        "description": "Hours a day.",
        "default": 2,
    }
    assert schema["properties"]["note"]["default"] is None
    assert Tool(plan).description == "Make a plan.\n\nSpread the topics over the days."


@pytest.mark.parametrize(
    "docstring",
    [
        "Find.\n\n:param query: the words\n",
        "Find.\n\nParameters\n----------\nquery : str\n    the words\n",
    ],
)
def test_other_docstring_styles(docstring):
    def find(query: str): ...

    find.__doc__ = docstring
    assert schema_of(find)["properties"]["query"]["description"] == "the words"


def test_postponed_annotations():
    space: dict = {}
    exec("from __future__ import annotations\ndef f(n: int, names: list[str]) -> str: ...", space)
    assert schema_of(space["f"])["properties"] == {
        "n": {"type": "integer"},
        "names": {"type": "array", "items": {"type": "string"}},
    }


def test_no_docstring_and_no_parameters():
    def list_topics(): ...

    tool = Tool(list_topics)
    assert tool.description == "list topics"
    assert tool.parameters.schema["properties"] == {}
    assert tool.parameters.schema["required"] == []


def test_a_type_is_read_from_a_plain_default():
    def find(query: str, k=3): ...

    assert schema_of(find)["properties"]["k"] == {"type": "integer", "default": 3}


def test_hidden_parameters_are_hidden():
    def f(file_path: str, *, working_directory: Path, approved: bool = False): ...

    tool = Tool(f, inject={"working_directory": Path("."), "approved": False})
    assert list(tool.parameters.schema["properties"]) == ["file_path"]
    assert "working_directory" not in str(tool.schema("gemini"))
    with pytest.raises(ArgumentError, match="`working_directory` is set by the program"):
        tool.parameters.check({"file_path": "a", "working_directory": "/"})


async def waiting(x: int): ...


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (lambda *args: None, "Name each one"),
        (lambda **kwargs: None, "Name each one"),
        (lambda x: None, "give the parameter 'x' a type"),
        (lambda x=None: None, "give the parameter 'x' a type"),
        (waiting, "plain function"),
        ("calculator", "A tool is a function"),
        (dict, "signature"),
    ],
)
def test_what_cannot_be_described_is_refused_at_once(function, says):
    with pytest.raises(SchemaError, match=says):
        parameters_of(function)


def positional(a: int, /): ...


def bare_list(items: list): ...


def node(tree: Node): ...


def unknown_name(x: "NotThere"): ...  # noqa: F821


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (positional, "by name"),
        (bare_list, r"list\[str\]"),
        (node, "contains itself"),
        (unknown_name, "not known"),
    ],
)
def test_what_a_model_cannot_be_told_is_refused(function, says):
    with pytest.raises(SchemaError, match=says):
        parameters_of(function)


def test_a_name_to_inject_must_exist():
    def f(a: int): ...

    with pytest.raises(SchemaError, match="no parameter 'b'"):
        Tool(f, inject={"b": 1})


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        (int, 3, 3),
        (int, "3", 3),
        (int, 3.0, 3),
        (int, "3.0", 3),
        (int, " -4 ", -4),
        (float, 2, 2),
        (float, "2.5", 2.5),
        (float, 0.25, 0.25),
        (bool, True, True),
        (bool, "false", False),
        (bool, "True", True),
        (str, "17", "17"),
        (str, '{"a": [1, 2]}', '{"a": [1, 2]}'),  # a text that is JSON stays a text
        (list[str], "Waves", ["Waves"]),
        (list[str], '["Cells", "Genetics"]', ["Cells", "Genetics"]),
        (list[str], ["a", "b"], ["a", "b"]),
        (list[int], 5, [5]),
        (list[int], ["1", 2.0], [1, 2]),
        (list[dict], {"a": 1}, [{"a": 1}]),
        (Literal["easy", "hard"], "Easy", "easy"),
        (Literal[1, 2], "2", 2),
        (int | None, None, None),
        (int | None, "4", 4),
        (dict[str, int], {"a": "1"}, {"a": 1}),
        (date, "2026-12-05", date(2026, 12, 5)),
        (Level, "hard", Level.HARD),
        (Point, {"x": 1, "y": 2}, Point(1, 2)),
        (Union[int, str], "x", "x"),  # noqa: UP007
        (int | str, "3", "3"),
        (int | bool, True, True),
        (int | float, "2.5", 2.5),
        (Optional[bool], True, True),  # noqa: UP045
        (set[str], "Waves", {"Waves"}),
        (set[int], ["1", 2.0], {1, 2}),
        (frozenset[str], ["a"], frozenset({"a"})),
        (tuple[str, ...], "Waves", ("Waves",)),
        (Sequence[str], '["a", "b"]', ["a", "b"]),
        (tuple[int, str], [1, "a"], (1, "a")),
        (Corner, [1, 2], Corner(1, 2)),
        (dict[int, int], {"1": 2}, {1: 2}),
        (Literal[1, 2], 1.0, 1),
        (Literal["a", None], None, None),
        (Literal[Level.EASY], "easy", Level.EASY),
        (Literal[Level.EASY, "other"], "Other", "other"),
        (date | datetime, "2026-12-05", date(2026, 12, 5)),
        (list[list[int]], [[1], [2]], [[1], [2]]),
        (list[list[int]], "[[1], [2]]", [[1], [2]]),
        (list[list[int] | None], [None, [1]], [None, [1]]),
        (Flags, {"on": "true"}, Flags(on=True)),
        (Cat | Dog, {"kind": "dog", "loud": True}, Dog(kind="dog", loud=True)),
    ],
)
def test_what_is_clear_is_converted(annotation, value, expected):
    result = check(annotation, value)
    assert result == expected
    assert type(result) is type(expected)


def test_nested_models_arrive_as_models():
    term = check(Term, {"exams": [{"title": "DBMS", "hours": "2"}]})
    assert term.exams[0] == Exam(title="DBMS", hours=2.0)


@pytest.mark.parametrize(
    ("annotation", "value", "says"),
    [
        (int, True, "`x` must be a whole number, not true"),
        (int, 3.7, "not the number 3.7"),
        (int, "ten", "not the text 'ten'"),
        (int, None, "not null"),
        (int, "1_000", "'1_000'"),
        (int, "٣", "whole number"),
        (int, 1e300, "too large"),
        (float, True, "`x` must be a number, not true"),
        (float, "nan", "'nan'"),
        (float, "inf", "'inf'"),
        (float, math.nan, "number"),
        (float, 10**400, "too large"),
        (bool, 1, "true or false"),
        (bool, "yes", "true or false"),
        (str, 17, "`x` must be a text, not the number 17"),
        (str, ["a"], "not a list"),
        (list[str], ["Waves", None], r"`x\[1\]` must be a text, not null"),
        (list[str], "['Cells', 'Genetics']", "looks like one"),
        (list[str], {"a": 1}, "a list of texts, not an object"),
        (list[int], [True], r"`x\[0\]` must be a whole number"),
        (Literal["easy", "hard"], "medium", 'one of "easy", "hard"'),
        (Literal[1, 2], True, "one of 1, 2"),
        (dict[str, int], [1], "an object"),
        (dict[str, int], {"a": "b"}, "`x.a` must be a whole number"),
        (date, 20261205, "`x` must be a text"),
        (date, "soon", "`x`"),
        (
            Term,
            {"exams": [{"title": "DBMS", "hours": True}]},
            r"`x.exams\[0\].hours` must be a number",
        ),
        (Term, {"exams": [{"title": "DBMS", "hours": 40}]}, "`x.exams.0.hours`"),
        (Level, "medium", "`x`"),
        (Optional[int], True, "whole number"),  # noqa: UP045
        (Count, {"n": True}, "`x.n` must be a whole number"),
        (dict[str, int], {"a": True}, "`x.a` must be a whole number"),
        (dict[int, int], {"1": True}, "`x.1` must be a whole number"),
        (int | str, True, "must be a whole number or a text, not true"),
        (int | float, True, "not true"),
        (tuple[int, int], [1, True], r"`x\[1\]`"),
        (set[int], [True], r"`x\[0\]`"),
        (Annotated[int | None, Field(ge=0)], True, "whole number"),
        (list[int | str], [True], r"`x\[0\]`"),
        (Literal[1, "a"], True, "one of 1"),
        (Cat | Dog, {"kind": "cat", "lives": True}, r"`x`|`x.lives`"),
        (Number, True, "not true"),
        (date | datetime, 20261205, "must be a text"),
        (date, "20261205", "`x` must be a text"),
        (Flags, {"on": 1}, "`x.on` must be true or false"),
        (Flags, {"on": "no"}, "`x.on` must be true or false"),
        (Exam, {"title": "a", "hours": "1_0"}, "`x.hours` must be a number"),
        (Exam, {"title": "a", "hours": 1, "room": 3}, "`x.room` is no field of `x`. It takes `tit"),
        (Term, {"exams": [{"title": "a", "hours": 1, "room": 3}]}, r"`x.exams\[0\].room` is no"),
        (Point, {"x": 1, "y": 2, "z": 3}, "`x.z` is no field"),
        (list[list[int]], [1, 2], r"`x\[0\]` must be a list of whole numbers, not the number 1"),
        (list[list[int]], 5, "list"),
        (list[list[str]], "a", "list"),
        (set[str], None, "a list of texts, not null"),
        (Literal["a", None], "none", 'one of "a", null'),
        (Literal[1, 2], 1.5, "one of 1, 2"),
        (Trap, {"n": 1}, "its own check failed with KeyError"),
    ],
)
def test_what_is_wrong_names_the_field(annotation, value, says):
    with pytest.raises(ArgumentError, match=says):
        check(annotation, value)


def test_an_error_tells_at_most_five_problems():
    with pytest.raises(ArgumentError) as caught:
        check(list[Exam], [{"title": "a", "hours": 99}])
    assert "less than or equal" in str(caught.value)
    with pytest.raises(ArgumentError) as caught:
        parameters_of(search).check({f"wrong{number}": "x" * 10_000 for number in range(100)})
    assert str(caught.value).count("is no parameter") == 5
    assert str(caught.value).endswith("And 96 more.")
    with pytest.raises(ArgumentError) as caught:
        check(Wide, {f"f{number}": "x" for number in range(20)})
    assert str(caught.value).endswith("And 15 more.")
    with pytest.raises(ArgumentError) as caught:
        check(dict[str, int], {"k" * 100_000: "x" * 100_000})
    assert len(str(caught.value)) < 1_000


def test_a_validator_may_raise_anything():
    for raised in (KeyError("x"), SystemExit(1), RuntimeError()):
        Trap.raised = raised
        with pytest.raises(ArgumentError, match=type(raised).__name__):
            check(Trap, {"n": 1})
    Trap.raised = KeyError("x")


def test_lists_of_fixed_length_have_items_for_services_that_ask_for_them():
    assert one(tuple[int, str]) == {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "minItems": 2,
        "maxItems": 2,
    }
    assert one(Corner)["items"] == {"type": "integer"}


def test_nested_models_take_no_other_fields():
    assert one(Term)["additionalProperties"] is False
    assert one(Term)["properties"]["exams"]["items"]["additionalProperties"] is False
    assert one(Open)["additionalProperties"] is True
    assert check(Open, {"more": 1}) == Open(more=1)


def test_a_union_by_kind_holds_no_references():
    kinds = one(Annotated[Cat | Dog, Field(discriminator="kind")])
    assert "$" not in str(kinds) and "discriminator" not in kinds


def test_a_default_that_json_cannot_hold_is_left_out():
    def f(a: date = date(2026, 1, 1), b: float = math.inf, c: list[int] = [1]): ...  # noqa: B006

    properties = schema_of(f)["properties"]
    assert "default" not in properties["a"] and "default" not in properties["b"]
    assert properties["c"]["default"] == [1]


@pytest.mark.parametrize("annotation", [
    "1 +", "math.foo", Annotated[int, {"a": 1}], 5, list[5], Annotated[str, []], Weird(),
    Literal[b"x"], Callable[[int], int], object(),
])
def test_whatever_stands_in_a_hint_registration_raises_only_schema_errors(annotation):
    try:
        one(annotation)
    except SchemaError as error:
        assert str(error).startswith("function")


@pytest.mark.parametrize(("annotation", "form"), [
    (tuple, r"tuple\[str, ...\]"), (set, r"set\[str\]"), (Sequence, r"Sequence\[str\]"),
    (typing.List, r"list\[str\]"), (typing.Sequence, r"Sequence\[str\]"),  # noqa: UP006
    (frozenset, r"frozenset\[str\]"),
])
def test_a_list_must_say_of_what(annotation, form):
    with pytest.raises(SchemaError, match=f"Say of what, for example {form}"):
        one(annotation)


async def counting(x: int):
    yield x


class Later:
    async def __call__(self, x: int): ...


@pytest.mark.parametrize("function", [counting, Later()])
def test_other_asynchronous_functions_are_refused(function):
    with pytest.raises(SchemaError, match="plain function"):
        parameters_of(function)


def test_an_object_that_can_be_called_is_described_by_its_call():
    class Finder:
        def __call__(self, query: str): ...

    assert schema_of(Finder())["properties"] == {"query": {"type": "string"}}


@pytest.mark.parametrize(("arguments", "name"), [
    ({"input": {"query": "x"}}, "input"),
    ({"name": "search", "arguments": {"query": "x", "k": 2}}, "arguments"),
])
def test_arguments_one_level_too_deep_are_shown_in_their_right_form(arguments, name):
    with pytest.raises(ArgumentError, match="Send them alone: {\"query\": \"x\"") as caught:
        parameters_of(search).check(arguments)
    assert f"inside `{name}`" in str(caught.value)


def search(query: str, k: int = 3): ...


def test_unknown_missing_and_null_fields():
    parameters = parameters_of(search)
    with pytest.raises(
        ArgumentError, match="`precision` is no parameter of search. It takes `query`, `k`"
    ):
        parameters.check({"query": "x", "precision": 3})
    with pytest.raises(ArgumentError, match="`query` is missing. It must be a text"):
        parameters.check({})
    with pytest.raises(ArgumentError, match="`query` must be a text, not null"):
        parameters.check({"query": None})
    assert parameters.check({"query": "x", "k": None}) == {"query": "x"}  # null: left out


def test_all_problems_are_told_at_once():
    with pytest.raises(ArgumentError) as caught:
        parameters_of(search).check({"k": "many", "__class__": 1})
    for name in ("`k`", "`__class__`", "`query`"):
        assert name in str(caught.value)


def tool_with_all(
    a: list[str],
    b: Literal["x", "y"] = "x",
    c: int | None = None,
    d: Annotated[int, Field(ge=1)] = 1,
    e: dict[str, float] | None = None,
    f: Term | None = None,
    g: bool = False,
):
    """Do it.

    Args:
        a: The words.
        g: Whether to do it well.
    """


def test_gemini_takes_the_form():
    types = pytest.importorskip("google.genai.types")
    form = ToolRegistry([tool_with_all, search]).schemas("gemini")
    for declaration in form:
        types.FunctionDeclaration(**declaration)
    properties = form[0]["parameters_json_schema"]["properties"]
    assert properties["a"] == {
        "type": "array",
        "items": {"type": "string"},
        "description": "The words.",
    }
    assert properties["c"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]
    assert properties["g"]["description"] == "Whether to do it well. Default: false."
    assert "default" not in properties["g"] and "additionalProperties" not in form[0]


def test_the_forms_are_plain_data_of_their_own():
    registry = ToolRegistry([search])
    registry.schemas("openai")[0]["function"]["parameters"]["properties"].clear()
    assert list(registry.schemas("openai")[0]["function"]["parameters"]["properties"]) == [
        "query",
        "k",
    ]
    with pytest.raises(ValueError, match="openai"):
        registry.schemas("claude")
