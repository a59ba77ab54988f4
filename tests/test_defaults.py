"""The default registry through its simple names, and what the package hands on."""

import json
import os
import subprocess
import sys

import pytest

import studybuddy
from studybuddy import NEEDS_CONFIRMATION, REGISTRY, TOOLS, run_tool, run_tool_checked


def test_the_tools():
    assert set(REGISTRY) == {"calculator", "make_study_plan", "search_notes", "email_plan_to_me"}
    assert REGISTRY["calculator"] is studybuddy.calculator
    assert [tool["function"]["name"] for tool in TOOLS] == list(REGISTRY)
    assert json.loads(json.dumps(TOOLS)) == TOOLS
    assert {"email_plan_to_me", "write_file", "run_python_file"} <= NEEDS_CONFIRMATION


def test_what_the_model_is_told():
    told = {tool["function"]["name"]: tool["function"] for tool in TOOLS}
    plan = told["make_study_plan"]["parameters"]
    assert plan["required"] == ["topics", "exam_date"] and "today" not in plan["properties"]
    assert plan["properties"]["topics"]["items"] == {"type": "string"}
    assert plan["properties"]["hours_per_day"]["default"] == 2
    for tool in told.values():
        assert len(tool["description"]) > 40
        assert all(entry.get("description") for entry in tool["parameters"]["properties"].values())


def test_run_tool():
    assert json.loads(run_tool("calculator", '{"expression": "15 * 2480 / 100"}'))["result"] == 372
    assert json.loads(run_tool("search_notes", '{"query": "deadlock"}'))["results"] == []
    assert "error" in json.loads(run_tool("nothing", "{}"))


def test_today_is_set_by_the_program(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_TODAY", "2026-11-30")
    arguments = {"topics": "Waves", "exam_date": "2026-12-10"}
    assert json.loads(run_tool("make_study_plan", arguments))["days_left"] == 10
    error = json.loads(run_tool("make_study_plan", {**arguments, "today": "2026-01-01"}))["error"]
    assert "`today` is set by the program" in error
    monkeypatch.setenv("STUDYBUDDY_TODAY", "soon")
    assert "STUDYBUDDY_TODAY" in json.loads(run_tool("make_study_plan", arguments))["error"]


def test_confirmation_is_live():
    NEEDS_CONFIRMATION.add("calculator")
    try:
        waiting = json.loads(run_tool_checked("calculator", '{"expression": "1+1"}'))
        assert waiting["status"] == "needs_approval"
        done = json.loads(run_tool_checked("calculator", '{"expression": "1+1"}', approved=True))
        assert done["result"] == 2
    finally:
        NEEDS_CONFIRMATION.discard("calculator")


def test_registry_is_live(monkeypatch):
    def boom(x: str) -> str:
        """Fail."""
        raise RuntimeError("secret")

    monkeypatch.setitem(REGISTRY, "boom", boom)
    assert "RuntimeError" in json.loads(run_tool("boom", '{"x": "1"}'))["error"]
    monkeypatch.setitem(REGISTRY, "calculator", lambda expression="": "mine")
    assert json.loads(run_tool("calculator", "{}")) == {"result": "mine"}
    monkeypatch.undo()
    assert "boom" not in REGISTRY and REGISTRY["calculator"] is studybuddy.calculator


@pytest.mark.parametrize("name", studybuddy.__all__)
def test_every_public_name_loads(name):
    assert getattr(studybuddy, name) is not None and name in dir(studybuddy)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        studybuddy.nothing  # noqa: B018


def test_the_file_tools_come_with_their_folder_and_change_nothing_here(tmp_path):
    from studybuddy.defaults import with_files

    tools = with_files(tmp_path)
    assert [tool.name for tool in tools] == [
        *REGISTRY, "get_files_info", "get_file_content", "write_file", "run_python_file"]
    folder = tools["email_plan_to_me"].inject["working_directory"]
    assert folder == tools["write_file"].inject["working_directory"]
    assert os.path.samefile(folder, tmp_path)
    assert studybuddy.defaults.registry["email_plan_to_me"].inject["working_directory"] is None
    assert "write_file" not in REGISTRY
    with pytest.raises(ValueError, match="no folder"):
        with_files(tmp_path / "nowhere")


def loaded_by(code):
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def test_imports_stay_small():
    heavy = {"pydantic", "openai", "google.genai", "ipywidgets", "IPython", "numpy", "typer",
             "docstring_parser", "filelock", "dotenv"}
    assert not loaded_by("import studybuddy; from studybuddy import Agent, run_agent") & heavy
    assert not loaded_by("from studybuddy import calculator") & {
        *heavy, "json", "re", "typing", "inspect", "studybuddy.agent"}
    assert "pydantic" not in loaded_by(
        "from studybuddy import Agent, ScriptedModel, run_tool\n"
        "Agent([], model=ScriptedModel(['x'])).ask('?'); run_tool('calculator', {})")


def test_imports_run_one_way():
    """Tools, messages and schema know nothing of the rest; nothing below knows the workbook."""
    low = loaded_by("import studybuddy.messages, studybuddy.schema, studybuddy.tools.calculator, "
                    "studybuddy.tools.planner, studybuddy.tools.notes")
    assert not {"studybuddy.registry", "studybuddy.agent", "studybuddy.models.base"} & low
    middle = loaded_by("import studybuddy.defaults, studybuddy.agent, studybuddy.trace, "
                       "studybuddy.practice; studybuddy.practice.PracticeModel()")
    assert not [name for name in middle if name.startswith(
        ("studybuddy.workbook", "studybuddy.panels", "studybuddy.cli"))]
