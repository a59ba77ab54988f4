"""ApprovalPanel without a browser: its buttons clicked from Python, with a loop and without."""

import asyncio
import html
import json
import os
import re
import subprocess
import sys
import threading

import pytest
from bs4 import BeautifulSoup

from studybuddy import Agent, Run, ScriptedModel, Tool, file_tools, runfile, trace
from studybuddy.agent import LATER
from studybuddy.messages import ToolCall, assistant, call
from studybuddy.models.base import ModelError
from studybuddy.panels import ApprovalPanel, ChatPanel, TracePanel, base
from studybuddy.panels.base import is_shown
from studybuddy.panels.request_view import folded, request_html, request_text
from studybuddy.panels.run_panel import PRESS
from studybuddy.panels.style import STYLE
from studybuddy.runlock import FileLock
from tests import accessibility, contrast


@pytest.fixture(autouse=True)
def no_older_panels(monkeypatch):
    monkeypatch.setattr(base, "_placed", {})


class Desk:
    """An agent whose one action, `send`, is noted in `done`."""

    def __init__(self, *texts, script=(), approve="ask"):
        self.done = []

        def send(text: str) -> dict:
            """Send a text."""
            self.done.append(text)
            return {"sent": text}

        script = [assistant("", [call("send", {"text": text})]) for text in texts] + [
            *script, "All done."]
        self.agent = Agent([Tool(send, needs_approval=True)], model=ScriptedModel(script),
                           approve=approve)


def live(panel):
    """All that the HTML widgets of a panel show."""
    return " ".join(widget.value for widget in base._descendants(panel.box)
                    if isinstance(widget, base.widgets.HTML) and is_shown(widget))


def shown_buttons(panel):
    return [name for name in ("go_on", "again", "stop") if is_shown(getattr(panel, name))]


# -- without a loop ------------------------------------------------------------------------------

def test_approve_reject_with_a_reason_and_the_rest_of_the_run():
    desk = Desk("a", "b", "c", "d")
    panel = ApprovalPanel(desk.agent, "Send them.")
    assert "The model asks for <bdi>send</bdi>" in live(panel) and desk.done == []
    assert shown_buttons(panel) == ["stop"]
    panel.approve.click()
    assert desk.done == ["a"]
    panel.reason.value = " Not this one. "
    panel.reject.click()
    assert panel.run.steps[1].results[0].error == (
        "The student rejected this call: Not this one.")
    assert panel.reason.value == ""  # the reason does not stay for the next request
    panel.rest.click()
    assert desk.done == ["a", "c", "d"] and panel.run.answer == "All done."
    assert "DONE" in live(panel) and shown_buttons(panel) == ["again"]
    panel.again.click()
    panel.approve.click()
    assert desk.done == ["a", "c", "d", "a"]


def test_calls_of_one_reply_are_asked_about_one_by_one():
    reply = assistant("", [call("send", {"text": text}) for text in "ab"])
    desk = Desk(script=[reply])
    panel = ApprovalPanel(desk.agent, "Send both.")
    assert "(2 requests wait)" in live(panel)
    assert repr(panel).index('text: "a"') < repr(panel).index('text: "b"')
    panel.reject.click()
    panel.approve.click()
    assert desk.done == ["b"] and panel.run.answer == "All done."


def test_stop_ends_the_run():
    desk = Desk("a")
    panel = ApprovalPanel(desk.agent, "Send it.")
    panel.stop.click()
    panel.approve.click()
    assert panel.run.status == "cancelled" and desk.done == [] and "STOPPED" in live(panel)


def test_a_run_that_waits_is_taken_over_and_left_as_it_is():
    desk = Desk("a")
    run = desk.agent.ask("Send it.")
    older = ApprovalPanel(run, key="here")
    assert 'text: "a"' in repr(older) and "<bdi>text</bdi>" in older.static_html()
    newer = ApprovalPanel(run, key="here")
    older.approve.click()
    assert run.status == "needs_approval" and desk.done == []
    newer.approve.click()
    assert desk.done == ["a"] and run.status == "answered"
    assert shown_buttons(newer) == []  # it holds no question to begin again with


def test_a_newer_panel_cancels_a_run_that_nobody_else_has():
    desk = Desk("a")
    older = ApprovalPanel(desk.agent, "Send it.", key="here")
    newer = ApprovalPanel(desk.agent, "Send it.", key="here")
    other = ApprovalPanel(desk.agent, "Send it.", key="there")
    assert older.run.status == "cancelled"
    older.approve.click()
    assert desk.done == []
    newer.approve.click()
    other.approve.click()
    assert desk.done == ["a", "a"]


def test_a_run_with_a_file_goes_on_where_it_was(tmp_path):
    path = tmp_path / "run.jsonl"
    first = Desk("a", "b")
    older = ApprovalPanel(first.agent, "Send two.", path=path, key="here")
    older.approve.click()
    second = Desk("a", "b")  # as in a new kernel
    newer = ApprovalPanel(second.agent, "Send two.", path=path, key="here")
    assert "{&quot;sent&quot;: &quot;a&quot;}" in live(newer)
    newer.approve.click()
    assert (first.done, second.done) == (["a"], ["b"])
    assert Run.load(path, Desk().agent).status == "answered"
    third = ApprovalPanel(Desk().agent, path=path)
    assert third.run.answer == "All done."
    fourth = ApprovalPanel(second.agent, "Send two.", path=path)
    fourth.again.click()
    assert "needs_approval" in repr(fourth.run)


def test_a_file_of_another_run_is_not_touched(tmp_path):
    path = tmp_path / "run.jsonl"
    ApprovalPanel(Desk("a").agent, "Send it.", path=path)
    before = path.read_bytes()
    desk = Desk("b")
    panel = ApprovalPanel(desk.agent, "Another <b>question</b>.", path=path)
    assert panel.run is None and path.read_bytes() == before
    assert "The file run.jsonl holds a run with another question (Send it.)." in live(panel)
    assert shown_buttons(panel) == ["again"]
    panel.again.click()
    panel.approve.click()
    assert desk.done == ["b"] and path.read_bytes() != before


def test_a_file_that_goes_before_it_is_read_is_told_in_the_panel(tmp_path):
    path = tmp_path / "run.jsonl"
    Desk("x").agent.start("Send it.", path=path)

    async def main():
        panel = ApprovalPanel(Desk("x").agent, path=path)
        path.unlink()
        await panel.settled()
        return panel

    shown = live(asyncio.run(main()))
    assert "The file of this run is gone" in shown and "Error" not in shown


def test_a_damaged_file_is_told_in_the_panel(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text("no run\n", encoding="utf-8")
    panel = ApprovalPanel(Desk("a").agent, "Send it.", path=path)
    assert "NOT STARTED" in live(panel) and "run.jsonl" in live(panel)
    assert "NOT STARTED" in repr(panel)


def test_what_changed_since_it_was_shown_is_asked_again():
    world = ["one"]

    def act(name: str) -> dict:
        """Act."""
        return {"acted": world[0]}

    act.effect = lambda name: f"It acts on {world[0]}."
    model = ScriptedModel([assistant("", [call("act", {"name": "x"})]), "Done."])
    panel = ApprovalPanel(Agent([Tool(act, needs_approval=True)], model=model, approve="ask"),
                          "Act.")
    assert "It acts on one." in live(panel) and "<summary>Its arguments" in live(panel)
    world[0] = "two"
    panel.approve.click()
    assert "It acts on two." in live(panel) and "It changed since you saw it." in live(panel)
    assert not is_shown(panel.rest)
    panel.approve.click()
    assert panel.run.steps[0].results[0].data == {"acted": "two"}


def test_a_decision_taken_elsewhere_is_no_accident():
    desk = Desk("a", "b")
    panel = ApprovalPanel(desk.agent, "Send two.")
    panel.run.approve(panel.run.pending[0].id)
    panel.approve.click()
    assert "waits for a decision." in live(panel) and "PAUSED" in live(panel)
    assert shown_buttons(panel) == ["go_on", "stop"] and panel.go_on.description == "Go on"
    panel.go_on.click()
    assert desk.done == ["a"] and "WAITING" in live(panel)


@pytest.mark.parametrize(("policy", "done"), [("approve", ["a"]), ("reject", [])])
def test_a_policy_of_the_code_decides_without_a_person(policy, done):
    desk = Desk("a", approve=policy)
    panel = ApprovalPanel(desk.agent, "Send it.")
    assert desk.done == done and panel.run.status == "answered"


def test_a_fault_of_the_service_can_be_tried_again():
    answers = [ModelError("rate_limit", "Too many requests."), "All done."]

    class Busy:
        def complete(self, messages, tools, **options):
            answer = answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return ScriptedModel([answer]).complete([], [])

    panel = ApprovalPanel(Agent([], model=Busy()), "Hello.")
    assert "FAILED" in live(panel) and "Too many requests." in live(panel)
    assert panel.go_on.description == "Try again"
    panel.go_on.click()
    assert panel.run.answer == "All done."
    answers[:] = [ModelError("auth", "The key is wrong.")]
    panel.again.click()
    assert "The key is wrong." in live(panel) and shown_buttons(panel) == ["again"]


def test_keys_do_not_stay_in_the_notebook(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "tell-nobody&1234")
    panel = ApprovalPanel(Desk("tell-nobody&1234").agent, "Send tell-nobody&1234.")
    assert "tell-nobody&amp;1234" in live(panel)  # who decides must see what goes out
    for view in (repr(panel), panel.static_html()):
        assert "tell-nobody" not in view and "[key]" in view


@pytest.mark.parametrize(("arguments", "options", "error"), [
    (("agent",), {}, "needs a question"),
    (("agent", 5), {}, "A question is a text"),
    (("run", "Hello."), {}, "give ApprovalPanel\\(run\\) alone"),
    (("run",), {"path": "x.jsonl"}, "give ApprovalPanel\\(run\\) alone"),
    ((5, "Hello."), {}, "takes an Agent with a question, or a Run"),
    (("agent", "Hello."), {"arm": -1}, "from 0 to 10"),
    (("agent", "Hello."), {"arm": True}, "from 0 to 10"),
])
def test_wrong_arguments_show_the_right_form(arguments, options, error):
    agent = Desk().agent
    known = {"agent": agent, "run": agent.start("Hello.")}
    with pytest.raises((TypeError, ValueError), match=error):
        ApprovalPanel(*[known.get(value, value) for value in arguments], **options)


@pytest.mark.skipif(os.name == "nt", reason="the lock of another program is that of POSIX here")
@pytest.mark.parametrize("when", ["opened", "decided"])
def test_a_file_that_another_program_holds_is_tried_again(tmp_path, monkeypatch, when):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.02)
    desk, path = Desk("a"), tmp_path / "run.jsonl"
    if when == "opened":
        desk.agent.start("Send it.", path=path)
        with path.open("ab") as file:
            file.write(b'{"torn')  # to drop that, opening it needs the file for itself
    else:
        panel = ApprovalPanel(desk.agent, "Send it.", path=path)
    lock = FileLock(str(path), 1)
    lock.acquire()
    if when == "opened":
        panel = ApprovalPanel(desk.agent, "Send it.", path=path)
    else:
        panel.approve.click()
    assert "run.jsonl is in use by another program" in live(panel) and desk.done == []
    assert (panel.run is None) == (when == "opened")
    if when == "opened":
        assert panel.go_on.description == "Try again" and "go_on" in shown_buttons(panel)
        panel.go_on.click()
        assert "run.jsonl is in use by another program" in live(panel) and desk.done == []
    lock.release()
    if is_shown(panel.go_on):
        panel.go_on.click()
    assert "in use" not in live(panel) or when == "decided"
    panel.approve.click()
    assert desk.done == ["a"] and panel.run.answer == "All done."
    assert "in use" not in live(panel) and "go_on" not in shown_buttons(panel)


@pytest.mark.skipif(os.name == "nt", reason="the lock of another program is that of POSIX here")
def test_a_result_that_could_not_be_written_is_told_with_the_button(tmp_path, monkeypatch):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.02)
    path = tmp_path / "run.jsonl"
    lock = FileLock(str(path), 1)

    def reply(messages):
        if not lock_taken:
            lock_taken.append(lock.acquire())
        return "All done."

    lock_taken = []
    panel = ApprovalPanel(Agent([], ScriptedModel([reply])), "Send it.", path=path)
    assert "FAILED" in live(panel) and panel.go_on.description == "Try again"
    for told in (live(panel), panel.static_text(), panel.static_html()):
        assert "press Try again to go on from here" in told and "advance()" not in told
    assert trace.ending(panel.run) == (
        "failed: run.jsonl is in use by another program. Try again when that has ended.")
    assert "run.advance() goes on" in panel.run.answer  # for who has no button
    lock.release()
    panel.go_on.click()
    assert panel.run.answer == "All done." and "Try again" not in live(panel)


def test_a_model_s_words_about_python_stay_as_they_are():
    words = f"It said: {LATER}"
    panel = ApprovalPanel(Agent([], ScriptedModel([words])), "What did it say?")
    chat = ChatPanel(Agent([], ScriptedModel([words])))
    chat.ask("What did it say?")
    for told in (live(panel), panel.static_text(), chat.turns[-1].answer, chat.static_text()):
        assert words in told and PRESS not in told


def test_what_a_tool_raised_is_shown_to_the_person_alone(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")

    def broken(page: int) -> dict:
        """Look at a page."""
        raise KeyError(f"<b>page</b> {page} secret-key-1234")

    def agent():
        return Agent([broken], ScriptedModel([assistant("", [call("broken", {"page": 7})]), "No."]))

    panel = ApprovalPanel(agent(), "Look.")
    chat = ChatPanel(agent())
    chat.ask("Look.")
    trace = TracePanel(panel.run, step=1)
    turn = chat._list.boxes[0].box
    views = [live(panel), panel.static_html(), panel.static_text(), trace._body.value,
             chat.static_html(), " ".join(widget.value for widget in base._descendants(turn)
                                          if isinstance(widget, base.widgets.HTML))]
    for view in views:
        told = html.unescape(view)
        assert "KeyError" in told and "<b>page</b> 7 [key]" in told
        assert "(not shown to the model)" in told and "secret-key" not in told
        assert "<b>page" not in view or view == panel.static_text()
    assert "7 secret" not in str(panel.run.messages)


# -- on a loop -----------------------------------------------------------------------------------

def words(panel):
    return BeautifulSoup(panel._form._hint.value, "html.parser").get_text()


def test_a_double_click_decides_one_request():
    async def main():
        desk = Desk("a", "b", "c")
        panel = ApprovalPanel(desk.agent, "Send three.", arm=0.3)
        await panel.settled()
        first = panel.approve
        first.click()
        first.click()
        while len(panel.run.steps) < 2 or panel.run.status != "needs_approval":
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert panel.approve is not first
        for button in (first, panel.approve, panel.reject, panel.rest):
            button.click()  # not armed yet
            assert button is first or "TOO FAST Nothing was decided." in words(panel)
            panel._form._hint.value = ""
        await asyncio.sleep(0.1)
        assert desk.done == ["a"] and panel.run.status == "needs_approval"
        await panel.settled()
        first.click()  # a click that was meant for the first request
        await asyncio.sleep(0.1)
        assert desk.done == ["a"]
        panel._form._too_fast()
        panel.approve.click()
        await panel.settled()
        assert desk.done == ["a", "b"] and "TOO FAST" not in words(panel)  # it is not said for ever
        panel.stop.click()
        assert (await panel).status == "cancelled"

    asyncio.run(main())


def test_start_again_is_not_hit_by_a_double_click():
    async def main():
        desk = Desk("a")
        panel = ApprovalPanel(desk.agent, "Send it.", arm=0.2)
        await panel.settled()
        panel.approve.click()
        first = await panel
        panel.again.click()
        await asyncio.sleep(0.3)
        assert panel.run is first
        panel.again.click()
        assert (await panel.settled()) is not first

    asyncio.run(main())


def test_the_cell_goes_on_and_await_waits_for_the_end():
    async def main():
        desk = Desk("a")
        panel = ApprovalPanel(desk.agent, "Send it.", arm=0)
        assert panel.run is None and "AT WORK" in repr(panel)
        await panel.settled()
        waiter = asyncio.ensure_future(_await(panel))
        await asyncio.sleep(0.1)
        assert not waiter.done()
        click = threading.Thread(target=panel.approve.click)  # as some kernels do it
        click.start()
        click.join()
        run = await asyncio.wait_for(waiter, 5)
        assert run is panel.run and run.answer == "All done." and desk.done == ["a"]

    asyncio.run(main())


def test_a_re_run_while_the_older_panel_works_loses_nothing(tmp_path):
    path = tmp_path / "run.jsonl"
    began, go_on = threading.Event(), threading.Event()
    done = []

    def slow(text: str) -> dict:
        """Send a text, slowly."""
        began.set()
        done.append(text)
        return {"ended": go_on.wait(10)}

    def agent():
        return Agent([Tool(slow, needs_approval=True)], approve="ask", model=ScriptedModel(
            [assistant("", [call("slow", {"text": "a"})]), "All done."]))

    async def main():
        older = ApprovalPanel(agent(), "Send it.", path=path, key="here", arm=0)
        await older.settled()
        older.approve.click()
        while not began.is_set():
            await asyncio.sleep(0.01)
        newer = ApprovalPanel(agent(), "Send it.", path=path, key="here", arm=0)
        await asyncio.sleep(0.1)
        assert newer.run is None and "AT WORK" in live(newer)
        go_on.set()
        run = await asyncio.wait_for(_await(newer), 5)
        assert run.answer == "All done." and run.steps[0].results[0].data == {"ended": True}

    asyncio.run(main())
    assert done == ["a"]


async def _await(panel):
    return await panel


def test_fifty_in_a_row_leave_nothing_behind():
    async def main():
        desk = Desk(*map(str, range(50)))
        desk.agent.max_steps = 60
        panel = ApprovalPanel(desk.agent, "Send fifty.", arm=0)
        widgets_before = len(list(base._descendants(panel.box)))
        for _ in range(50):
            await panel.settled()
            panel.approve.click()
        await panel
        assert desk.done == [str(number) for number in range(50)]
        assert len(list(base._descendants(panel.box))) == widgets_before
        assert "earlier lines are not shown" in live(panel)

    asyncio.run(main())


# -- what a person reads -------------------------------------------------------------------------

def test_untrusted_texts_are_escaped_and_nothing_hides():
    bad = "<script>x</script>\u202e\u200b" + " " * 500 + "rm -rf"
    request = ToolCall("1", "send", {"te<b>xt": bad, "n": [1, None]})
    html = request_html(request)
    assert "<script" not in html and "te&lt;b&gt;xt" in html and "[1, null]" in html
    assert "&lt;U+202E&gt;&lt;U+200B&gt; [... 500 blanks ...] rm -rf" in html
    assert "Show all of it (540 characters)" in html
    assert "<U+202E>" in request_text(request)


def test_padding_is_told_by_its_length():
    assert folded("a" + "\n" * 300 + "b") == "a\n[... 299 empty lines ...]\nb"
    assert folded("+a\n" + "+\n" * 300 + "+b") == "+a\n[... 300 empty lines ...]\n+b"
    assert folded("x" * 5_000) == "xxxxxxxx[... 5,000 times x ...]"
    plain = "def f():\n\n\n    return 'a'  # " + "-" * 80
    assert folded(plain) == plain


def test_a_note_comes_before_the_effect():
    request = ToolCall("1", "send", {}, note="may already have happened", effect="It <sends>.")
    html = request_html(request)
    assert html.index("This call may already have happened.") < html.index("It &lt;sends&gt;.")


def test_contrast_and_labels(tmp_path):
    panel = ApprovalPanel(Desk("a").agent, "Send it.")
    waiting = [panel._repr_mimebundle_()["text/html"], as_page(panel)]
    panel.approve.click()
    for view in [*waiting, panel._repr_mimebundle_()["text/html"], as_page(panel)]:
        assert contrast.faults(view) == []
        assert accessibility.html_faults(view, tmp_path, rendered=False) == []


def as_page(panel):
    return f"{STYLE}<div class='sb-panel'>{live(panel)}</div>"


# -- in a notebook without a person --------------------------------------------------------------

CELLS = ['''from studybuddy import Agent, ScriptedModel, Tool
from studybuddy.messages import assistant, call
from studybuddy.panels import ApprovalPanel
done = []
def send(text: str) -> dict:
    """Send a text."""
    done.append(text)
    return {"sent": text}
agent = Agent([Tool(send, needs_approval=True)], approve="ask", model=ScriptedModel([
    *(assistant("", [call("send", {"text": text})]) for text in "abc"), "All done."]))
panel = ApprovalPanel(agent, "Send three.", arm=0.1)
panel''', '''await panel.settled()
panel.approve.click()
await panel.settled()
panel.reason.value = "Not b."
panel.reject.click()
await panel.settled()
panel.rest.click()
run = await panel
print(run.answer, done)''', "panel", "run.audit(times=False)"]


def test_the_same_drive_in_a_notebook_under_nbval(tmp_path):
    import nbformat

    from studybuddy.workbook.execute import isolated, run_notebook

    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{number}")
             for number, source in enumerate(CELLS)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    empty = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    ran = run_notebook(empty, tmp_path)
    told = json.dumps(ran["cells"][1]["outputs"])
    assert "All done. ['a', 'c']" in told
    assert "DONE: The run has ended with an answer." in json.dumps(ran["cells"][2]["outputs"])
    path = tmp_path / "drive.ipynb"
    path.write_text(json.dumps(ran), encoding="utf-8")
    changes = isolated(str(tmp_path))
    environ = {name: value for name, value in {**os.environ, **changes}.items()
               if value is not None}
    checked = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env", "-p",
         "no:cacheprovider", "--rootdir", str(tmp_path), str(path)],
        cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120)
    assert checked.returncode == 0 and "4 passed" in checked.stdout, checked.stdout


def test_in_a_diff_changed_lines_are_marked_and_the_names_of_the_files_are_not(tmp_path):
    (tmp_path / "dates.md").write_text("one\n-- two\nthree\n", encoding="utf-8")
    script = [assistant("", [call("write_file", {
        "file_path": "dates.md", "content": "one\n++ 2\nthree\n"})])]
    run = Agent(file_tools(tmp_path), approve="ask", model=ScriptedModel(script)).ask("?")
    shown = request_html(run.pending[0])
    assert re.findall(r'sb-line sb-(\w+)">(.*)\n', shown) == [
        ("removed", "--- two"), ("added", "+++ 2")]
    for name in ("--- dates.md", "+++ dates.md"):
        assert f'<span class="sb-line">{name}\n' in shown
