"""A run to read, as rows, text and table."""

import random
import sys
import time

import pytest

from studybuddy import Agent, ModelError, ScriptedModel, ToolRegistry, diff, trace
from studybuddy.messages import NO_ANSWER, Reply, assistant, call, user
from studybuddy.showing import mask


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def act(what: str) -> str:
    """Act."""
    return what


def run(script, **options):
    registry = ToolRegistry([add])
    registry.add(act, needs_approval=True)
    return Agent(registry, model=ScriptedModel(script), **options).ask("<b>1 + 2</b>?")


CALL = assistant("I look.", [call("add", {"a": 1, "b": 2}, "c1")])


def test_rows():
    assert trace.rows(run([CALL, "3"], system="Be kind.")) == [
        {"step": 0, "who": "system", "what": "Be kind."},
        {"step": 0, "who": "user", "what": "<b>1 + 2</b>?"},
        {"step": 1, "who": "model", "what": "I look."},
        {"step": 1, "who": "model", "what": 'asks for add {"a": 1, "b": 2}'},
        {"step": 1, "who": "add", "what": '{"result": 3}'},
        {"step": 2, "who": "model", "what": "3"},
    ]


def test_text():
    assert trace.text(run([CALL, "3"])) == "\n".join([
        " 0  user   <b>1 + 2</b>?",
        " 1  model  I look.",
        ' 1  model  asks for add {"a": 1, "b": 2}',
        ' 1  add    {"result": 3}',
        " 2  model  3",
        "    answered"])


def test_long_texts_are_cut_and_say_so():
    assert "x" * 30 + "... (5,000 characters)" in trace.text(run(["x" * 5000]), width=30)


def test_what_waits_is_shown():
    waiting = run([assistant("", [call("act", {"what": "x"}, "c1")])])
    assert trace.rows(waiting)[-1] == {
        "step": 1, "who": "person", "what": "act waits for a decision"}
    assert trace.text(waiting).endswith("needs_approval")


def test_the_table_escapes_what_it_shows():
    table = trace.table(run([CALL, "<script>"]))
    assert "&lt;script&gt;" in table and "<script>" not in table and "<b>" not in table
    assert table.count("<tr>") == 6 and '<th scope="col">' in table
    assert "<caption>2 requests, answered</caption>" in table


def test_a_table_is_shown_as_a_table_and_read_as_text():
    from IPython.core.formatters import DisplayFormatter

    shown, _ = DisplayFormatter().format(trace.table(run([CALL, "3"])))
    assert shown["text/plain"] == trace.text(run([CALL, "3"]))
    assert shown["text/html"].startswith("<style>") and "<table" in shown["text/html"]


def test_long_cells_tell_their_length():
    assert "...</span> (5,000 characters)</td>" in trace.table(run(["x" * 5000]))
    long = run([assistant("", [call("act", {"what": "y" * 5000}, "c1")])])
    assert "characters)" in trace.text(long) and "y" * 200 not in trace.text(long)


def test_hidden_characters_become_codes():
    shown = trace.text(run(["a\x1b[2Jb\u202ec\u200bd"]))
    assert "a<U+001B>[2Jb<U+202E>c<U+200B>d" in shown


# -- step by step ------------------------------------------------------------------------------


def test_one_step():
    done = run([CALL, "3"], system="Be kind.")
    assert [row["who"] for row in trace.rows(done, step=0)] == ["system", "user"]
    assert [row["who"] for row in trace.rows(done, step=1)] == ["model", "model", "add"]
    assert trace.text(done, step=2) == " 2  model  3\n    answered"
    assert "answered" not in trace.text(done, step=1)
    assert "<caption>Step 1 of 2</caption>" in trace.table(done, step=1)


@pytest.mark.parametrize("step", [-1, 3, "1", 1.0, True])
@pytest.mark.parametrize("view", [trace.rows, trace.text, trace.table, trace.timeline])
def test_a_step_that_is_not_there(view, step):
    with pytest.raises(ValueError, match="has the steps 0 to 2"):
        view(run([CALL, "3"]), step=step)


# -- who decided, and how it ended -------------------------------------------------------------


def test_decisions_are_told_before_their_results():
    acts = assistant("", [call("act", {"what": "x"}, "c1"), call("act", {"what": "y"}, "c2")])
    waiting = run([acts, "ok"])
    waiting.approve("c1")
    waiting.reject("c2", "not now")
    found = [(row["who"], row["what"]) for row in trace.rows(waiting.advance(), step=1)][2:]
    assert found == [("person", "approves act"), ("act", '{"result": "x"}'),
                     ("person", "rejects act: not now"), ("act", found[3][1])]
    assert "rejected" in found[3][1]


def test_a_failed_run_says_why():
    class Broken:
        def complete(self, messages, tools, **more):
            raise ModelError("auth", "The key is wrong.")

    failed = Agent([add], model=Broken()).ask("1 + 2?")
    assert trace.text(failed).endswith("failed: The key is wrong.")
    assert "<caption>0 requests, failed: The key is wrong.</caption>" in trace.table(failed)


# -- a history of one's own --------------------------------------------------------------------


def test_a_list_of_messages_is_as_good_as_a_run():
    done = run([CALL, "3"])
    assert trace.text(done.messages) == trace.text(done)
    assert trace.table(done.messages) == trace.table(done)
    assert trace.timeline(done.messages).alt == trace.timeline(done).alt
    assert trace.text(done.messages[:2]).endswith("not answered")
    assert trace.text([]) == "    not answered"


def test_broken_messages_are_shown_all_the_same():
    broken = [{"role": "assistant", "content": None, "tool_calls": [{"id": None}]},
              {"role": "tool", "content": [{"type": "text", "text": "x"}]}, {"content": 5}]
    assert "asks for None None" in trace.text(broken)
    assert "x" in trace.table(broken) and trace.timeline(broken).alt


# -- secrets -----------------------------------------------------------------------------------

KEY, PASSWORD = "my-own-key/42+", 'pass"word'


def leaky():
    """A run with secrets in every place of it."""
    everywhere = f"{KEY} and {PASSWORD} and sk-abcdefgh12345678"
    script = [assistant(everywhere, [call("add", {"a": everywhere}, f"c-{KEY}"),
                                     call(KEY, {"b": PASSWORD}, "c2")]), everywhere]
    return Agent([add], model=ScriptedModel(script)).ask(everywhere)


@pytest.mark.parametrize("view", [trace.text, trace.table, lambda run: repr(trace.rows(run)),
                                  lambda run: trace.timeline(run).svg,
                                  lambda run: repr(trace.timeline(run)._repr_mimebundle_())])
def test_secrets_never_show(view, monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", KEY)
    monkeypatch.setenv("SMTP_PASSWORD", PASSWORD)
    shown = view(leaky())
    for piece in (KEY, "my-own-key", PASSWORD, "pass&quot;word", "sk-abc", "abcdefgh"):
        assert piece not in shown
    assert "[key]" in shown or "%5Bkey%5D" in shown


def test_a_key_that_is_cut_does_not_show(monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    assert "my-o" not in trace.text(run(["x" * 27 + KEY]), width=30)


def test_the_key_of_the_model_does_not_show():
    from studybuddy.models.errors import Service

    model = ScriptedModel([f"the key is {KEY}"])
    model.service = Service("a service", "m", "https://a.example/v1", secrets=(KEY,))
    shown = trace.text(Agent([add], model=model).ask("What is the key?"))
    assert "the key is [key]" in shown


def test_the_run_itself_is_not_changed(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", KEY)
    done = leaky()
    trace.text(done)
    assert KEY in done.answer


class Raising:
    def __str__(self):
        raise KeyError

    __repr__ = __str__


class SdkMessage:
    """As the library of a service gives it."""

    role, content, tool_calls = "assistant", "From an object.", None


ODD = [
    None, 5, "a text", [], {}, {"role": None}, {"role": ["a"], "content": {"a": 1}}, Raising(),
    {"role": "assistant", "content": [1, None, {"text": 3}], "tool_calls": "abc"},
    {"role": "assistant", "content": "x\ud800", "tool_calls": [
        {"id": ["x"], "function": ["n"]}, {"id": {}, "function": None}, 7,
        {"id": 10**5000, "function": {"name": 3, "arguments": {"a": 1}}},
        {"function": {"name": Raising(), "arguments": Raising()}}]},
    {"role": "tool", "tool_call_id": ["x"], "content": 5}, {"role": Raising()},
    {"role": "tool", "content": '{"result": ' + "9" * 5000 + "}"},
    {"role": "tool", "tool_call_id": "1", "content": "[" * 100_000}, SdkMessage()]


@pytest.mark.parametrize("place", range(len(ODD) + 1))
def test_any_history_can_be_shown(place):
    messages = ODD[place:place + 1] or ODD
    assert len(trace.rows(messages)) >= sum(
        not (isinstance(entry, dict) and entry.get("role") == "assistant") for entry in messages)
    assert trace.text(messages) and trace.table(messages)
    assert trace.timeline(messages).alt.startswith("Timeline of a run")


def test_messages_of_a_library_are_read():
    assert trace.rows([SdkMessage()]) == [{"step": 1, "who": "model", "what": "From an object."}]
    assert trace.text([SdkMessage()]).endswith("answered")


def test_the_messages_of_a_request():
    sent = []

    def script(reply):
        def answer(messages):
            sent.append([dict(message) for message in messages])
            return reply
        return answer

    made = run([script(assistant("", [call("add", {"a": 1, "b": 2})])), script("3")])
    assert [trace.request(made, step) for step in (1, 2)] == sent
    assert trace.request(made.messages, 2) == sent[1]
    assert [trace.fresh(made, step) for step in (1, 2)] == [1, 2]
    for step in (0, 3, True):
        with pytest.raises(ValueError, match="step|count from 1"):
            trace.request(made, step)


def test_masking_reaches_all_texts(monkeypatch):
    monkeypatch.setenv("LLM_API_KEY", "secret-key-1234")
    value = {"a": ["x secret-key-1234", 3, None], "secret-key-1234": {"b": True}}
    assert trace.masked([], value) == {"a": ["x [key]", 3, None], "[key]": {"b": True}}


def test_what_a_tool_raised_stands_in_trace_audit_and_command_line(capsys, tmp_path):
    from studybuddy import Run, cli

    def pay(who: str) -> dict:
        """Pay."""
        raise ConnectionError(f"no way to {who}")

    registry = ToolRegistry()
    registry.add(pay, needs_approval=True)
    agent = Agent(registry, model=ScriptedModel(
        [assistant("", [call("pay", {"who": "Asha"}, "c1")]), "sorry"]),
        approve=lambda call: True, on_event=cli._show)
    run = agent.start("?", path=tmp_path / "run.jsonl").drive()
    says = "ConnectionError: no way to Asha (not shown to the model)"
    assert f"\n   {says}\n" in capsys.readouterr().out
    for known in (run, Run.load(tmp_path / "run.jsonl", agent)):
        rows = [(row["who"], row["what"]) for row in trace.rows(known, step=1)]
        assert rows[-1] == ("pay", says) and rows[-2][1].startswith('{"error": "pay failed')
        assert trace.audit(known)[0]["result"].endswith(f"answer without it. {says}")
        assert says in trace.text(known) and says in trace.table(known)
    forked = run.fork(1, edit={0: "another"})
    assert trace.rows(forked, step=1)[-1]["what"] == says
    changed = run.fork(1, edit={2: {"paid": True}})
    assert says not in trace.text(changed)


@pytest.mark.parametrize(("blanks", "text", "cell"), [
    (1, "my notes", "my notes"),
    (2, "my  notes", "my  notes"),
    (200, "my<200 blanks>notes", "my&lt;200 blanks&gt;notes"),
])
def test_the_blanks_of_a_name_are_seen_in_all_views(blanks, text, cell):
    name = "my" + " " * blanks + "notes"
    done = run([assistant("", [call("act", {"what": name}, "c1")])], approve=lambda call: True)
    for view in (trace.text(done), str(done.audit()), str(done.at(1))):
        assert f'"{text}"' in view
    for table in (trace.table(done), done.audit().html()):
        assert f"&quot;{cell}&quot;" in table
        assert ('<td style="white-space:pre-wrap">' in table) == (blanks == 2)


# -- what was sent -----------------------------------------------------------------------------


class Spoken:
    """A model that says what stands in a list, where None is a failure, and notes what it got."""

    name = "spoken"

    def __init__(self, *script):
        self.script = list(script)
        self.got = []  # the messages of each request that got a reply

    def complete(self, messages, tools, **options):
        said = self.script.pop(0)
        if said is None:
            raise ModelError("bad_response", "no words")
        self.got.append(messages)
        return Reply(said if isinstance(said, dict) else assistant(said), "stop")


def test_the_places_of_what_was_sent_between_failed_turns():
    model = Spoken("One.", None, "Three.", None, None, "Six.")
    talk = Agent([add], model, system="S.").ask("q1")
    for number in range(2, 7):
        talk.ask(f"q{number}")
    assert [len(sent) for sent in model.got] == [2, 6, 12]
    assert [trace.request(talk, step) for step in (1, 2, 3)] == model.got
    assert trace.places(talk, 1) == [0, 1]
    assert trace.places(talk, 2) == [0, 1, 2, 3, None, 4]
    assert trace.places(talk, 3) == [0, 1, 2, 3, None, 4, 5, 6, None, 7, None, 8]
    assert [trace.fresh(talk, step) for step in (1, 2, 3)] == [2, 4, 6]
    for view in (trace.places, trace.fresh, trace.request):
        for step in (0, 4, True):
            with pytest.raises(ValueError, match="step|count from 1"):
                view(talk, step)


@pytest.mark.parametrize("seed", range(30))
def test_places_and_new_ones_of_any_conversation(seed):
    """Turns that fail, that are too long to be sent again, and that call a tool."""
    dice = random.Random(seed)
    script, questions, number = [], [], 0
    for turn in range(8):
        if dice.random() < 0.4:
            script.append(None)
        else:
            for _ in range(dice.randrange(3)):
                number += 1
                script.append(assistant("", [call("add", {"a": number, "b": 1}, f"c{number}")]))
            script.append(f"Answer {turn}.")
        questions.append(f"q{turn}" + "x" * dice.choice([0, 0, 0, 150_000, 300_000]))
    model = Spoken(*script)
    talk = Agent([add], model, system=dice.choice([None, "S."])).ask(questions[0])
    for question in questions[1:]:
        talk.ask(question)
    before = []
    for step, sent in enumerate(model.got, 1):
        places = trace.places(talk, step)
        assert trace.request(talk, step) == sent and len(places) == len(sent)
        known = [place for place in places if place is not None]
        assert known == sorted(set(known))
        for place, message in zip(places, sent, strict=True):
            assert message == (NO_ANSWER if place is None else talk.messages[place])
        old = len(sent) - trace.fresh(talk, step)
        assert all(message in before for message in sent[:old])
        assert not any(message in before for message in sent[old:] if message != NO_ANSWER)
        before = sent


def test_of_a_list_nothing_is_added_and_nothing_left_out():
    """Its own loop sent it, and not ours."""
    messages = [user("a" * 500_000), user("b"), assistant("c"), user("d"), assistant("e")]
    assert trace.request(messages, 1) == messages[:2] and trace.places(messages, 1) == [0, 1]
    assert trace.request(messages, 2) == messages[:4] and trace.fresh(messages, 2) == 2


def test_a_message_that_stands_twice_in_a_list():
    twice = user("Again?")
    messages = [twice, assistant("Yes."), twice, assistant("Yes.")]
    assert trace.places(messages, 2) == [0, 1, 2] and trace.fresh(messages, 2) == 2


# -- keys --------------------------------------------------------------------------------------


def test_a_long_text_is_looked_through_once_for_the_same_keys(monkeypatch):
    text = "words and tulips-in-the-garden. " * 30_000

    def seconds():
        begun = time.process_time()
        shown = trace.masked([], [text])[0]
        return shown, time.process_time() - begun

    monkeypatch.delenv("LLM_API_KEY", raising=False)
    shown, first = seconds()
    assert shown == text
    assert min(seconds()[1] for _ in range(3)) < first / 5
    monkeypatch.setenv("LLM_API_KEY", "tulips-in-the-garden")
    assert "tulips" not in seconds()[0] and "words and [key]. " in seconds()[0]


def looked_through(action, at_least):
    """The lengths of the texts from this length on that were really looked through for keys."""
    lengths = []

    def called(frame, event, argument):
        if event == "call" and frame.f_code is mask.__code__:
            lengths.append(len(frame.f_locals["text"]))

    sys.setprofile(called)
    try:
        action()
    finally:
        sys.setprofile(None)
    return [length for length in lengths if length >= at_least]


def test_pictures_and_differences_look_through_a_long_text_once():
    words = f"{time.monotonic_ns()} words " * 1_000  # a text that was never looked at before
    one = Agent([], ScriptedModel(["Yes."])).ask(words)
    other = Agent([], ScriptedModel(["No."])).ask(words + "?")
    views = [lambda: (trace.timeline(one, 0), trace.timeline(one), trace.timeline(other)),
             lambda: diff(one, other), lambda: str(one.at(1)), lambda: trace.rows(other)]
    assert sum(len(looked_through(view, len(words))) for view in views) == 2  # two texts
    asked = run([assistant("", [call("act", {"what": words}, "c1")])], approve="ask")
    assert len(looked_through(lambda: (asked.audit(), asked.audit()), len(words))) == 1
    assert trace.hide(words, ()) == words


def test_no_more_texts_are_kept_than_fit(monkeypatch):
    monkeypatch.setattr(trace, "MOST_KEPT", trace.MOST_KEPT // 10)
    monkeypatch.setattr(trace, "_kept", trace._Kept())
    for number in range(12):
        trace.masked([], f"{number} " + "x" * 90_000)
    assert sum(len(text) for text, _ in trace._kept._found) == trace._kept._size
    assert 400_000 < trace._kept._size <= trace.MOST_KEPT
    trace.masked([], "y" * (trace.MOST_KEPT + 1))
    assert trace._kept._size <= trace.MOST_KEPT
