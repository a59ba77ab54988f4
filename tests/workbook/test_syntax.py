"""What a card says about a cell that Python cannot read, tried with such cells."""

import pytest

from studybuddy.workbook import syntax, unknown
from tests.workbook.test_order_of_cells import START, kinds, run, said

ANY = ("Look at the sign that ^ points to, and at the line above it. Is a quote, a bracket, "
       "a comma or a colon missing there? Is there a word too many, or one misspelled?")
EQUALS = ("A name stands on the left of =. A comparison is written ==, and between a key and its "
          "value stands a colon.")
BELOW = "def f(x):\n    y = 1\n"
CELLS = {  # a cell: the line that Python names, and what the card says to do
    BELOW + "    Return x": (3, "Python's own words have small letters: return."),
    "Def f(x):\n    return x": (1, "Python's own words have small letters: def."),
    BELOW + "    If x:\n        y = 2": (3, "Python's own words have small letters: if."),
    "my_order = b d c a": (1, 'A text stands between quotes: my_order = "b d c a".'),
    "my_question: str = what is 15 percent  # mine": (
        1, 'A text stands between quotes: my_question = "what is 15 percent".'),
    "my_question = what is 15 % of 80": (
        1, 'A text stands between quotes: my_question = "what is 15 % of 80".'),
    BELOW + "    While (x < 3):\n        x": (3, "Python's own words have small letters: while."),
    "Else:\n    x = 1": (1, "Python's own words have small letters: else."),
    "Import = f(x = )": (1, ANY),  # a name of the learner's
    "Class.make(x = )": (1, ANY),
    "Class(x = )": (1, ANY),
    "total = b d c a": (1, ANY),  # no answer of a lesson
    "my_guess = 3 +": (1, ANY),  # no words
    "my_guess = x if y": (1, "Here if needs an else: a if test else b."),
    "x = 1\n  my_guess = b c": (2, "The line begins with more spaces than the line above it. Only "
                                   "below a colon may it do so."),
    "For example, this text": (1, ANY),  # no code at all
    "Not sure what to do": (1, ANY),
    "z = f'{x y}'": (1, "Look between { and } of this text. Each { needs a }, and quotes in there "
                        "must be other ones than those round the text."),
    "average = marks[0] + marks[1] 2": (1, ANY),
    BELOW + "    return x x": (3, ANY),
    "f(x = )": (1, ANY),
    BELOW + "else if x:\n    pass": (3, "Python writes elif for that."),
    BELOW + "    elseif x:\n        pass": (
        3, "Python does not know elseif. It writes elif for that."),
    "def f(x)\n    return x": (1, "A colon is missing at the end of the line."),
    "class A\n    x: int": (1, "A colon is missing at the end of the line."),
    "a = 1\nprint('a'": (2, "This ( is never closed. Each ( needs a )."),
    "x = [1,\n     2": (1, "This [ is never closed. Each [ needs a ]."),
    "x = {'a': {}": (1, "This { is never closed. Each { needs a }."),
    "x = 1)": (1, "Nothing that this ) could close is open. Take it out, or open it."),
    "x = (1]": (1, "A ( is open, and ] cannot close it."),
    "print 'a'": (1, "print needs brackets: print(...)."),
    'my_guess = "b': (1, 'A text ends with the same quote that it begins with: "a text".'),
    "x = '''abc": (1, 'A text ends with the same quote that it begins with: "a text".'),
    "my_guess = “b”": (1, 'These quotes are those of a printed page. Type them anew: ".'),
    "total = b’s": (1, 'These quotes are those of a printed page. Type them anew: ".'),
    "total = 3 – 1": (1, "Python does not know this sign. Type it anew, or take it out."),
    "def f():\nreturn 1": (2, "The lines below a colon begin with four more spaces."),
    "x = 1\n  y = 2": (2, "The line begins with more spaces than the line above it. Only below a "
                          "colon may it do so."),
    BELOW + "  return y": (3, "Lines that belong together begin with the same number of spaces, "
                              "and with no tab."),
    "if True:\n\tx = 1\n        y = 2": (3, "Lines that belong together begin with the same number "
                                            "of spaces, and with no tab."),
    BELOW + "    return x if y": (3, "Here if needs an else: a if test else b."),
    "try:\n    x = 1\ny = 2": (3, "Below a try comes a line with except."),
    "x = [1 2]": (1, "A comma may be missing here; between a key and its value a colon; round a "
                     "text its quotes."),
    "d = {'a' 1}": (1, "A comma may be missing here; between a key and its value a colon; round a "
                       "text its quotes."),
    "if x = 3:\n    pass": (1, EQUALS),
    "5 = x": (1, EQUALS),
    "d = {1 = 'runs'}": (1, EQUALS),
    BELOW + "    retrun y": (3, "Python does not know retrun. It writes return for that."),
    "define average(marks):\n    x": (1, "Python does not know define. It writes def for that."),
    "improt json": (1, "Python does not know improt. It writes import for that."),
    "```python\nx = 1\n```": (1, "This line comes from a page or a chat and is no Python. Take out "
                                "such lines."),
    "Here is the code": (1, ANY),
    "try:\n    x = 1\nexcept ValueError, TypeError as error:\n    x": (
        3, "Put the kinds in brackets: except (ValueError, TypeError):."),
    "None = 2": (1, "None is Python's own word. Take another name."),
    "x = 3a": (1, "No name begins with a digit, and a number holds no letters."),
}


@pytest.mark.parametrize("cell", CELLS)
def test_what_the_card_says(cell):
    line, what = CELLS[cell]
    with pytest.raises(SyntaxError) as told:
        compile(cell, "cell", "exec")
    assert syntax.is_meant(told.value, None, {})
    card = syntax.card_of(told.value, unknown.texts())
    assert str(card) == (f"NOT YET | Python cannot read line {line}, so nothing of this cell ran.\n"
                         f"  next  {what}")


def test_the_card_stands_below_the_error_of_the_cell():
    cells = ["    Return x", "def f():\n    Return x", "my_order = b d c a", "x = (1\ny = 2",
             "y = (1 +\n2\n", "try:\n    x = 1", 'y = """a text\n', BELOW + "  return y"]
    _, *outputs = run(START, *cells)
    for cell, shown in zip(cells, outputs, strict=True):
        assert kinds(shown)[0] in ("SyntaxError", "IndentationError"), cell
        assert kinds(shown)[1:] == ["display_data"], cell
        trace = "\n".join(shown[0].traceback)  # of the cell alone, and of nothing inside IPython
        assert ("In[" in trace or "<tokenize>" in trace) and "site-packages" not in trace, trace
        assert said(shown).startswith("NOT YET | Python cannot read line "), cell
    _, small, order, _, early, late, text, uneven = map(said, outputs)
    assert "small letters: return" in small and 'my_order = "b' in order
    # A cell that ends too early has one text in IPython, "incomplete input".
    assert "read line 1," in early and "This ( is never closed." in early
    assert "Below a try comes" in late and "ends with the same quote" in text
    assert "read line 3," in uneven and "the same number of spaces" in uneven


def test_what_comes_to_light_when_the_cell_has_begun():
    _, outside, loop, asked, helped = run(
        START, "def f(x):\n    y = x\nreturn y", "x = 0\nbreak",
        "my_question = What is 15 percent?", "my_question?")
    for shown, line, where, what in ((outside, 3, "a function", "return"),
                                     (loop, 2, "a loop", "break")):
        assert kinds(shown) == ["SyntaxError", "display_data"]
        assert f"Line {line} stands outside {where}.\n  next  {what} belongs into" in said(shown)
    assert said(asked).endswith("Line 1 was taken as a call for help.\n  next  A text stands "
                                'between quotes: my_question = "What is 15 percent?".')
    assert said(helped) == ""


def test_what_is_not_about_the_cell_gets_no_card():
    _, runs, reads, ends, magic, after = run(
        START, "x = 1", "compile('1 +', 'a text', 'exec')", "raise SyntaxError('my own')",
        "%time (", "x")
    assert kinds(runs) == [] and kinds(after) == ["execute_result"]
    for shown in (reads, ends):  # what the code reads, or says
        assert kinds(shown) == ["SyntaxError"]
    assert kinds(magic)[0] == "SyntaxError"
