"""A run as a picture: everything in it is told in words too."""

import re
from xml.etree import ElementTree

from studybuddy import Agent, ScriptedModel
from studybuddy.messages import assistant, call
from studybuddy.timeline import MAX_MESSAGES
from studybuddy.trace import timeline


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


def run(script, question="1 + 2?", **options):
    return Agent([add], model=ScriptedModel(script), **options).ask(question)


ONE = [assistant("", [call("add", {"a": 1, "b": 2}, "c1")]), "It is 3."]


def texts(picture):
    root = ElementTree.fromstring(picture.svg)
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


def test_four_messages_and_one_tie():
    picture = timeline(run(ONE, system="Be kind."))
    assert picture.alt == ("Timeline of a run, answered. In order: user, assistant with call c1 of "
                           "add, tool answer for c1, assistant.")
    assert texts(picture) == ["c1", "1 user", "1 + 2?", "2 assistant", "asks for add", "3 tool",
                              "result: 3", "4 assistant", "It is 3."]
    assert str(picture) == "\n".join([
        "user       1 + 2?", "assistant  asks for add  [c1]", "tool       result: 3  [c1]",
        "assistant  It is 3."])


def test_the_html_is_an_image_with_the_alt_text():
    bundle = timeline(run(ONE))._repr_mimebundle_()
    assert re.match(r'<img alt="Timeline of a run[^"]+" src="data:image/svg\+xml,',
                    bundle["text/html"])
    assert bundle["text/plain"].startswith("user")


def test_what_is_shown_is_escaped_and_short():
    script = ["</text><script>alert(1)</script>" + "x" * 5000]
    picture = timeline(run(script, question="<b> & more"))
    assert "<script>" not in picture.svg
    assert "<script>" not in picture._repr_mimebundle_()["text/html"]
    assert all(len(text) <= 24 for text in texts(picture))
    ElementTree.fromstring(picture.svg)


def test_a_long_run_says_how_many_messages_are_not_shown():
    script = [assistant("", [call("add", {"a": n, "b": 1})]) for n in range(30)]
    picture = timeline(run(script, max_steps=30))
    assert f"and {61 - MAX_MESSAGES} more" in picture.alt
    assert f"and {61 - MAX_MESSAGES} more" in texts(picture)


def test_two_calls_in_a_message_and_rows():
    script = [assistant("", [call("add", {"a": 1, "b": 1}, "c1"), call("add", {"a": "x"}, "c2"),
                             call("add", {"a": 2, "b": 2}, "c3")]), "done"]
    picture = timeline(run(script))
    assert {"c1", "c2", "c3"} <= set(texts(picture))
    assert any(text.startswith("error:") for text in texts(picture))
    assert all(int(size) >= 14 for size in re.findall(r'font-size="(\d+)"', picture.svg))


def test_an_empty_run():
    started = Agent([add], model=ScriptedModel([]))
    from studybuddy import Run
    assert "nothing yet" in timeline(Run(started)).alt


def test_long_texts_tell_their_length():
    picture = timeline(run(["word " * 1000]))
    assert "(5,000 characters)" in texts(picture)
    assert "... (5,000 characters)" in str(picture)
    assert max(len(line) for line in str(picture).splitlines()) < 120


def test_the_history_after_a_step():
    done = run(ONE)
    assert timeline(done, step=0).alt == "Timeline of a run, after step 0. In order: user."
    assert timeline(done, step=1).alt.endswith(
        "In order: user, assistant with call c1 of add, tool answer for c1.")
    assert timeline(done, step=2).alt == timeline(done).alt


def test_a_tie_from_row_to_row_has_its_label_on_both_ends():
    script = [assistant("", [call("add", {"a": n, "b": 1}, f"c{n}")]) for n in (1, 2)] + ["done"]
    assert texts(timeline(run(script))).count("c2") == 2
