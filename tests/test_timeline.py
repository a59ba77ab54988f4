"""A run as a picture: everything in it is told in words too."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from studybuddy import Agent, ScriptedModel, ToolRegistry
from studybuddy.messages import Reply, Usage, assistant, call
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
    assert picture.alt == (
        "Timeline of a run, answered. In order: 1 user, 2 assistant with call c1 of add, "
        "3 tool answer for c1, 4 assistant.")
    assert texts(picture) == ["c1", "1 user", "1 + 2?", "2 assistant", "asks for add", "3 tool",
                              "result: 3", "4 assistant", "It is 3."]
    assert str(picture) == "\n".join([
        " 1  user       1 + 2?", " 2  assistant  asks for add  [c1]",
        " 3  tool       result: 3  [c1]", " 4  assistant  It is 3."])


def test_a_message_has_the_number_of_its_place_in_the_history():
    for done in (run(ONE, system="Be kind."), run(ONE)):
        picture = timeline(done)
        for number, message in enumerate(done.messages):
            told = f"{number} {message['role']}"
            is_drawn = message["role"] != "system"
            assert (told in texts(picture)) == (told in picture.alt) == is_drawn
            assert (f"{number:>2}  {message['role']} " in str(picture)) == is_drawn


def test_the_html_is_an_image_with_the_alt_text():
    bundle = timeline(run(ONE))._repr_mimebundle_()
    assert re.match(r'<img alt="Timeline of a run[^"]+" src="data:image/svg\+xml,',
                    bundle["text/html"])
    assert bundle["text/plain"].startswith(" 0  user")


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
    assert timeline(done, step=0).alt == "Timeline of a run, after step 0. In order: 0 user."
    assert timeline(done, step=1).alt.endswith(
        "In order: 0 user, 1 assistant with call c1 of add, 2 tool answer for c1.")
    assert timeline(done, step=2).alt == timeline(done).alt


def curves(svg):
    """The ties of a picture, each as points along it."""
    for path in re.findall(r'<path d="(M[^"]* C[^"]*)"', svg):
        place, points = (0.0, 0.0), []
        for kind, told in re.findall(r"([MCV])([^MCV]*)", path):
            numbers = [float(number) for number in told.split()]
            if kind == "M":
                ends = [tuple(numbers)]
            elif kind == "V":
                ends = [place, (place[0], numbers[0])]
            else:
                ends = [place, *zip(numbers[::2], numbers[1::2], strict=True)]
            for step in range(101):
                row, t = ends, step / 100
                while len(row) > 1:
                    row = [((1 - t) * a + t * c, (1 - t) * b + t * d)
                           for (a, b), (c, d) in pairwise(row)]
                points.append(row[0])
            place = points[-1]
        yield points


@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("calls", [1, 3, 11])
def test_each_call_is_tied_to_its_answer_and_no_tie_crosses_a_box(before, calls):
    script = [assistant("", [call("add", {"a": n, "b": 1}, f"b{n}")]) for n in range(before)]
    script.append(assistant("", [call("add", {"a": n, "b": 2}, f"c{n}") for n in range(calls)]))
    picture = timeline(run([*script, "done"], max_steps=30))
    boxes = [tuple(map(int, box)) for box in re.findall(
        r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="10"', picture.svg)]
    ends = [index for index, text in enumerate(re.findall(
        r'font-weight="700">\d+ (\w+)', picture.svg)) if text == "tool"]
    found = list(curves(picture.svg))
    assert len(found) == len(ends) == before + calls
    for points, end in zip(found, ends, strict=True):
        x, y, width, height = boxes[end]
        assert points[-1][0] == x + width / 2 and points[-1][1] in (y, y + height)
        for x, y, width, height in boxes:
            assert not any(x < a < x + width and y < b < y + height for a, b in points)
    assert all(texts(picture).count(f"c{n}") == 1 for n in range(calls))


# -- notes: tokens, decisions, faults --------------------------------------------------------------


def act(what: str) -> str:
    """Act."""
    return what


def noted(*script, **options):
    registry = ToolRegistry([add])
    registry.add(act, needs_approval=True)
    return Agent(registry, model=ScriptedModel(list(script)), **options).ask("go")


def test_tokens_and_decisions_stand_at_the_foot():
    script = [Reply(assistant("", [call("act", {"what": "x"}, "c1"), call("act", {"what": "y"},
                                                                          "c2")]),
                    "tool_calls", Usage(1200, 34, 1234)),
              Reply(assistant("Done."), "stop", Usage(123_456, 7_890, 131_346))]
    picture = timeline(noted(*script, approve=lambda asked: asked.id == "c1" or "no"))
    assert {"1,200 in, 34 out", "131,346 tokens", "approved", "rejected"} <= set(texts(picture))
    assert "2 tool answer for c1 (approved), 3 tool answer for c2 (rejected)" in picture.alt
    assert "assistant  Done.  (131,346 tokens)" in str(picture)
    heights = set(re.findall(r'<rect [^>]*height="(\d+)" rx="10"', picture.svg))
    assert heights == {"144"}  # a box with a note is taller, all alike


def test_faults_stand_at_the_foot():
    cut = Reply(assistant("", [call("add", {"a": 1, "b": 2}, "c1")]), "length")
    picture = timeline(noted(Reply(assistant("")), cut, "x"))
    assert "assistant with call c1 of add (cut off, an empty reply)" in picture.alt
    assert "cut off" in texts(picture) and "an empty reply" in texts(picture)


def test_an_approval_for_the_rest_of_the_run():
    run = noted(assistant("", [call("act", {"what": "x"}, "c1")]),
                assistant("", [call("act", {"what": "y"}, "c2")]), "Done.")
    run.approve("c1", rest_of_run=True)
    picture = timeline(run.advance())
    assert "c1 (approved)" in picture.alt and "c2 (rest of run)" in picture.alt
    assert "rest of run" not in timeline(run, step=1).alt


def test_without_notes_the_boxes_are_as_they_were():
    assert 'height="118" rx="10"' in timeline(run(ONE)).svg
