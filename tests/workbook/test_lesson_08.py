"""Lesson 08: its solved pieces beside the package's, and the facts that depend on the machine."""

from __future__ import annotations

import pytest

import studybuddy.workbook
from studybuddy import get_file_content, run_python_file, sandbox
from studybuddy.sandbox.paths import PathRefused, plain
from studybuddy.workbook import cards
from studybuddy.workbook.editions import called_with, solved_text
from studybuddy.workbook.execute import IGNORED
from tests import lessons
from tests.workbook.cells import Notebook

SOURCE = next(path for path in lessons.SOURCES if path.name.startswith("08_"))
PLAIN = ["main.py", "pkg/calculator.py", "a..b.txt", "my notes.txt", ".hidden/a.txt", "./main.py"]
REFUSED = ["", "/etc/hostname", "../outside.txt", "pkg/../../x", "pkg/..", "..\\x", "C:main.py",
           "main.py\0.txt", "main\n.py"]
ONLY_PACKAGE = [".env", "nul.txt", "main.py.", "main.py\x7f", "x/" * 30 + "a"]


@pytest.fixture(scope="module")
def small():
    from studybuddy.workbook import small

    return small


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "calculator"
    inside.mkdir()
    for name, text in {"a.txt": "3 + 7", "long.txt": "x" * 10_001, "exact.txt": "x" * 10_000,
                       "show.py": "import sys\nprint(sys.argv[1:])",
                       "fail.py": "import sys\nsys.exit('a fault')"}.items():
        (inside / name).write_text(text, encoding="utf-8")
    (inside / "pkg").mkdir()
    (tmp_path / "outside.txt").write_text("a private letter", encoding="utf-8")
    return inside


def package_is_plain(path: str) -> bool:
    try:
        return bool(plain(path))
    except PathRefused:
        return False


@pytest.mark.parametrize("path", PLAIN + REFUSED)
def test_both_rules_agree(small, path):
    assert small.is_plain(path) is package_is_plain(path) is (path in PLAIN)


@pytest.mark.parametrize("path", ONLY_PACKAGE)
def test_the_package_refuses_more(small, path):
    assert small.is_plain(path)
    assert not package_is_plain(path)


@pytest.mark.parametrize("path", ["a.txt", "long.txt", "exact.txt"])
def test_both_read_the_same(small, folder, path):
    mine, other = small.read_text(folder, path), get_file_content(folder, path)
    assert mine == {key: other[key] for key in ("content", "truncated")}


@pytest.mark.parametrize("path", ["lost.txt", "pkg", "../outside.txt", "link.txt", "", "/a"])
def test_both_answer_with_an_error(small, folder, path):
    if path == "link.txt":
        try:
            (folder / path).symlink_to(folder.parent / "outside.txt")
        except (OSError, NotImplementedError):
            pytest.skip("this system makes no link here")
    for read in (small.read_text, get_file_content):
        answer = read(folder, path)
        assert set(answer) == {"error"}
        assert str(folder) not in answer["error"]


@pytest.mark.parametrize(("path", "args"), [("show.py", ["3 +", "5; echo x"]), ("fail.py", None)])
def test_both_run_the_same(small, folder, path, args):
    mine, other = small.run_script(folder, path, args), run_python_file(folder, path, args)
    assert mine == {key: other[key] for key in ("stdout", "stderr", "return_code")}


@pytest.fixture(scope="module")
def shown():
    """The cards of each cell of the solved lesson, with its last check alone: (tags, cards)."""
    book, found = Notebook(), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studybuddy.workbook, "lesson", book.lesson)
        patch.setenv("STUDYBUDDY_PROGRESS", "none")
        patch.setenv("MEERA_KEY", "")  # the lesson sets it; afterwards it is gone
        for cell in lessons.source(SOURCE).cells:
            code = solved_text(cell.text) if cell.kind == "code" else ""
            checks = called_with(code, "check") if code else []
            if code and checks in ([], ["08.5"]):  # the last cells ask whether this one passed
                book.run(code)
                found.append((cell.metadata.get("tags", ()), book.cards))
    return found


def card_of(shown, what: str) -> cards.Card:
    return next(card for _, some in shown for card in some if what in card.title)


def test_three_cells_depend_on_the_machine(shown):
    assert sum(IGNORED in tags for tags, _ in shown) == 3


def test_nothing_fails_on_any_machine(shown):
    assert [card for _, some in shown for card in some
            if card.status == cards.DOES_NOT_HOLD] == []


@pytest.mark.parametrize("sentence", [
    "Prediction 08.p2: the answer is b", "The sibling is blocked", "Two plain calls were enough",
    "Only pkg/calculator.py changed", "The calculator says 17"])
def test_what_holds_everywhere(shown, sentence):
    assert card_of(shown, sentence).status == cards.CONFIRMED


def test_each_layer_is_shown_where_it_is_in_force(shown):
    there = {"hygiene", "rlimits", "landlock", "seccomp"} <= set(sandbox.probe().held)
    assert card_of(shown, "Each layer stopped").status == (
        cards.CONFIRMED if there else cards.CANNOT_BE_SHOWN)


def test_the_probe_is_claimed_where_all_of_it_holds(shown):
    assert card_of(shown, "Each attempt that a layer").status == (
        cards.CONFIRMED if sandbox.probe().contained else cards.CANNOT_BE_SHOWN)


def test_the_link_is_read_where_links_can_be_made(shown, tmp_path):
    try:
        (tmp_path / "link").symlink_to(tmp_path / "other")
    except (OSError, NotImplementedError):
        there = False
    else:
        there = True
    assert card_of(shown, "The link gives").status == (
        cards.CONFIRMED if there else cards.CANNOT_BE_SHOWN)


def test_a_path_that_a_card_hides_is_said_to_be_one():
    from tests.workbook import test_mistakes

    path = test_mistakes.FOLDER / "08" / "08.3_place_shown.py"
    card = test_mistakes.card_of(path)
    assert "<a path of your machine>" in card.row("came back")
