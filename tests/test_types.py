"""What a type checker, and so an editor, sees of the package in a program of somebody else.

That the package itself is clean is a line of `.ci/run`: it takes longer than a test should.
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from studybuddy import rag
from studybuddy.practice import attacks
from tests.test_public_names import public

pytest.importorskip("mypy")

# Modules that load their names when they are used: nothing shows these to a checker by itself.
LAZY = ["studybuddy", "studybuddy.panels", "studybuddy.practice", "studybuddy.practice.attacks",
        "studybuddy.quiz", "studybuddy.sandbox", "studybuddy.workbook"]
# As where the package is installed without its extras, which would take ten seconds to read.
SETTINGS = """\
[mypy]
strict = true
[mypy-google.*,IPython.*,ipywidgets.*,numpy.*,openai.*,PIL.*,traitlets.*]
follow_imports = skip
"""

# Each line with an `ignore` is wrong. Strict mypy complains where it finds nothing wrong there.
PROGRAM = '''
import asyncio
import datetime
from typing import Any, assert_type

import studybuddy
from studybuddy.panels import *
from studybuddy import (
    Agent, ModelError, OpenAIModel, PracticeModel, Question, Quiz, Reply, Run, ScriptedModel, Tool,
    ToolCall, ToolRegistry, VectorStore, calculator, diff, file_tools, generate_quiz,
    make_study_plan, parse_quiz, run_agent, run_tool, sandbox, set_store, trace,
)
from studybuddy.practice import serve
from studybuddy.workbook import lesson
from studybuddy import Agnet  # type: ignore[attr-defined]
from studybuddy.panels import ChatPanle  # type: ignore[attr-defined]


def price(item: str) -> dict[str, object]:
    """The price of an item in rupees."""
    return {"item": item, "rupees": 40}


def approve(call: ToolCall) -> bool:
    return call.name == "price" and call.arguments == {"item": "tea"}


class Echo:
    """A model of one's own."""

    def complete(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]],
                 **options: Any) -> Reply:
        return Reply({"role": "assistant", "content": messages[-1]["content"]})


agent = Agent([calculator, make_study_plan, Tool(price, needs_approval=True)],
              model=PracticeModel(today="2030-01-01"), approve=approve)
run = agent.ask("what is 15% of 2,480?")
assert_type(run, Run)
assert_type(run.answer, str | None)
assert_type(run.status, str)
assert_type([call.name for step in run.steps for call in step.calls], list[str])
run.answer.upper()  # type: ignore[union-attr]
run.anwser  # type: ignore[attr-defined]
agent.ask(5)  # type: ignore[arg-type]
agent.aks("what is 2 + 2?")  # type: ignore[attr-defined]
Agent(["calculator"])  # type: ignore[list-item]
Agent([calculator], model=5)  # type: ignore[arg-type]
Agent([calculator], max_steps="5")  # type: ignore[arg-type]
Agent(ToolRegistry([calculator]), model=Echo())
Agent(file_tools("work"), model="practice")
said = ["Hello!"]
Agent([calculator], model=ScriptedModel(said))
PracticeModel(today=datetime.date(2030, 1, 1))

assert_type(run_agent([{"role": "user", "content": "hello"}], model=Echo()), str)
run_agent([], client="my key")  # type: ignore[arg-type]
assert_type(run_tool("calculator", {"expression": "1 + 1"}), str)
assert_type(calculator("1 + 1"), dict[Any, Any])
calculator(2)  # type: ignore[arg-type]
assert_type(make_study_plan(["Waves"], "2030-01-01", today=datetime.date.today()), dict[Any, Any])
make_study_plan("Waves", "2030-01-01")  # type: ignore[arg-type]
print(diff(run, agent.ask("what is 3 + 4?")), trace.text(run))
run.save("run.jsonl")
assert_type(Run.load("run.jsonl", agent), Run)
try:
    OpenAIModel(api_key="key")
except ModelError as error:
    assert_type(error.retry_after, float | None)

store = VectorStore()
assert_type(store.search("deadlock"), list[dict[Any, Any]])
set_store(store)
set_store("notes")  # type: ignore[arg-type]
quiz = generate_quiz("A deadlock is a circle of waits.", model=Echo())
assert_type(quiz, Quiz)
assert_type(quiz.questions, list[Question])
assert_type(parse_quiz("{}").questions[0].options, list[str])
assert_type(sandbox.run("work", "main.py").code, int | None)

with serve(faults="rate_limit") as server:
    assert_type(server.openai_base_url, str)
serve(faults=5)  # type: ignore[arg-type]


async def look() -> None:
    assert_type(await ApprovalPanel(agent, "Buy tea."), Run)
    assert_type(ChatPanel(agent).run, Run | None)
    assert_type(TracePanel(run).step, int)
    QuizPanel(quiz)
    ChatPanel(run)  # type: ignore[arg-type]


asyncio.run(look())
assert_type(lesson.passed("01.1"), bool)
assert_type(studybuddy.__version__, str)
'''


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """`check(program)`: what strict mypy says of a program that lies outside of the project."""
    folder = tmp_path_factory.mktemp("types")
    (folder / "mypy.ini").write_text(SETTINGS, encoding="utf-8")

    def check(program: str) -> str:
        (folder / "program.py").write_text(program, encoding="utf-8")
        done = subprocess.run([sys.executable, "-m", "mypy", "program.py"], cwd=folder, text=True,
                              encoding="utf-8", capture_output=True, timeout=300)
        assert not done.stderr, done.stderr
        return done.stdout

    return check


def test_a_program_sees_right_types_and_wrong_lines_are_found(check):
    assert check(PROGRAM) == "Success: no issues found in 1 source file\n"


def test_every_name_that_is_loaded_when_used_has_a_type(check):
    names = [(module, name) for module in LAZY for name in import_module(module).__all__]
    said = check("".join(f"from {module} import {name} as n{number}\nreveal_type(n{number})\n"
                         for number, (module, name) in enumerate(names)))
    types = re.findall(r'Revealed type is "(.*)"$', said, re.MULTILINE)
    assert len(types) == len(names) and "Success" in said, said
    assert [name for name, found in zip(names, types, strict=True) if found == "Any"] == []


@pytest.mark.parametrize("module", LAZY)
def test_a_stub_names_what_the_module_has_and_nothing_else(module):
    module = import_module(module)
    stub = ast.parse(Path(module.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    names = {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom)
             for alias in node.names}
    assert names == set(module.__all__)
    listed = next(node.value for node in stub.body if isinstance(node, ast.Assign))
    assert ast.literal_eval(listed) == list(module.__all__)  # for `from ... import *`


def untyped(name, thing):
    """What has no type of its own, such as "Agent.start path"."""
    if inspect.isclass(thing):
        name, thing = f"{name}.__init__", thing.__init__
    function = getattr(thing, "fget", thing)
    if not inspect.isfunction(function := getattr(function, "__func__", function)):
        return []
    signature = inspect.signature(function)
    found = [f"{name} {one.name}" for one in signature.parameters.values()
             if one.annotation is one.empty and one.name not in ("self", "cls")]
    if signature.return_annotation is signature.empty and not name.endswith("__init__"):
        found.append(f"{name} returns")
    return found


def test_public_names_say_what_they_take_and_give():
    more = [(name, getattr(module, name)) for module in (attacks, rag) for name in module.__all__]
    assert [one for name, thing in public() + more for one in untyped(name, thing)] == []


def test_what_says_nothing_is_found():
    class Plain:
        def __init__(self, first, second: int):
            """Nothing."""

        @property
        def value(self):
            return 1

    assert untyped("Plain", Plain) == ["Plain.__init__ first"]
    assert untyped("Plain.value", Plain.value) == ["Plain.value returns"]
