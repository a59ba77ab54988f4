"""TracePanel without a browser: stepped from Python, its views read as text."""

import re
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from studybuddy import Agent, ScriptedModel, Tool, trace
from studybuddy.messages import assistant, call, tool, user
from studybuddy.panels import TracePanel, base
from studybuddy.panels.base import is_shown
from tests import accessibility, contrast

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\u202e"


@pytest.fixture(autouse=True)
def no_older_panels(monkeypatch):
    monkeypatch.setattr(base, "_placed", {})


def double(number: int) -> dict:
    """Double a number."""
    return {"result": 2 * number}


def run_of(*script, question="Double 4, then 8.", system="Be brief."):
    return Agent([double], ScriptedModel(script), system=system).ask(question)


def two_calls():
    return run_of(assistant("", [call("double", {"number": 4}, "c1")]),
                  assistant("", [call("double", {"number": 8}, "c2")]), "8 and 16.")


def text_of(panel):
    soup = BeautifulSoup(panel._head.value + panel._body.value, "html.parser")
    return " ".join(soup.get_text().split())


def sent(panel):
    """The messages that are shown, each as its JSON text, with whether it is marked as new."""
    soup = BeautifulSoup(panel._body.value, "html.parser")
    return [(found.pre.text, found.find(class_="sb-word") is not None)
            for found in soup.find_all("details")]


def test_forwards_and_backwards():
    panel = TracePanel(two_calls())
    assert panel.step == 3
    panel.next.click()
    assert panel.step == 3
    assert "Step 3 of 3 END answered" in text_of(panel) and "8 and 16." in text_of(panel)
    panel.back.click()
    assert panel.step == 2 and "Step 2 of 3" in text_of(panel) and "END" not in text_of(panel)
    assert 'asks for double {"number": 8}' in text_of(panel)
    panel.first.click()
    assert panel.step == 0
    assert "Double 4, then 8." in text_of(panel) and sent(panel) == []
    panel.back.click()
    assert panel.step == 0
    panel.next.click()
    panel.slider.value = 2
    assert panel.step == 2
    panel.step = 1
    assert panel.slider.value == 1 and "Step 1 of 3" in text_of(panel)
    panel.last.click()
    assert panel.step == 3


def test_the_exact_messages_of_each_request():
    import json

    requests = []

    def script(reply):
        def answer(messages):
            requests.append([dict(message) for message in messages])
            return reply
        return answer

    run = run_of(script(assistant("", [call("double", {"number": 4}, "c1")])), script("Eight."))
    panel = TracePanel(run)
    for step, request in enumerate(requests, 1):
        panel.step = step
        shown = sent(panel)
        assert [json.loads(text) for text, _ in shown] == request
    assert [new for _, new in shown] == [False, False, True, True]


@pytest.mark.parametrize("system", ["Be brief.", None])
def test_a_message_has_one_number_in_the_list_the_picture_and_the_editor(system):
    run = run_of(assistant("", [call("double", {"number": 4}, "c1")]), "Eight.", system=system)
    panel = TracePanel(run)
    assert re.findall(r"<summary>(\d+)\. <strong><bdi>(\w+)", panel._body.value) == [
        (str(number), message["role"]) for number, message in enumerate(run.messages[:-1])]
    drawn = [(str(number), message["role"]) for number, message in enumerate(run.messages)
             if message["role"] != "system"]
    picture = unquote(panel._picture.value)
    assert re.findall(r">(\d+) (user|assistant|tool)</text>", picture) == drawn
    panel.step = 1
    panel.edit(len(run.messages) - 2, {"result": 9})  # what `double` gave, by the same number
    assert panel._editor.message.label.startswith(f"{len(run.messages) - 2}. result of double")


def test_a_run_that_waits_is_not_called_at_its_end():
    agent = Agent([Tool(double, needs_approval=True)], approve="ask", model=ScriptedModel([
        assistant("", [call("double", {"number": 4}, "c1")]), "Eight."]))
    run = agent.ask("Double 4.")
    panel = TracePanel(run)
    stored = BeautifulSoup(panel.static_html(), "html.parser").get_text()
    assert "NOW needs_approval" in text_of(panel) and "NOW needs_approval" in stored
    run.approve("c1")
    run.advance()
    panel.last.click()
    stored = BeautifulSoup(panel.static_html(), "html.parser").get_text()
    assert "END answered" in text_of(panel) and "END answered" in stored
    assert "NOW" not in text_of(panel) + stored
    assert "END not answered" in text_of(TracePanel([user("Hi")]))


def test_a_run_that_goes_on_is_read_anew():
    run = run_of("One.", "Two.")
    panel = TracePanel(run, step=1)
    run.ask("And?")
    panel.last.click()
    assert panel.step == 2 and "Two." in text_of(panel)


@pytest.mark.parametrize("messages", [
    [], [user("Hi")], [user("Hi"), assistant("", [call("x", "{", "c1")]), tool("c1", "no json")],
    ["no message"], [{"role": "assistant", "content": object()}], [{"role": "tool"}]])
def test_any_list_of_messages(messages):
    panel = TracePanel(messages)
    for step in range(trace.requests(messages) + 1):
        panel.step = step
    assert is_shown(panel.slider) == (trace.requests(messages) > 0)
    assert "A run, step by step" in panel.static_text() and panel.static_html()


@pytest.mark.parametrize("run", ["run.jsonl", None, ({"role": "user"},)])
def test_anything_else_is_refused(run):
    with pytest.raises(TypeError):
        TracePanel(run)


@pytest.mark.parametrize("step", [-1, 4, True, "1"])
def test_a_step_that_is_not_there(step):
    with pytest.raises(ValueError, match="has the steps 0 to 3"):
        TracePanel(two_calls(), step=step)
    panel = TracePanel(two_calls())
    with pytest.raises(ValueError, match="has the steps 0 to 3"):
        panel.step = step


def test_strangers_texts_and_keys(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    run = run_of(assistant(EVIL, [call("double", {"number": 4}, EVIL)]),
                 f"{EVIL} secret-key-1234", question=f"{EVIL} secret-key-1234", system=EVIL)
    panel = TracePanel(run)
    shown = panel.static_html()
    for step in (0, 1, 2):
        panel.step = step
        shown += panel._head.value + panel._body.value
    assert "&lt;script&gt;" in shown and "&lt;U+202E&gt;" in shown
    assert "<script" not in shown and "<img src=x" not in shown and "\u202e" not in shown
    assert "secret" not in shown + panel._picture.value + panel.static_text()


def test_the_static_view_has_all_steps_and_the_picture(tmp_path):
    panel = TracePanel(two_calls())
    shown = panel._repr_mimebundle_()["text/html"]
    soup = BeautifulSoup(shown, "html.parser")
    titles = [found.text for found in soup.find_all("summary")]
    assert [title for title in titles if title.startswith(("Before", "Step"))] == [
        "Before the first request", "Step 1", "Step 2", "Step 3"]
    assert "double" in soup.find("img")["alt"]
    assert contrast.faults(shown) == []
    assert accessibility.html_faults(shown, tmp_path) == []
    assert "8 and 16." in panel.static_text()
