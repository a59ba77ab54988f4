"""The prose of every lesson is backed by its run, and the checker finds what is not."""

import pytest

from studybuddy.workbook import editions
from studybuddy.workbook.source import read_source
from tests import lessons, prose


@pytest.mark.parametrize("path", lessons.SOURCES, ids=lambda path: path.stem)
def test_the_prose_of_a_lesson_is_backed(path):
    notebook = editions.edition_path(lessons.ROOT, path.stem, editions.SOLVED)
    assert prose.faults(read_source(path), lessons.load(notebook)) == []


@pytest.mark.parametrize("path", [notebook for notebook, _, edition in lessons.EDITIONS
                                  if edition == editions.STUDENT], ids=lambda path: path.stem)
def test_no_claim_of_the_student_edition_fails(path):
    shown = [prose.output_text(cell) for cell in lessons.load(path)["cells"]]
    assert [text for text in shown if "DOES NOT HOLD" in text] == []


LESSON = '''\
# %% [markdown] claims="none"
# # Lesson 07: nineteen
#
# **Time** 40 minutes. You need lessons 03 and 04, and Python 3.11.

# %% [markdown] claims=["The result is 19.", "07.p1"]
# ## Part 1: Add (7 minutes)
#
# The result is 19, which is `19`. Check 07.2 comes later. In short 8.67.
#
# 1. first
# 2. second

# %%
result = 8 + 11
lesson.claim("The result is 19.", result, 19)
lesson.claim("07.p1", result)
print(8.67142857142857, "2026-12-10", [1, "two"], 0.15, 10_000, {"error": ""})

# %% [markdown] claims="none"
# ### Predict 07.p2
#
# - **a** about 12345
# - **b** `777`

# %% [markdown] claims="none"
# It prints `[1, "two"]` on 2026-12-10. This is 15 %, of 10,000. A form is `{"error": "..."}`.

# %% [markdown] claims="none"
# ## Part 2: Other (8 minutes)

# %% [markdown] claims="none"
# A part with **no** number. Try `8 + 14`, `abs(14)` or *"What is 14 % of 50?"*

# %% [markdown] claims="none"
# ## Recap
#
# The result was 19.
'''


def faults_of(tmp_path, text, stored=None):
    path = tmp_path / "07_nineteen.py"
    path.write_text(text, encoding="utf-8")
    return prose.faults(read_source(path), stored)


def test_what_is_backed_passes(tmp_path):
    assert faults_of(tmp_path, LESSON) == []


@pytest.mark.parametrize(("old", "new", "words"), [
    ('[markdown] claims="none"\n# It', "[markdown]\n# It", "has no claims"),
    ('claims="none"\n# It', 'claims=[]\n# It', "a list of texts"),
    ('claims="none"\n# It', 'claims="all"\n# It', "a list of texts"),
    ('["The result is 19.", "07.p1"]', '["The result is 20."]', 'claim("The result is 20."'),
    ('["The result is 19.", "07.p1"]', '["07.p3"]', 'claim("07.p3"'),
    ("result is 19, which", "result is 18, which", "18 stands in no"),
    ("is `19`", "is `18`", "18 stands in no"),
    ("In short 8.67", "In short 8.68", "8.68 stands in no"),
    ("In short 8.67", "In short 9", "9 stands in no"),
    ('`[1, "two"]`', '`[1, "three"]`', '`[1, "three"]` stands in no'),
    ('`[1, "two"]`', '`[3, "two"]`', '`[3, "two"]` stands in no'),
    ("on 2026-12-10", "on 2026-12-11", "2026-12-11 stands in no"),
    ("15 %", "16 %", "16 stands in no"),
    ("of 10,000", "of 10,001", "10,001 stands in no"),
    ("It prints", "It raises `KeyError`, and prints", "`KeyError` stands in no"),
    ("**no** number", "**no** number but 19", "19 stands in no"),  # another part
    ("was 19", "was 91", "91 stands in no"),
    ("# A part", "# ![A tree of 14](img/x.svg) A part", "14 stands in no"),
    ("# A part", "# <details><summary>Is it 14?</summary></details>\n#\n# A part", "14 stands"),
    ("# A part", "# | n |\n# |---|\n# | 14 |\n#\n# A part", "14 stands in no"),
    ("# A part", "# ```\n# 14\n# ```\n#\n# A part", "14 stands in no"),
    ("# A part", '# It says "14". A part', "14 stands in no"),
    ("Other (8 minutes)", "Other 14 (8 minutes)", "14 stands in no"),
])
def test_each_fault_is_found(tmp_path, old, new, words):
    assert LESSON.count(old) == 1
    found = faults_of(tmp_path, LESSON.replace(old, new))
    assert len(found) == 1 and words in found[0], found
    assert found[0].startswith("07_nineteen.py, line ")


def test_outputs_back_the_text(tmp_path):
    text = LESSON.replace("was 19", "was 2718, printed as `2718`")
    source_faults = faults_of(tmp_path, text)
    assert len(source_faults) == 2
    path = tmp_path / "07_nineteen.py"
    stored = editions.make_edition(read_source(path), editions.SOLVED)
    code = next(cell for cell in stored["cells"] if cell["cell_type"] == "code")
    code["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["it is\n", "2,718"]}]
    assert prose.faults(read_source(path), stored) == []


def test_a_stored_claim_that_does_not_hold_is_found(tmp_path):
    faults_of(tmp_path, LESSON)
    source = read_source(tmp_path / "07_nineteen.py")
    stored = editions.make_edition(source, editions.SOLVED)
    code = next(cell for cell in stored["cells"] if cell["cell_type"] == "code")
    code["outputs"] = [{"output_type": "display_data", "metadata": {},
                        "data": {"text/plain": "DOES NOT HOLD | The result is 19."}}]
    assert any("does not hold" in fault for fault in prose.faults(source, stored))
