"""A run to read, as rows, text and table."""

from studybuddy import Agent, ScriptedModel, ToolRegistry, trace
from studybuddy.messages import assistant, call


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
