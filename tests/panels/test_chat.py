"""ChatPanel without a browser: asked and clicked from Python, its views read as text."""

import asyncio
import io
import json
import os
import threading
import time
from datetime import UTC, datetime

import nbformat
import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from reportlab.pdfgen.canvas import Canvas

from studybuddy import (
    Agent,
    ModelError,
    PracticeModel,
    Run,
    ScriptedModel,
    Tool,
    VectorStore,
    runfile,
    set_store,
)
from studybuddy.defaults import registry
from studybuddy.messages import Reply, assistant, call
from studybuddy.panels import ChatPanel, QuizPanel, base
from studybuddy.panels.base import is_shown
from studybuddy.panels.chat import AT_WORK, DECIDE, EMPTY, NOT_WRITTEN, OPEN_LATER
from studybuddy.panels.chat_notes import MAX_BYTES, safe_name
from studybuddy.panels.chat_turns import plans_of, quiz_in
from studybuddy.panels.driving import BUSY
from studybuddy.panels.lab_files import page_link
from studybuddy.panels.masking import MAX_SHOWN
from studybuddy.panels.style import SENT
from studybuddy.runlock import FileLock
from studybuddy.tools.notes import get_store
from studybuddy.workbook.execute import run_notebook
from tests import accessibility, contrast

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\u202e"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(base, "_placed", {})
    monkeypatch.setenv("STUDYBUDDY_TODAY", "2026-12-01")
    before = get_store()
    set_store(None)
    yield
    set_store(before)


def send(text: str) -> dict:
    """Send a text."""
    return {"sent": text}


def agent_of(*script, tools=None, **options):
    return Agent(tools or [Tool(send, needs_approval=True)], model=ScriptedModel(script),
                 **{"approve": "ask", **options})


def asks(text):
    return assistant("", [call("send", {"text": text})])


def practice():
    return Agent(registry, model=PracticeModel(today="2026-12-01"), approve="ask")


def seen(panel):
    """The text of all HTML that is shown in the panel, without the style."""
    def walk(widget):
        if is_shown(widget):
            for child in getattr(widget, "children", ()):
                yield from walk(child)
            if isinstance(getattr(widget, "value", None), str) and hasattr(widget, "placeholder"):
                yield str(widget.value).rpartition("</style>")[2]
    return " ".join(BeautifulSoup("\n".join(walk(panel.box)), "html.parser").get_text().split())


# -- asking ---------------------------------------------------------------------------------------

def test_a_question_its_steps_and_its_answer():
    panel = ChatPanel(agent_of("**Yes**.", "And no."))
    assert not is_shown(panel.new) and not is_shown(panel.save)
    panel.ask("Is it?")
    assert "You: Is it?" in seen(panel) and "Yes." in seen(panel)
    assert "1 request to the model, step by step" in seen(panel)
    panel.ask("Sure?")
    assert [turn.answer for turn in panel.turns] == ["**Yes**.", "And no."]
    assert [message["role"] for message in panel.run.messages] == [
        "user", "assistant", "user", "assistant"]
    assert "In this conversation: 2 requests to the model" in seen(panel)


def test_the_character_that_sends_is_no_part_of_the_question():
    panel = ChatPanel(agent_of("Yes."))
    panel.question.value = "Typed, and left"
    assert panel.run is None
    panel.question.value = "Typed" + SENT
    assert panel.turns[0].question == "Typed" and panel.question.value == ""


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_question_is_refused(text):
    panel = ChatPanel(agent_of())
    panel.ask(text)
    assert EMPTY in seen(panel) and panel.run is None


def test_approve_and_reject():
    panel = ChatPanel(agent_of(asks("one"), asks("two"), "Done."))
    panel.ask("Send.")
    assert "The model asks for send" in seen(panel)
    panel.ask("Something else")
    assert DECIDE in seen(panel) and panel.question.value == "Something else"
    panel.approve.click()
    panel.reason.value = "too many"
    panel.reject.click()
    results = [result.content for step in panel.run.steps for result in step.results]
    assert json.loads(results[0]) == {"sent": "one"} and "too many" in results[1]
    assert "rejects send: too many" in seen(panel)


def test_stop_and_what_comes_next():
    panel = ChatPanel(agent_of(asks("one"), "Next."))
    panel.ask("Send.")
    panel.stop.click()
    assert "STOPPED" in seen(panel) and not is_shown(panel.stop)
    panel.ask("Go on.")
    assert panel.turns[0].status == "cancelled" and panel.turns[1].answer == "Next."


def test_errors_are_sentences_without_keys(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    calls = []

    def fails(messages):
        calls.append(1)
        if len(calls) == 1:
            raise ModelError("network", "The key secret-key-1234 could not be sent.")
        return "Here."

    panel = ChatPanel(agent_of(fails, fails))
    panel.ask("Hello?")
    assert "FAILED" in seen(panel) and "The key [key] could not be sent." in seen(panel)
    assert "secret" not in panel.static_html() + panel.static_text() + seen(panel)
    assert is_shown(panel.try_again)
    panel.try_again.click()
    assert panel.turns[-1].answer == "Here." and not is_shown(panel.try_again)


def test_while_one_answer_is_made_a_second_question_is_refused():
    gate = threading.Event()

    def wait() -> dict:
        """Wait."""
        gate.wait(10)
        return {}

    async def talk():
        panel = ChatPanel(agent_of(assistant("", [call("wait", {})]), "Done.", tools=(wait,)))
        panel.ask("First")
        while "Running wait" not in seen(panel) or "asks for wait" not in seen(panel):
            await asyncio.sleep(0.01)  # its steps are seen live, a little behind the status
        panel.ask("Second")
        assert AT_WORK in seen(panel) and panel.question.value == "Second"
        for button in (panel.new, panel.save):
            button.click()
            assert f"ERROR {BUSY}" in seen(panel) and panel.run is not None
        gate.set()
        await panel.settled()
        assert [turn.answer for turn in panel.turns] == ["Done."]
        assert "the last answer took" in seen(panel)

    asyncio.run(asyncio.wait_for(talk(), 10))


# -- what an answer holds -------------------------------------------------------------------------

QUIZ = {"topic": "T", "questions": [
    {"question": "Q?", "options": ["one", "two", "three", "four"], "answer_index": 2}]}
AS_TEXT = ("Here it is.\n1. Q?\n   A) one\n   B) two\n   C) three\n   D) four\n\n"
           "Answers:\n1. C (os.pdf p.5)")


@pytest.mark.parametrize("answer", [json.dumps(QUIZ), f"Here:\n```json\n{json.dumps(QUIZ)}\n```",
                                    AS_TEXT])
def test_a_quiz_is_a_panel(answer):
    panel = ChatPanel(agent_of(answer, answer))
    panel.ask("Quiz!")
    panel.ask("Again!")
    first, second = (box._quiz for box in panel._list.boxes)
    assert isinstance(first, QuizPanel) and first.quiz.questions[0].answer_index == 2
    assert not first.retired and first is not second
    assert "The quiz as text, with the answers" in seen(panel)
    assert "C. three" in panel.static_text() and '"options"' not in panel.static_html()
    first.options[2].click()
    assert first.score == 1
    panel.retire()
    assert first.retired and second.retired


@pytest.mark.parametrize("answer", [
    "1. First\n2. Second", AS_TEXT.replace("   D) four\n", ""), AS_TEXT.replace("1. C", "2. C"),
    AS_TEXT.replace("Answers:", ""), AS_TEXT + "\n1. D", AS_TEXT.replace("A) one", "B) one"),
    AS_TEXT.replace("   B) two\n", "   B) two\n   or so\n"), "{\"questions\": []}", ""])
def test_what_is_no_whole_quiz_is_text(answer):
    assert quiz_in(answer) is None


def test_a_quiz_that_is_nested_too_deep_is_text():
    deep = json.dumps(QUIZ).replace('"answer_index": 2',
                                    f'"answer_index": 2, "answer": {"[" * 400}"a1"{"]" * 400}')
    panel = ChatPanel(agent_of(deep))
    panel.ask("Quiz!")
    assert panel.turns[0].status == "answered" and panel._list.boxes[0]._quiz is None
    for view in (seen(panel), panel.static_text()):
        assert '"options": ["one", "two", "three", "four"]' in view


def test_a_plan_is_a_calendar_with_a_file():
    panel = ChatPanel(practice())
    panel.ask("Make a study plan for DBMS and OS, exam on 2026-12-11, 2 hours a day")
    shown = panel._list.boxes[0]._found.value
    soup = BeautifulSoup(shown, "html.parser")
    assert "Study plan from 2026-12-02 to 2026-12-11" in soup.find("caption").text
    link = soup.find("a", download="study-plan.ics")
    assert link["href"].startswith("data:text/calendar") and "BEGIN%3AVEVENT" in link["href"]


def test_a_result_that_is_nested_too_deep_is_no_plan():
    deep = []
    for _ in range(400):
        deep = [deep]

    def plan() -> dict:
        """Plan."""
        return {"plan": [{"date": "2026-12-02", "topic": "OS", "hours": 1}], "more": deep}

    panel = ChatPanel(agent_of(assistant("", [call("plan", {})]), "Here it is.",
                               tools=[Tool(plan)]))
    panel.ask("Plan!")
    assert plans_of(panel.turns[0]) == [] and "Here it is." in seen(panel)


def test_sources_show_their_passage_and_are_text_where_no_file_can_be_opened(tmp_path):
    store = VectorStore()
    store.add_text("A zorblax sleeps upside down in tall trees.", "birds.pdf", page=4)
    panel = ChatPanel(practice(), notes=store)
    panel.ask("What is a zorblax?")
    shown = BeautifulSoup(panel._list.boxes[0]._found.value, "html.parser")
    assert "birds.pdf p.4" in shown.text and shown.find("a") is None
    assert "sleeps upside down" in shown.details.text


# -- strangers' texts -----------------------------------------------------------------------------

def test_hostile_texts_are_text_everywhere():
    def look(what: str) -> dict:
        """Look."""
        return {"results": [{"text": EVIL, "source": EVIL}], "exam_date": "2026-12-02",
                "plan": [{"date": "2026-12-01", "topic": EVIL, "hours": 1}]}

    plain = EVIL.replace("\u202e", "")
    options = [plain, "two", "three", "four"]
    quiz = {"topic": plain, "questions": [{"question": plain, "options": options,
                                           "answer_index": 0, "explanation": plain}]}
    panel = ChatPanel(agent_of(assistant(EVIL, [call("look", {"what": EVIL})]), EVIL,
                               json.dumps(quiz), tools=(look,)))
    panel.ask(EVIL)
    panel.ask("quiz")
    html = panel.static_html() + "".join(
        part.value for box in panel._list.boxes for part in (
            box._question, box._steps, box._answer, box._found))
    assert html.count("&lt;script&gt;") > 6
    assert "<script" not in html and "<img src=x" not in html and "\u202e" not in html
    for text in (html, panel.static_text()):
        assert "<U+202E>" in text or "&lt;U+202E&gt;" in text


@pytest.mark.parametrize("name, kept", [
    ("os.pdf", "os.pdf"), ("../../x.pdf", "x.pdf"), ("C:\\a\\b.md", "b.md"),
    ("<img src=x>.pdf", "_img src_x_.pdf"), (".hidden.txt", "hidden.txt"), ("con.txt", "_con.txt"),
    ("a" * 300 + ".pdf", "a" * 76 + ".pdf"), ("नोट्स.md", "नोट्स.md"), ("", "_"),
    ("a\u202e.pdf", "a_U+202E_.pdf")])
def test_names_of_uploaded_files(name, kept):
    assert safe_name(name) == kept


# -- notes ----------------------------------------------------------------------------------------

def upload(panel, **files):
    panel._notes.upload.value = [
        {"name": name.replace("_", "."), "type": "", "size": len(content),
         "content": memoryview(content), "last_modified": datetime.now(UTC)}
        for name, content in files.items()]


def test_notes_are_uploaded_kept_and_found(tmp_path):
    path = tmp_path / "chats" / "chat.jsonl"
    panel = ChatPanel(practice(), path=path)
    upload(panel, birds_md=b"A zorblax sleeps upside down.", bad_pdf=b"no", prog_exe=b"MZ")
    assert "birds.md: 1 passage can be searched." in seen(panel)
    assert "bad.pdf is no PDF" in seen(panel) and "prog.exe is no PDF, Markdown" in seen(panel)
    assert [place.name for place in (tmp_path / "chats" / "chat-notes").iterdir()] == ["birds.md"]
    panel.ask("What is a zorblax?")
    assert "birds.md p.1" in panel.turns[0].answer
    set_store(None)
    again = ChatPanel(practice(), path=path)  # as after a restart
    assert "birds.md: 1 passage can be searched." in seen(again)
    assert again.turns[0].answer == panel.turns[0].answer
    assert get_store().path_of("birds.md").name == "birds.md"


def test_too_much_at_a_time_is_refused():
    panel = ChatPanel(practice())
    upload(panel, big_txt=b"a" * (MAX_BYTES + 1))
    assert "more than 9 MB together" in seen(panel) and get_store() is None


def test_reading_notes_does_not_block_the_loop():
    class Slow(VectorStore):
        gate = threading.Event()

        def add_file(self, path, password=None):
            self.gate.wait(10)
            return super().add_file(path, password)

    async def talk():
        panel = ChatPanel(practice(), notes=Slow())
        upload(panel, a_md=b"One.", b_md=b"Two.")
        while "READING" not in seen(panel):
            await asyncio.sleep(0.01)
        assert "a.md, file 1 of 2" in seen(panel)
        upload(panel, c_md=b"Three.")
        Slow.gate.set()
        await panel.settled()
        assert panel._notes.store.sources == ["a.md", "b.md"]
        assert "Wait until that has ended" in seen(panel)

    asyncio.run(asyncio.wait_for(talk(), 10))


def test_no_upload_where_notes_cannot_be_searched():
    assert ChatPanel(agent_of())._notes is None
    assert ChatPanel(practice(), notes=False)._notes is None

    class Other:
        def search(self, query, k):
            return []

    set_store(Other())
    assert ChatPanel(practice())._notes is None


# -- on disk --------------------------------------------------------------------------------------

def test_conversations_are_kept_continued_and_opened(tmp_path):
    path = tmp_path / "chat.jsonl"
    panel = ChatPanel(agent_of("One."), path=path)
    panel.ask("First?")
    panel.new.click()
    assert panel.run is None and panel.turns == []
    panel._agent = agent_of("Two.")
    panel.ask("Second?")
    assert sorted(place.name for place in tmp_path.glob("*.jsonl")) == [
        "chat-2.jsonl", "chat.jsonl"]
    again = ChatPanel(agent_of(asks("x"), "Three."), path=path)
    assert [turn.question for turn in again.turns] == ["Second?"]  # the one used last
    assert [label for label, _ in again.saved.options] == ["chat.jsonl: First?"]
    assert "Second?" in repr(ChatPanel(agent_of(), path=path))
    again.open.click()
    assert [turn.answer for turn in again.turns] == ["One."]
    assert "You: First?" in seen(again) and "Second?" not in seen(again).partition("Saved")[0]


def test_a_request_that_waits_is_shown_again_after_a_restart(tmp_path):
    path = tmp_path / "chat.jsonl"
    ChatPanel(agent_of(asks("x")), path=path).ask("Send.")
    again = ChatPanel(agent_of(asks("x"), "Sent."), path=path)
    assert "The model asks for send" in seen(again)
    again.approve.click()
    assert again.turns[0].answer == "Sent."


def test_a_file_that_cannot_be_read_stays_as_it_is(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_text("no run\n")
    panel = ChatPanel(agent_of("Yes."), path=path)
    assert "is damaged" in seen(panel) or "is no file of a run" in seen(panel)
    panel.ask("Hello?")
    assert path.read_text() == "no run\n" and panel.turns[0].answer == "Yes."
    assert (tmp_path / "chat-2.jsonl").exists()


def test_a_newer_panel_takes_over(tmp_path):
    without = ChatPanel(agent_of(asks("x")), key="a")
    without.ask("Send.")
    ChatPanel(agent_of(), key="a")
    assert without.retired and without.run.status == "cancelled"
    path = tmp_path / "chat.jsonl"
    kept = ChatPanel(agent_of(asks("x")), key="b", path=path)
    kept.ask("Send.")
    newer = ChatPanel(agent_of(asks("x"), "Sent."), key="b", path=path)
    assert kept.retired and newer.run.status == "needs_approval"


def test_export_to_read_and_to_go_on(tmp_path, monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    risky = "See ![x](http://evil.example/x.png) ``` secret-key-1234"
    panel = ChatPanel(agent_of("Plain **text**.", risky,
                               assistant("", [call("send", {"text": "a"}),
                                              call("send", {"text": "b"})])))
    for question in ("one", "my key is secret-key-1234", "three"):
        panel.ask(question)
    second = panel.run.pending[1]
    panel.run.approve(second.id)
    text = panel.export(tmp_path / "chat.md").read_text(encoding="utf-8")
    assert "\n\nPlain **text**.\n\n" in text
    assert "````text\nSee ![x](http://evil.example/x.png) ``` [key]\n````" in text
    copy = panel.export(tmp_path / "chat.jsonl")
    assert "secret-key-1234" not in text + copy.read_text(encoding="utf-8")
    loaded = Run.load(copy, agent_of())
    assert [call.id for call in loaded.pending] == [call.id for call in panel.run.pending] + [
        second.id]  # the approval that was not used stayed behind
    panel.save.click()
    links = BeautifulSoup(panel._links.value, "html.parser").find_all("a")
    assert [link["download"] for link in links] == ["chat.md", "chat.jsonl"]
    assert "secret-key-1234" not in panel._links.value
    with pytest.raises(ValueError, match="must end in .md or .jsonl"):
        panel.export(tmp_path / "chat.pdf")


# -- the panel ------------------------------------------------------------------------------------

@pytest.mark.parametrize("options, error", [
    ({"agent": "no"}, TypeError), ({"notes": "x.pdf"}, TypeError), ({"arm": -1}, ValueError),
    ({"arm": True}, ValueError)])
def test_what_is_no_use_is_refused(options, error):
    with pytest.raises(error):
        ChatPanel(**{"agent": agent_of(), **options})


def test_the_static_view_reads_well(tmp_path):
    panel = ChatPanel(practice())
    panel.ask("What is 15% of 2,480?")
    text = panel.static_text()
    assert "You: What is 15% of 2,480?" in text and "calculator" in text and "372" in text
    shown = panel._repr_mimebundle_()["text/html"]
    assert accessibility.html_faults(shown, tmp_path) == []
    assert contrast.faults(shown) == []


def test_without_a_browser_in_a_notebook(tmp_path):
    """The same drive under a kernel: cells go on at once, `await settled()` waits."""
    cells = ["from studybuddy import Agent, PracticeModel\n"
             "from studybuddy.defaults import registry\n"
             "from studybuddy.panels import ChatPanel\n"
             "panel = ChatPanel(Agent(registry, PracticeModel(today='2026-12-01'), "
             "approve='ask'), arm=0.01)\npanel",
             "panel.ask('What is 6 * 7?')\nrun = await panel.settled()\nprint(run.status)",
             "panel.ask('Email me a plan for OS, exam on 2026-12-06')\n"
             "run = await panel.settled()\nprint(run.status)\npanel.reject.click()\n"
             "run = await panel.settled()\nprint(run.status, len(panel.turns))"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    done = run_notebook(notebook, tmp_path)
    printed = [output.text for cell in (done or notebook).cells for output in cell.outputs
               if output.output_type == "stream"]
    assert printed == ["answered\n", "needs_approval\nanswered 2\n"]


# -- files ----------------------------------------------------------------------------------------

def test_a_page_link_leads_only_to_a_file_that_jupyterlab_serves(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    served = tmp_path / "served"
    (served / ".hidden").mkdir(parents=True)
    (tmp_path / "runtime").mkdir()
    places = [served / "a & b.pdf", served / ".hidden" / "c.pdf", tmp_path / "outside.pdf"]
    for place in places:
        place.write_bytes(b"x")
    assert "<a" not in page_link(places[0], 2, "a p.2")  # no server is known
    about = tmp_path / "runtime" / f"jpserver-{os.getppid()}.json"
    about.write_text(json.dumps({"root_dir": str(served)}))
    link = BeautifulSoup(page_link(places[0], 2, f"{EVIL} p.2"), "html.parser").a
    assert json.loads(link["data-commandlinker-args"]) == {"path": "a & b.pdf", "id": "#page=2"}
    assert link.text == f"{EVIL} p.2".replace("\u202e", "<U+202E>")
    for place in (places[1], places[2], served / "gone.pdf", None):
        assert "<a" not in page_link(place, 2, "a p.2")
    about.write_text("{")
    assert "<a" not in page_link(places[0], 2, "a p.2")


def test_a_conversation_that_went_on_elsewhere(tmp_path):
    path = tmp_path / "chat.jsonl"
    first = ChatPanel(agent_of("One.", "Two."), path=path)
    first.ask("First?")
    second = ChatPanel(agent_of("One.", "Two."), path=path)
    second.ask("Second?")
    first.ask("Third?")
    assert "was continued elsewhere" in seen(first) and "Run this cell again" in seen(first)
    assert [turn.question for turn in second.turns] == ["First?", "Second?"]
    assert len(first.turns) == 1


def test_an_answer_that_came_stays_when_the_file_goes_no_further(tmp_path):
    path = tmp_path / "chat.jsonl"
    first = ChatPanel(agent_of("One.", "Two."), path=path, key="first")
    first.ask("First?")
    second = ChatPanel(agent_of("One.", "Two."), path=path, key="second")
    first.ask("Second?")
    second.ask("Third?")
    assert [(turn.question, turn.status, turn.answer) for turn in second.turns] == [
        ("First?", "answered", "One.")]
    says = ("This conversation is not kept in its file any more: chat.jsonl was continued "
            "elsewhere")
    for view in (seen(second), second.static_text(), second.static_html()):
        told = BeautifulSoup(view, "html.parser").text
        assert told.index("One.") < told.index(says)
        assert "FAILED" not in view
    assert second.question.value == "Third?"


@pytest.mark.parametrize("pressed", ["try_again", "send", "ask"])
def test_a_question_that_its_file_cannot_take_now_is_asked_once(pressed, tmp_path):
    path = tmp_path / "chats" / "chat.jsonl"
    panel = ChatPanel(agent_of("One.", "Two.", "Three.", "Four."), path=path)
    panel.ask("First?")
    path.parent.rename(tmp_path / "moved")
    panel.ask("Second?")
    says = "chat.jsonl cannot be written: No such file or directory. Nothing is lost: press Try "
    assert [turn.status for turn in panel.turns] == ["answered", "failed"]
    assert panel.turns[1].answer.startswith(says)
    for view in (seen(panel), panel.static_text(), panel.static_html()):
        told = BeautifulSoup(view, "html.parser").text
        assert told.index("One.") < told.index("Second?") < told.index(says)
        assert "NOT KEPT" not in told  # the first one has its answer, and is in the file
    assert "Second?" in panel._as_files()[".md"]
    assert panel.question.value == ""  # else it is sent again
    if pressed == "ask":
        panel.ask("Third?")  # it stays behind the second one, and is said as that is
        assert [turn.question for turn in panel.turns] == ["First?", "Second?", "Third?"]
        assert panel.turns[2].answer.startswith(says) and panel.question.value == ""
    (tmp_path / "moved").rename(path.parent)
    if pressed == "send":
        panel.send.click()
        assert EMPTY in seen(panel)
    panel.try_again.click()
    panel.ask("Last?")
    asked = ["First?", "Second?", *["Third?"] * (pressed == "ask"), "Last?"]
    for run in (panel.run, Run.load(path, agent_of())):
        assert run.unwritten == []
        assert [message["content"] for message in run.messages
                if message["role"] == "user"] == asked
    assert [turn.status for turn in panel.turns] == [
        "answered", *["failed"] * (pressed == "ask"), "answered", "answered"]
    shown = [BeautifulSoup(box._question.value, "html.parser").text for box in panel._list.boxes]
    assert [text.removeprefix("You:").strip() for text in shown] == asked


def test_a_question_that_its_file_never_got_goes_into_the_next_conversation(tmp_path):
    path = tmp_path / "chats" / "chat.jsonl"
    panel = ChatPanel(agent_of("One.", "Two."), path=path)
    panel.ask("First?")
    path.parent.rename(tmp_path / "moved")
    panel.ask("Second?")
    panel.question.value = "Third?"
    panel.new.click()
    assert panel.question.value == "Second?\nThird?" and panel.turns == []
    (tmp_path / "moved").rename(path.parent)
    panel.send.click()
    assert [turn.question for turn in panel.turns] == ["Second?\nThird?"]
    assert len(Run.load(path, agent_of()).messages) == 2  # the first conversation is as it was


class Disk:
    """Stands before each write of a run file: `full` is the error that it raises."""

    def __init__(self, monkeypatch):
        self.full: BaseException | None = None
        append = runfile.RunFile.append

        def written(file, event):
            if self.full is not None and file.path.endswith("chat.jsonl"):
                raise self.full
            append(file, event)

        monkeypatch.setattr(runfile.RunFile, "append", written)

    def fill(self):
        self.full = runfile.RunFileError.for_now("The disk is full.")


def test_a_question_of_a_lost_conversation_is_put_back_while_another_waits(tmp_path, monkeypatch):
    path, disk = tmp_path / "chat.jsonl", Disk(monkeypatch)
    panel = ChatPanel(agent_of("One.", "Two."), path=path)
    panel.ask("First?")
    disk.fill()
    panel.ask("Second?")
    disk.full = None
    Run.load(path, agent_of("Else.")).ask("Elsewhere?")
    panel.try_again.click()
    assert "continued elsewhere" in seen(panel)
    panel.ask("Third?")
    assert panel.question.value == "Third?"
    panel.new.click()
    assert panel.question.value == "Second?\nThird?"


@pytest.mark.parametrize("error", [MemoryError(), KeyboardInterrupt()])
def test_a_question_waits_on_when_writing_it_fails_in_another_way(error, tmp_path, monkeypatch):
    disk = Disk(monkeypatch)
    panel = ChatPanel(agent_of("One.", "Two.", "Three."), path=tmp_path / "chat.jsonl")
    panel.ask("First?")
    disk.fill()
    panel.ask("Second?")
    panel.ask("Third?")
    disk.full = error
    try:
        panel.try_again.click()
    except KeyboardInterrupt:
        pass
    disk.full = None
    assert [event["message"]["content"] for event in panel.run.unwritten] == ["Second?", "Third?"]
    newest = panel.turns[-1]
    assert (newest.question, newest.status) == ("Third?", "failed")  # not the answer of the first
    assert newest.answer.startswith(NOT_WRITTEN)
    assert panel._driver.can_try_again
    panel.try_again.click()
    assert [turn.question for turn in panel.turns] == ["First?", "Second?", "Third?"]
    assert panel.turns[-1].answer == "Two." and panel.run.unwritten == []


def test_what_waits_for_the_file_is_exported_too(tmp_path, monkeypatch):
    path, disk = tmp_path / "chat.jsonl", Disk(monkeypatch)

    def answers(messages):
        disk.fill()
        return "One."

    panel = ChatPanel(agent_of(answers, "Two."), path=path)
    panel.ask("First?")
    panel.ask("Second?")
    told = [("user", "First?"), ("assistant", "One."), ("user", "Second?")]
    for name in ("out.md", "out.jsonl"):
        text = panel.export(tmp_path / name).read_text(encoding="utf-8")
        assert all(content in text for _, content in told)
    run = Run.load(tmp_path / "out.jsonl", agent_of("One.", "Two."))
    assert [(message["role"], message["content"]) for message in run.messages] == told
    assert run.advance().answer == "Two."


def test_a_question_behind_a_request_waits_with_it_when_exported(tmp_path, monkeypatch):
    path, disk = tmp_path / "chat.jsonl", Disk(monkeypatch)

    def calls(messages):
        disk.fill()
        return asks("x")

    panel = ChatPanel(agent_of(calls, "Done."), path=path)
    panel.ask("First?")
    panel.ask("Second?")
    run = Run.load(panel.export(tmp_path / "out.jsonl"), agent_of("Done."))
    assert [call.name for call in run.pending] == ["send"]
    assert "Second?" in panel.export(tmp_path / "out.md").read_text(encoding="utf-8")


def test_a_file_that_was_never_made_is_not_said_to_be_saved(tmp_path):
    (tmp_path / "chats").write_text("a file")
    panel = ChatPanel(agent_of("One."), path=tmp_path / "chats" / "chat.jsonl")
    panel.ask("First?")
    assert "cannot be written" in seen(panel) and OPEN_LATER not in seen(panel)
    assert panel.question.value == "First?"


def test_no_turn_is_gone_while_a_question_is_written(tmp_path, monkeypatch):
    """Else all of them would be drawn anew."""
    panel = ChatPanel(agent_of("One.", "Two."), path=tmp_path / "chat.jsonl")
    panel.ask("First?")
    counted, append = [], runfile.RunFile.append

    def slowly(file, event):
        counted.append(len(panel.turns))
        append(file, event)
        counted.append(len(panel.turns))

    monkeypatch.setattr(runfile.RunFile, "append", slowly)
    panel.ask("Second?")
    assert counted == [2, 2, 2, 2]


def test_an_answer_that_could_not_be_written_is_shown(tmp_path):
    path = tmp_path / "chats" / "chat.jsonl"

    def answers(messages):
        path.parent.rename(tmp_path / "moved")
        return json.dumps(QUIZ)

    panel = ChatPanel(agent_of("One.", answers, "Three."), path=path)
    panel.ask("First?")
    panel.ask("Quiz!")
    assert panel.turns[1].status == "answered" and panel._list.boxes[1]._quiz is not None
    says = "This conversation cannot be kept in its file now: chat.jsonl cannot be written"
    for view in (seen(panel), panel.static_text(), panel.static_html()):
        assert says in view and "FAILED" not in view
    (tmp_path / "moved").rename(path.parent)
    panel.try_again.click()
    panel.ask("Third?")
    assert "NOT KEPT" not in seen(panel)
    assert [turn.answer for turn in panel.turns] == ["One.", json.dumps(QUIZ), "Three."]
    assert Run.load(path, agent_of()).answer == "Three."


@pytest.mark.parametrize("looped", [False, True])
def test_a_question_that_fails_is_asked_once(looped):
    class Model:
        name, asked, works = "slow", 0, True

        def complete(self, messages, tools, **options):
            self.asked += 1
            if not self.works:
                raise ModelError("timeout", "The model did not answer in 60 seconds.")
            return Reply(assistant("Yes."), "stop")

    async def talk():
        model = Model()
        panel = ChatPanel(Agent([], model))
        asked = []
        for works in (False, True, False, False):
            model.works = works
            panel.ask("Well?")
            await panel.settled()
            asked.append(model.asked)
            assert is_shown(panel.try_again) == (not works)
        panel.try_again.click()
        await panel.settled()
        assert [*asked, model.asked] == [1, 2, 3, 4, 5]

    if looped:
        asyncio.run(talk())
    else:
        with pytest.raises(StopIteration):  # nothing in it waits where no loop runs
            talk().send(None)


@pytest.mark.skipif(os.name == "nt", reason="the lock of another program is that of POSIX here")
def test_a_conversation_whose_file_another_program_holds(tmp_path, monkeypatch):
    monkeypatch.setattr(runfile, "LOCK_SECONDS", 0.02)
    path = tmp_path / "chat.jsonl"
    panel = ChatPanel(agent_of("One.", "Two."), path=path)
    panel.ask("First?")
    lock = FileLock(str(path), 1)
    lock.acquire()
    panel.ask("Second?")
    assert "chat.jsonl is in use by another program" in seen(panel)
    assert is_shown(panel.try_again)
    for told in (seen(panel), panel.static_text(), panel.static_html()):
        assert "press Try again to go on" in told and "advance()" not in told
    lock.release()
    panel.try_again.click()
    assert [(turn.question, turn.answer) for turn in panel.turns] == [
        ("First?", "One."), ("Second?", "Two.")]
    assert "in use" not in seen(panel) and not is_shown(panel.try_again)
    with path.open("ab") as file:
        file.write(b'{"torn')  # to drop that, opening it needs the file for itself
    lock.acquire()
    later = ChatPanel(agent_of("One.", "Two."), path=path)
    assert "chat.jsonl is in use by another program" in seen(later)
    assert OPEN_LATER in seen(later)
    lock.release()
    later.open.click()
    assert [turn.question for turn in later.turns] == ["First?", "Second?"]
    assert "in use" not in seen(later)


# -- what went wrong once -------------------------------------------------------------------------

def test_a_request_that_waits_shows_no_key_in_what_is_stored(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    panel = ChatPanel(agent_of(asks("secret-key-1234")))
    panel.ask("Send.")
    assert panel.run.pending[0].arguments == {"text": "secret-key-1234"}
    for view in (panel.static_text(), panel.static_html(), str(panel._repr_mimebundle_())):
        assert "[key]" in view and "secret-key-1234" not in view
    panel.complain("The key secret-key-1234 is wrong.")
    assert "The key [key] is wrong." in seen(panel)


def test_any_error_of_a_model_is_a_failed_turn_that_can_be_tried_again(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    script = iter([ConnectionResetError("secret-key-1234"), "Here.", ValueError("odd"), "Third."])

    def answers(messages):
        given = next(script)
        if isinstance(given, Exception):
            raise given
        return given

    panel = ChatPanel(agent_of(*[answers] * 4))
    panel.ask("First?")
    assert panel.turns[0].status == "failed" and is_shown(panel.try_again)
    assert "FAILED This did not work (ConnectionResetError): [key]" in seen(panel)
    panel.try_again.click()
    assert panel.turns[0].answer == "Here." and not is_shown(panel.try_again)
    panel.ask("Second?")
    panel.ask("Third?")
    assert [turn.status for turn in panel.turns] == ["answered", "failed", "answered"]
    assert "The model gave no answer." in seen(panel)


def test_a_question_that_could_not_be_asked_comes_back(tmp_path, monkeypatch):
    path = tmp_path / "chat.jsonl"
    first = ChatPanel(agent_of("One.", "Two."), path=path)
    first.ask("First?")
    ChatPanel(agent_of("One.", "Two."), path=path).ask("Elsewhere?")
    first.question.value = "My long question" + SENT
    assert "was continued elsewhere" in seen(first) and first.question.value == "My long question"
    (tmp_path / "file").write_text("x")
    other = ChatPanel(agent_of("One."), path=tmp_path / "file" / "chat.jsonl")
    other.ask("My other question")
    assert "cannot be written" in seen(other) and other.question.value == "My other question"


@pytest.mark.parametrize("path, says", [
    ("", "That is no path of a file"), ("a\0b.jsonl", "That is no path of a file"),
    ("a" * 300 + ".jsonl", "cannot be used"), (".", "is a folder")])
def test_a_path_that_cannot_be_is_a_sentence(path, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    panel = ChatPanel(agent_of("Yes."), path=path)
    panel.ask("Works?")
    assert says in seen(panel).partition("NOT KEPT")[2] and says in panel.static_html()
    assert panel.turns[0].answer == "Yes." and list(tmp_path.iterdir()) == []


def test_the_conversation_s_own_file_is_not_exported_over(tmp_path):
    path = tmp_path / "chat.jsonl"
    panel = ChatPanel(agent_of("One.", "Two."), path=path)
    panel.ask("First?")
    with pytest.raises(ValueError, match="is a conversation of this chat"):
        panel.export(path)
    panel.ask("Second?")
    assert panel.turns[1].answer == "Two."


def test_an_upload_of_no_use_leaves_the_notes_as_they_were(tmp_path):
    panel = ChatPanel(practice(), path=tmp_path / "chat.jsonl")
    kept = tmp_path / "chat-notes"
    upload(panel, birds_md=b"A zorblax sleeps upside down.")
    upload(panel, birds_md=b"")
    assert "birds.md is empty" in seen(panel)
    upload(panel, birds_md=b"\0\0")
    assert "birds.md holds data, not text." in seen(panel)
    assert (kept / "birds.md").read_bytes() == b"A zorblax sleeps upside down."
    assert panel._notes.store.search("zorblax")
    upload(panel, birds_md=b"A quaggle swims.")
    assert "takes the place of the earlier file" in seen(panel)
    assert panel._notes.store.search("quaggle") and not panel._notes.store.search("zorblax")
    assert [place.name for place in kept.iterdir()] == ["birds.md"]


def test_different_files_stay_different(tmp_path):
    panel = ChatPanel(practice(), path=tmp_path / "chat.jsonl")
    texts = {"x?_txt": b"Apples.", "x*_txt": b"Stars."}
    upload(panel, **texts)
    assert panel._notes.store.sources == ["x_.txt", "x_ (2).txt"]
    panel._notes.upload.value = [
        {"name": "s.txt", "type": "", "size": 9, "content": memoryview(content),
         "last_modified": datetime.now(UTC)} for content in (b"Rivers.", b"Lakes.")]
    assert panel._notes.store.sources[2:] == ["s.txt", "s (2).txt"]


def test_a_locked_pdf_is_told_in_words_for_a_learner():
    file = io.BytesIO()
    canvas = Canvas(file, encrypt="secret")
    canvas.drawString(72, 700, "Text.")
    canvas.save()
    panel = ChatPanel(practice())
    upload(panel, my_pdf=file.getvalue())
    assert "my.pdf is locked. Save a copy without a password" in seen(panel)
    assert "read_pdf" not in seen(panel)


def test_only_the_search_in_notes_gives_sources():
    def other(what: str) -> dict:
        """Other."""
        return {"results": [{"source": "lecture.pdf p.2", "text": "forged"}]}

    panel = ChatPanel(agent_of(assistant("", [call("other", {"what": "x"})]),
                               "As lecture.pdf p.2 says.", tools=(other,)))
    panel.ask("What?")
    assert panel._list.boxes[0]._found.value == "" and "Sources" not in panel.static_text()


@pytest.mark.parametrize("answer", ["Hi.\n\n## You\n\nsend my mail", "You\n===", "```\nopen",
                                    "$\\href{https://evil.example}{notes}$", "> # You"])
def test_an_answer_cannot_pose_as_the_learner_in_an_export(answer, tmp_path):
    panel = ChatPanel(agent_of(answer))
    panel.ask("q")
    text = panel.export(tmp_path / "chat.md").read_text(encoding="utf-8")
    tokens = MarkdownIt().parse(text)
    headings = [tokens[at + 1].content for at, token in enumerate(tokens)
                if token.type == "heading_open"]
    assert headings[1:] == ["You", "StudyBuddy"] and tokens[-1].type == "fence"


def test_a_huge_answer_is_cut_and_its_length_told(monkeypatch, tmp_path):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    border = "y" * (MAX_SHOWN - 5) + "secret-key-1234" + "y" * 3_000_000
    panel = ChatPanel(agent_of(border))
    began = time.process_time()  # whatever else the machine does
    panel.ask("q")
    views = [panel._list.boxes[0]._answer.value, panel.static_html(), panel.static_text(),
             panel.export(tmp_path / "chat.md").read_text()]
    assert time.process_time() - began < 5
    for view in views:
        assert f"{len(border):,} characters" in view and len(view) < 3 * MAX_SHOWN
        assert "secre" not in view


def test_odd_events_of_a_model_are_no_fault():
    told = []

    class Odd:
        name = "odd"

        def complete(self, messages, tools, cancel=None, on_event=None, **options):
            for event in ({"type": "retry", "wait": None}, {"type": "request"}, {"type": "call"},
                          {"x": 1}, None, "retry"):
                on_event(event)
            return Reply(assistant("Here."), "stop")

    async def talk():
        asyncio.get_running_loop().set_exception_handler(lambda loop, what: told.append(what))
        panel = ChatPanel(Agent([], model=Odd()))
        panel.ask("q")
        await panel.settled()
        return panel.turns[0].answer

    assert asyncio.run(talk()) == "Here." and told == []
