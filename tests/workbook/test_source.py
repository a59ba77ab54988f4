"""Reading a lesson's source, and the text of its two editions."""

import ast
import re

import pytest

from studybuddy.workbook import editions
from studybuddy.workbook.source import SourceError, read_source
from tests import lessons

LESSON = '''\
# ---
# jupyter:
#   kernelspec:
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 03: a gap
#
# ![Two boxes](img/03_boxes.svg) and <img alt="One" src="img/03_one.svg">

# %%
import math
from studybuddy.workbook import lesson

# %% [markdown] claims=["03.p1", "It is = \\"two\\" ✓"]
# ### Run

# %%
my_guess = "?"  # a, b or c
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("03.p1", my_guess)

# %% [markdown] claims="none"
# ### Run

# %%
print("between")

# %% tags=["nbval-ignore-output"]
lesson.claim("03.p1", 2)

# %%
print("after")

# %% tags=["small"]
def double(x):
    y = x
    ### BEGIN SOLUTION
    y = 2 * x
    ### END SOLUTION
    # answer
    ### BEGIN SOLUTION
    return y
    ### END SOLUTION

# %%
### BEGIN SOLUTION
def triple(x):
    return 3 * x
### END SOLUTION

# %%
lesson.check("03.1", double)
'''


@pytest.fixture
def read(tmp_path):
    def read(text, name="03_gap.py"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_source(path)
    return read


# -- reading -------------------------------------------------------------------------------------

def test_cells_are_read(read):
    source = read(LESSON)
    assert (source.number, source.name) == ("03", "03_gap")
    assert [cell.kind for cell in source.cells] == [
        "markdown", "code", "markdown", "code", "markdown", *["code"] * 6]
    assert source.cells[0].text.startswith("# Lesson 03: a gap\n\n![Two boxes]")
    assert source.cells[0].line == 7
    assert source.cells[2].metadata == {"claims": ["03.p1", 'It is = "two" ✓']}
    assert source.cells[6].metadata == {"tags": ["nbval-ignore-output"]}


@pytest.mark.parametrize(("text", "words"), [
    ("print(1)\n", "line 1: a cell begins with a line `# %%`"),
    ("", "a cell begins"),
    ("# %% a title\n1\n", "line 1: after the marker"),
    ("# %% tags=[small]\n1\n", "line 1: after the marker"),
    ('# %% tags=["a"] tags=["b"]\n1\n', "tags is given twice"),
    ("# %% [raw]\n# 1\n", "not [raw]"),
    ("# %% [markdown]\n# one\ntwo\n", "line 3: in a [markdown] cell each line begins"),
])
def test_what_cannot_be_read_is_named(read, text, words):
    with pytest.raises(SourceError) as error:
        read(text)
    assert words in str(error.value) and "03_gap.py" in str(error.value)


def test_a_wrong_name_is_named(read):
    with pytest.raises(SourceError, match="name a lesson like"):
        read(LESSON, "gap.py")


@pytest.mark.parametrize("path", lessons.SOURCES, ids=lambda path: path.stem)
def test_jupytext_reads_the_same_cells(path):
    jupytext = pytest.importorskip("jupytext", reason="only where lessons are written")
    theirs = jupytext.read(path).cells
    for cell in theirs:
        cell.metadata.pop("lines_to_next_cell", None)  # how many blank lines stood there
        # It takes the comment "# stop?" for a call of IPython's help that was commented out.
        cell.source = re.sub(r"(?m)^( *)(\w+\?)$", r"\1# \2", cell.source)
    ours = read_source(path).cells
    assert [(cell.cell_type, cell.source, dict(cell.metadata)) for cell in theirs] == [
        (cell.kind, cell.text, cell.metadata) for cell in ours]


# -- solutions -----------------------------------------------------------------------------------

B, E, G = editions.BEGIN, editions.END, editions.GAP


@pytest.mark.parametrize(("code", "student", "solved"), [
    ("x = 1", "x = 1", "x = 1"),
    (f"def f():\n    {B}\n    return 1\n    {E}", f"def f():\n    {G}", "def f():\n    return 1"),
    (f"def f():\n    {B}\n    a = 1\n\n    {E}\n    # then\n    {B}\n    return a\n    {E}\n",
     f"def f():\n    {G}\n    # then\n    {G}", "def f():\n    a = 1\n\n    # then\n    return a"),
    (f'g = "?"  # a\n{B}\ng = "b"\n{E}\nrun(g)', 'g = "?"  # a\nrun(g)', 'g = "b"\nrun(g)'),
    (f"f = None\n{B}\ndef f():\n    return 1\n{E}", "f = None", "def f():\n    return 1"),
    # No placeholder for the same name above: a gap.
    (f"{B}\ndef f():\n    return 1\n{E}\nf()", f"{G}\nf()", "def f():\n    return 1\nf()"),
    (f"a = 1\n{B}\nb = 2\n{E}", f"a = 1\n{G}", "a = 1\nb = 2"),
    (f"a == 1\n{B}\na = 2\n{E}", f"a == 1\n{G}", "a == 1\na = 2"),
])
def test_the_two_editions_of_a_cell(code, student, solved):
    assert editions.student_text(code) == student
    assert editions.solved_text(code) == solved
    ast.parse(student)


@pytest.mark.parametrize("code", [f"{B}\nx = 1", f"x = 1\n{E}", f"{B}\n{B}\nx = 1\n{E}\n{E}",
                                  f"{B}\n{E}", f"{B}\n\n{E}"])
def test_broken_markers_are_refused(code):
    for edit in (editions.student_text, editions.solved_text):
        with pytest.raises(ValueError):
            edit(code)


# -- rules ---------------------------------------------------------------------------------------

def test_a_source_in_order_has_no_problems(read):
    assert editions.problems(read(LESSON)) == []


CHECK = '# %%\nlesson.check("03.1", double)\n'


@pytest.mark.parametrize(("old", "new", "words"), [
    (CHECK, CHECK + "print(1)\n", "must stand alone in its cell"),
    ('# %%\nlesson.check("03.1"', 'lesson.check("03.1"', "must stand alone in its cell"),
    ('check("03.1"', 'check("04.1"', "04.1 belongs to another lesson"),
    (CHECK, CHECK + "\n" + CHECK, "03.1 stands in two cells"),
    (CHECK, CHECK + '\n# %%\nlesson.check("03.2", double)\n', "03.2 has no answer before it"),
    ("    return y\n    ###", "    return y +\n    ###", "solved edition is no valid Python"),
    ("    return y\n    ###", "return y\n    ###", "solved edition is no valid Python"),
    ("import math", f"if math:\n{B}\n    pass\n{E}", "student edition is no valid Python"),
    ("    return y\n    ### END SOLUTION", "    return y", "`### END SOLUTION` is missing"),
    ('lesson.claim("03.p1", 2)', "pass", 'no lesson.claim("03.p1"'),
    ('print("between")', 'lesson.predict("03.p2", 1)', "first comes the run that settles 03.p1"),
    ('lesson.predict("03.p1", my_guess)',
     'lesson.predict("03.p1", my_guess)\nlesson.claim("03.p1", 2)', "into cells of their own"),
    ("# ### Run\n\n# %%\nmy", f"# ### Run\n# {B}\n\n# %%\nmy", "a solution stands in a text cell"),
])
def test_each_broken_rule_is_found(read, old, new, words):
    assert old in LESSON
    found = editions.problems(read(LESSON.replace(old, new)))
    assert any(words in fault for fault in found), found
    assert all(fault.startswith("03_gap.py") for fault in found)


def test_no_edition_is_made_of_a_broken_source(read):
    with pytest.raises(SourceError, match="has no answer before it"):
        editions.make_edition(read(LESSON.replace(B, "#").replace(E, "#")), editions.STUDENT)


# -- editions ------------------------------------------------------------------------------------

def cells_by_id(notebook):
    return {cell["id"]: cell for cell in notebook["cells"]}


def test_ids_come_from_the_text_and_the_checks(read):
    ids = list(cells_by_id(editions.make_edition(read(LESSON), editions.STUDENT)))
    assert len(ids) == 11
    assert ids[3] == "predict-03-p1" and ids[-3:] == ["answer-03-1", "answer-03-1-b", "check-03-1"]
    assert ids[4] == ids[2] + "-2"  # the same words again
    more = LESSON.replace("# %%\nimport math", '# %%\nprint("new")\n\n# %%\nimport math')
    after = list(cells_by_id(editions.make_edition(read(more), editions.SOLVED)))
    assert [name for name in after if name in ids] == ids and len(after) == 12


def test_nbgrader_finds_answers_and_checks(read):
    cells = cells_by_id(editions.make_edition(read(LESSON), editions.STUDENT))
    graded = {name: cell["metadata"]["nbgrader"] for name, cell in cells.items()
              if "nbgrader" in cell["metadata"]}
    assert {name: (one["grade"], one["solution"], one["locked"], one.get("points"))
            for name, one in graded.items()} == {
        "predict-03-p1": (False, True, False, None),
        "answer-03-1": (False, True, False, None),
        "answer-03-1-b": (False, True, False, None),
        "check-03-1": (True, False, True, 1)}
    assert all(one["grade_id"] == name for name, one in graded.items())


def test_results_between_prediction_and_claim_are_folded_for_students_only(read):
    for edition, expected in ((editions.STUDENT, ['print("between")', 'lesson.claim("03.p1", 2)']),
                              (editions.SOLVED, [])):
        cells = editions.make_edition(read(LESSON), edition)["cells"]
        assert [cell["source"] for cell in cells
                if cell["metadata"].get("jupyter") == {"outputs_hidden": True}] == expected


def test_metadata_and_pictures(read):
    student, solved = (editions.make_edition(read(LESSON), edition)["cells"]
                       for edition in (editions.STUDENT, editions.SOLVED))
    assert "](img/03_boxes.svg)" in student[0]["source"]
    assert '"img/03_one.svg"' in student[0]["source"]
    assert "](../img/03_boxes.svg)" in solved[0]["source"]
    assert '"../img/03_one.svg"' in solved[0]["source"]
    assert student[0]["metadata"] == {"studybuddy": {"claims": "none"}}
    assert solved[6]["metadata"] == {"tags": ["nbval-ignore-output"]}


def test_no_solution_reaches_the_student(read):
    text = str(editions.make_edition(read(LESSON), editions.STUDENT))
    assert "SOLUTION" not in text and "2 * x" not in text and '"b"' not in text
    assert text.count(editions.GAP) == 3
