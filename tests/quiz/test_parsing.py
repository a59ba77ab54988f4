"""What becomes a quiz, and what is asked for again with which reason."""

import json
import pickle
import re

import pytest
from pydantic import ValidationError

from studybuddy import Question, Quiz, QuizError, parse_quiz
from studybuddy.quiz import asking
from tests.quiz.replies import GOOD, MERCURY, SATURN, question, quiz

KEY = "Mercury"
DEEP = "[" * 400 + '"a1"' + "]" * 400, '{"a": ' * 400 + "1" + "}" * 400


def refused(raw, n=None):
    """The reason why a reply is no quiz."""
    with pytest.raises(QuizError) as caught:
        parse_quiz(raw, n)
    reason = str(caught.value)
    assert len(reason) < 700 and reason.endswith(".")
    return reason


def form(text, *options):
    """A form that can be read as JSON."""
    return quiz(question(question=text, options=[*options], explanation=text))


FORMS = [re.search(r"\{.*\}", asking.task([], 3))[0], form("\u2026", *["\u2026"] * 4),
         form("string", *["string"] * 4), form("<text>", "<a>", "<b>", "<c>", "<d>"), form(""),
         form("Question 1", "Option A", "Option B", "Option C", "Option D"),
         form("Your question here", *"ABCD"), '{"questions": ["..."]}', quiz({"question": "..."}),
         quiz({"text": "...", "options": ["...", "..."]}), quiz({"prompt": "<the question>"}),
         form("[The question]", "right answer", "wrong answer 1", "wrong answer 2", "...")]


@pytest.mark.parametrize("raw", [
    GOOD,
    json.dumps(json.loads(GOOD), indent=4),
    f"```json\n{GOOD}\n```",
    f"```\n{GOOD}\n```",
    f"```JSON5 quiz.json\n{GOOD}\n```",
    f"`````\n{GOOD}\n`````",
    f"~~~json\n{GOOD}\n~~~",
    f"```json\n{GOOD}",
    f"Here it is:\n{GOOD}\nGood luck!",
    f"The form is {{question, options}} (see [1]).\n{GOOD}\nDone {{really}}.",
    f"Run `x = {{}}` first:\n```bash\necho {{1}}\n```\n```json\n{GOOD}\n```",
    f"\ufeff{GOOD}",
    f" \n\ufeff ```json\n{GOOD}\n```",
    f"<think>A draft: {quiz(SATURN)} or {{x</think>\n{GOOD}",
    f"perhaps {quiz(SATURN)}</think>{GOOD}",
    f"<think>{DEEP[1]}</think>{GOOD}",
    f"<THINKING>\nhm {{\n</THINKING>{GOOD}",
    f"{GOOD}<think>done</think>",
    f"[{GOOD}]",
    f"{GOOD}\nOnce more:\n{GOOD}",
    f'Use {{"questions": [...]}}:\n{GOOD}',
    f'The form is {{"topic": "x", "questions": [{{"question": ...}}]}}.\n{GOOD}',
    *(f"{form}\n{GOOD}" for form in (
        '{"topic": str, "questions": [{"question": str, "options": [str], "answer_index": 0-3}]}',
        '{"questions": [{"question": "...", "options": ["..."], "answer_index": 0..3}]}',
        '{"questions": [{"question": "<text>", "options": [<four texts>]}]}',
        '{"questions": [{"text": "...", "options": ["..."], "answer_index": 0..3}]}',
        '{"questions": [{"question": "string", "options": ["string" x 4], "answer_index": int}]}',
        '{"topic": "Planets", "questions": [\nSorry, again:', '```json\n{"topic": "Pla\n```',
        '{ // so:\n"questions": [{"question": "<text>", "options": [// four\n"..."]}]}')),
    *(raw for form in FORMS for raw in (f"{form}\n{GOOD}", f"{GOOD}\n{form}", f"[{form}, {GOOD}]",
                                        f"See {{this}}:\n{form}\n{GOOD}")),
    *(raw for empty in ('{"questions": []}', '{"questions": null}', '{"questions": {}}',
                        '{"topic": "Planets", "questions": [], "note": "too little"}')
      for raw in (f"{empty}\n{GOOD}", f"{GOOD}\n{empty}", f"[{empty}, {FORMS[0]}, {GOOD}]")),
    f"I left out <think> tags.\n{GOOD}",
    f"There is no `<think>` here.\n{GOOD}",
    f"{GOOD}\n</think>",
    f"```json\n{GOOD}\n```\n</think>",
])
def test_what_is_unambiguous_is_taken(raw):
    made = parse_quiz(raw, 1)
    assert [entry.answer for entry in made.questions] == [KEY]


def test_text_inside_a_quiz_is_not_taken_for_its_frame():
    options = ["```", "</think>", '{"questions": []}', "<think>"]
    made = parse_quiz(f"```json\n{quiz(question(options=options))}\n```", 1)
    assert made.questions[0].options == options


def test_good_fields_stay_as_they_are():
    made = parse_quiz(quiz(question(question="Who wrote \u201cPrincipia\u201d?", source="a.pdf p.2",
                                    level=4, explanation="$\\frac{1}{2}$\nline two"),
                           topic="Physics", extra=[1]), 1)
    entry = made.questions[0]
    assert (made.topic, entry.question, entry.source, entry.explanation) == (
        "Physics", "Who wrote \u201cPrincipia\u201d?", "a.pdf p.2", "$\\frac{1}{2}$\nline two")
    assert not hasattr(entry, "level")
    assert parse_quiz(quiz({**MERCURY, "explanation": None})).questions[0].explanation == ""
    assert parse_quiz(quiz({**MERCURY, "source": 3})).questions[0].source is None


@pytest.mark.parametrize("text", FORMS)
def test_a_form_alone_is_told_what_is_wrong_with_it(text):
    assert refused(text).startswith("Question 1: ")


@pytest.mark.parametrize("changes", [
    {"question": "..."}, {"options": ["...", "...", "...", "..."]}, {"question": "The question"},
    {"question": "The right one?", "options": ["1", "2", "3", "4"]},
    {"question": "4 \u0915\u093e \u092e\u0942\u0932:",
     "options": [f"{number} \u092e\u0940\u091f\u0930" for number in range(4)]},
])
def test_what_is_filled_in_part_is_no_form(changes):
    assert "two different quizzes" in refused(f"{GOOD}\n{quiz(question(SATURN, **changes))}")


BROKEN = "Beside a whole quiz the reply holds a broken piece of JSON"
COMMENTS = "// first\n", "# first, of two\n  ", "/* first */ ", "// a\n// b, c\n\n", "/* a\n * b */"


@pytest.mark.parametrize("raw,says", [
    (None, "empty"), ("", "empty"), (" \n", "empty"), ("\ufeff", "empty"),
    ("I cannot do that.", "no JSON object"),
    ("<think>hm</think>", "thoughts only"),
    (f"<think>{GOOD}", "ends before the thinking"),
    (f"Sure. <think>Tags: {GOOD}", "ends before the thinking"),
    (f"Perhaps {GOOD}</think>", "thoughts only"),
    (json.dumps(MERCURY), 'outside a list "questions"'),
    (f"{json.dumps(MERCURY)}\n{json.dumps(SATURN)}", 'outside a list "questions"'),
    (json.dumps([MERCURY]), 'outside a list "questions"'),
    (f'{{"quiz": {GOOD}}}', 'no "questions" (its names: quiz)'),
    (f'{{"quiz": {GOOD}, "level": "ea', "ends too early"),
    (f'{{"draft": {GOOD}, oops}}', "not valid JSON"),
    (f'[{GOOD}, {{"questions": [', "two quizzes|ends too early"),
    (GOOD[:-1], "ends too early"), (GOOD[:-40], "ends too early"),
    (quiz(MERCURY, SATURN)[:-60], "ends too early"),
    (f"{GOOD}\n{quiz(SATURN)}", "two different quizzes"),
    (f"[{GOOD}, {quiz(SATURN)}]", "two different quizzes"),
    (GOOD + GOOD.replace('"answer_index": 1', '"answer_index": true'), "two different quizzes"),
    *((f"{GOOD}\nCorrected:\n{broken}", BROKEN) for broken in (
        quiz(SATURN)[:-9], '{"topic": "x", "questions": [{"question": "Whi',
        f'{{"topic": "x", {quiz(SATURN)[1:-4]}', f"```json\n{quiz(SATURN)[:60]}\n```",
        quiz(SATURN).replace("]}", ",]}"), quiz(SATURN).replace('"', "'"), '{"topic": "x',
        *(quiz(SATURN).replace('"question"', f'"{name}"').replace("]}", ",]}") for name in (
            "text", "prompt", "questionText", "question_text", "stem", "Q")),
        quiz(SATURN).replace('"', "\u201c"), '{topic: "x", questions: [{question: "y"}]}',
        '{"questions": [{"question": "Which?", "answer_index": 2, ...}]}',
        *(quiz(SATURN).replace("[{", f"[{{ {comment}", 1) for comment in COMMENTS),
        *(f"{{ {comment}{quiz(SATURN)[1:]}" for comment in COMMENTS),
        *(quiz(SATURN).replace(": [", f": {comment}[", 1) for comment in COMMENTS),
        *(quiz(SATURN).replace('on": ', f'on": {comment}', 1) for comment in COMMENTS),
        *(quiz(question(SATURN, question=asked)).replace("]}", ",]}") for asked in (
            "<i>Which</i> planet?", "[1, 2] is which?", "{x | x > 0} is which?", "... is which?",
            "Text or code?", "\u2026and then?", "<b>Why</b>")))),
    (GOOD + '{ # so\n\n "questions": [ # a list\n { # one\n  "question": "W?"}]} end', BROKEN),
    ("Draft: " + str(json.loads(quiz(SATURN))) + "\n" + GOOD, BROKEN),
    *((f"{begun}\nSorry, again:\n{GOOD}", BROKEN) for begun in (
        '{"topic": "x", "questions": [{"question": "Which of', quiz(SATURN)[:-60])),
    (f"{GOOD}\n{{'questions': [{{'question': 'Why?'}}]}}", """JSON, "{'questions': [{'quest"""),
    (GOOD[:-1] + ",}", "a comma too many"),
    (GOOD.replace('"', "'"), "double quotes"), (str(json.loads(GOOD)), "double quotes"),
    (GOOD.replace('"', "\u201d"), "straight double quotes"),
    ("{ // here\n" + GOOD[1:], "not valid JSON"),
    (GOOD.replace("Saturn", "Sat\nurn"), "written as \\n"),
    (GOOD.replace("Saturn", "\\alpha"), "each backslash is written twice"),
    (GOOD.replace(": 1", ": NaN"), "NaN"), (GOOD.replace(": 1", ": " + "9" * 5000), "digits"),
    (GOOD.replace('"answer_index": 1', '"answer_index": 1, "answer_index": 2'), "stands twice"),
    ('{"a":' * 100_000, "nested too deep"), ("{" * 3_000_000, "too long"),
    ('{"a": 1, ' * 100_000, "not valid JSON|nested too deep|full of braces"),
    *((GOOD.replace(before, f"{before}{name}{deep}, ", 1), "nested too deep")
      for deep in DEEP
      for before, name in (("{", '"topic": '), ("{", '"more": '), ('"questions": [', ""),
                           ('"questions": [{', '"answer": '), ('"options": [', ""))),
    ('{"questions": {}}', "must be a list, not an object"),
    ('{"questions": "[]"}', "must be a list, not a text"),
    ('{"questions": [1]}', "must be an object, not a number"),
    ('{"questions": []}', "no questions"),
    ('{"questions": []}\n{"questions": [], "note": "too little"}', "no questions"),
    (f'{{"questions": []}}\n{quiz(SATURN).replace("]}", ",]}")}', "is not valid JSON"),
    (3, "must be a text"), (b"{}", "must be a text"), (json.loads(GOOD), "must be a text"),
])
def test_a_reply_without_exactly_one_quiz(raw, says):
    reason = refused(raw)
    assert any(part in reason for part in says.split("|")), reason


INDEX = "It must be 0 to 3"


@pytest.mark.parametrize("changes,says", [
    ({"answer_index": 4}, INDEX), ({"answer_index": -1}, INDEX), ({"answer_index": 1.0}, INDEX),
    ({"answer_index": True}, '"answer_index" is true'), ({"answer_index": "B"}, 'the text "B"'),
    ({"answer_index": "1"}, 'the text "1"'), ({"answer_index": [1]}, "a list"),
    ({"answer_index": None}, '"answer_index" is missing (the names are: question, options'),
    ({"options": None}, '"options" is missing'), ({"question": None}, '"question" is missing'),
    ({"options": ["a cat", "a dog", "an owl"]}, "3 options instead of 4"),
    ({"options": ["cat", "dog", "owl", "hen", "fox"]}, "5 options instead of 4"),
    ({"options": []}, "0 options instead of 4"),
    ({"options": {"A": "cat", "B": "dog", "C": "owl", "D": "hen"}}, "not an object"),
    ({"options": "cat, dog, owl, hen"}, "not a text"),
    ({"options": ["cat", 2, "owl", "hen"]}, "option 2 must be a text, not a number"),
    ({"options": ["cat", None, "owl", "hen"]}, "option 2 must be a text, not null"),
    ({"options": ["join", "Join ", "owl", "hen"]}, "options 1 and 2 are equal"),
    ({"options": ["join", "owl", "hen", "JOIN."]}, "options 1 and 4 are equal"),
    ({"options": ["\uff21TP", "atp", "owl", "hen"]}, "options 1 and 2 are equal"),
    ({"options": ["a\u200btp", "atp", "owl", "hen"]}, "options 1 and 2 are equal"),
    ({"options": ["A) cat", "B) cat", "C) owl", "D) hen"]}, "options 1 and 2 are equal"),
    ({"options": ["cat", "", "owl", "  "]}, "option 2 is blank; option 4 is blank"),
    ({"options": ["cat", "\u200b", "owl", "hen"]}, "option 2 is blank"),
    *(({"options": labels}, "only the letters A to D") for labels in (
        list("ABCD"), list("abcd"), ["(a)", "(b)", "(c)", "(d)"], ["A.", "b)", " C ", "**D**"],
        ["\uff21", "\uff22", "\uff23", "\uff24"], list("BADC"), list("dbca"), list("BaDc"),
        *([mark.format(letter) for letter in "BADC"] for mark in (
            "`{}`", "{} -", "- {}", "{}\u200b", "\u2060{}.", "*{}* \u2013", "\u2022 {}",
            "\u2192 {}", '"{}"', "\u300c{}\u300d", "~~{}~~", "{}\u20dd", "{}\u3164", "# `{})`")),
        [f"`{letter})`" for letter in "abcd"],
        ["a)", "c)", "b)", "d)"], ["[B]", "(A)", "*C*", "D:"], ["A,", "B;", "C", "D"],
        *(["A", "B", "C", rest] for rest in (
            "None of these", "All of the above", "A and B", "None", "both.", "**All**",
            "A or C", "It cannot be known", "(None)")), ["None of them", "d.", "B", "(a)"])),
    *(({"options": [*"abc", rest]}, "only the letters A to D") for rest in (
        "None of the above is correct", "Only a", "A, B and C", "Not enough information",
        "All of these options", "neither of them")),
    *(({"options": labels}, f"only labels ({', '.join(labels)})") for labels in map(list, (
        "\u0410\u0411\u0412\u0413", "\u0433\u0430\u0431\u0432", "\u0391\u0392\u0393\u0394",
        "\u2460\u2461\u2462\u2463", "\u2474\u2475\u2476\u2477", "\u0915\u0916\u0917\u0918",
        "\u0623\u0628\u062c\u062f", "\u05d0\u05d1\u05d2\u05d3", "\u7532\u4e59\u4e19\u4e01",
        "\uac00\ub098\ub2e4\ub77c", "\u3131\u3134\u3137\u3139", "\u30a2\u30a4\u30a6\u30a8",
        ["\u03b1)", "\u03b2)", "(\u03b4)", "\u03b3)"], "\u0410\u0412\u0421\u0414",
        ["I", "II", "III", "IV"], ["iv)", "(i)", "ii.", "iii"],
        ["\u2160", "\u2161", "\u2162", "\u2163"], ["\u0430)", "(\u0431)", "\u0432.", "\u0433"]))),
    ({"options": ["\u0410", "\u0411", "\u0412", "None of these"]}, "only labels"),
    *(({"options": [mark.format(digit) for digit in digits]}, "only the numbers of options")
      for digits in ("1234", "2413", "0123", "\u0967\u0968\u0969\u096a", "\uff11\uff12\uff13\uff14",
                     "\u0661\u0662\u0663\u0664", "\u06f1\u06f2\u06f3\u06f4")
      for mark in ("{})", "*{})*", "`{})`", "{}\u200b)", "{}\uff09", "{}\ufe0f\u20e3")),
    ({"options": ["\u0411) \u043a\u043e\u0442", "\u0410) \u043f\u0451\u0441", "\u0412) x",
                  "\u0413) y"]}, "not in order"),
    ({"options": ["\u2461 cat", "\u2460 dog", "\u2462 owl", "\u2463 hen"]}, "not in order"),
    ({"options": ["B) cat", "A) dog", "C) owl", "D) hen"]}, "not in order"),
    ({"options": ["B) cat", "C) dog", "D) owl", "E) hen"]}, "not in order"),
    ({"options": ["A) cat", "A) dog", "B) owl", "C) hen"]}, "not in order"),
    ({"options": ["B \u2013 cat", "C \u2013 dog", "D \u2013 owl", "E \u2013 hen"]}, "not in order"),
    ({"options": ["ii)cat", "i)dog", "iii)owl", "iv)hen"]}, "not in order"),
    ({"options": ["A) join", "join", "C) owl", "D) hen"]}, "options 1 and 2 are equal"),
    ({"options": ['"ATP"', "\u201catp\u201d", "owl", "hen"]}, "options 1 and 2 are equal"),
    ({"options": ["atp\u3164", "atp", "owl", "hen"]}, "options 1 and 2 are equal"),
    *(({"options": [blank, "x", "y", "z"]}, "option 1 is blank")
      for blank in ("\u3164", "\u2800", "\u034f", "\u115f \u200b", "\u0301")),
    *(({"options": [label, "x", "y", "z"]}, "option 1 is only a label")
      for label in ("Option A", "answer b.", "Option 2", "(Choice C)", "`Option A`",
                    "- Option B", "Option C\u200b", '"Answer D"', "**Option** A", "Option (b)",
                    "Option \u0967", "Option: A")),
    *(({"options": [gap, "x", "y", "z"]}, "option 1 is a gap")
      for gap in ("...", "\u2026", "<option 1>", "[Option text]", "{answer 1}")),
    ({"question": "<question>"}, "no words"), ({"question": "\u3164"}, "no words"),
    ({"options": ["\u202ecba", "x", "y", "z"]}, "U+202E"),
    ({"question": "Is \u202dthis?"}, "U+202D"),
    *(({"options": [start, "x", "y", "z"]}, "new line")
      for start in ("\nu", "\neg p", " \nNucleus", "\night")),
    ({"options": ["A) \nu", "B) \neg", "C) y", "D) z"]}, "option 1 begins with a new line"),
    *(({"question": f"What is {formula}?"}, "new line in the middle of a formula") for formula in (
        "x\ne y", "a \nsim b", "a \ngtr b", "a\nrightarrow b", "a \ncong b", "a \newline b",
        "\natural", "\newcommand", "\\sum\nolimits_i", "$\nRightarrow$", "a \nprec b",
        "\nLeftarrow", "a \nVdash b", "a\ni b", "$a;\nu$", "x \ngeqslant y", "$x$ or\nu")),
    ({"question": "  "}, "no words"), ({"question": "..."}, "no words"),
    ({"question": 7}, '"question" must be a text, not a number'),
    ({"explanation": ["because"]}, '"explanation" must be a text, not a list'),
    ({"question": "Simplify \frac{2}{4}"}, "a form feed"),
    ({"question": "What is \beta?"}, "a backspace"), ({"question": "2 \times 3"}, "a tab"),
    ({"explanation": "\rho is dense"}, "a carriage return"),
    ({"options": ["\nabla f", "x", "y", "z"]}, "a new line in the middle of a formula"),
    ({"question": "When is x \neq y?"}, "a new line in the middle of a formula"),
    ({"question": "Say $x\nu$."}, "a new line in the middle of a formula"),
    ({"question": "a\0b"}, "a NUL"), ({"question": "a\x1bb"}, "U+001B"),
    ({"question": "half \ud800"}, "half of a broken character"),
    ({"answer": "Saturn"}, '"answer" is the text "Saturn"'), ({"answer": "C"}, '"C"'),
    ({"correct_index": 3}, '"correct_index" is 3'),
    *(({name: value}, f'"{name}" is') for name, value in (
        ("answer", "C) Jupiter"), ("correct_answer", "A. Saturn"), ("answer", "Option C"),
        ("correctAnswer", "Saturn"), ("correctIndex", 3), ("answerIndex", 3), ("Answer", "Saturn"),
        ("correct_answers", ["Saturn", "Mercury"]), ("correct", ["Saturn"]), ("Right Answer", "c"),
        ("answer", "B) Saturn"), ("correctOption", "Option D"),
        ("answer", "\u0412) Saturn"), ("answer_key", "(D)"))),
    *(({"explanation": words}, "says that C is right") for words in (
        "The correct answer is C.", "Option C is correct.", "Answer: C", "Answer: C. It is near.",
        "C is the correct answer.", "Correct: C", "The answer is: option C, since it is near.")),
    *(({"explanation": words}, 'says that "Saturn" is right') for words in (
        "The correct answer is Saturn.", "Correct answer: Saturn", "The right answer is the "
        "Saturn, not Mercury.", "Well, Saturn is the correct answer.", "Answer: Saturn")),
])
def test_a_question_that_is_none(changes, says):
    reason = refused(json.dumps({"questions": [question(**changes)]}), 1)
    assert says in reason and reason.startswith("Question 1: ")


@pytest.mark.parametrize("changes", [
    {"answer": "Mercury"}, {"answer": "B"}, {"answer": 2}, {"answer": "see above"},
    {"explanation": "The correct answer is B."}, {"explanation": "The right answer is a planet."},
    {"answer": "B) Mercury"}, {"answer": "ii) Mercury"},
    {"answer": "\u2461 Mercury"}, {"answer": "\u0411) Mercury"},
    {"correctAnswer": ["Mercury"]}, {"Answer": "Option B"}, {"key": None},
    {"correct_index": 1}, {"correct": True}, {"solution": "It is near."}, {"answer": "2. Mercury"},
    {"explanation": "The correct answer is Mercury, not Saturn."}, {"explanation": "Answer: B"},
    {"explanation": "The answer is a planet. Option C is not correct."},
    {"explanation": "Mars is right after the earth."},
    {"options": ["a - b", "b - a", "a - c", "c - a"]}, {"options": ["1", '"1"', "'1'", "1.0"]},
    {"options": ["$a$", "$b$", "'a'", "<option>"]},
    {"options": ["3. May", "8. May", "9. June", "x"]},
    {"question": "Two lines:\ni is a counter. Which?"}, {"question": "It is $x$.\nu is a name."},
    {"question": "With $x$ and two lines:\ni is a counter. Which?"},
    {"question": "It costs $5.\nnot?"},
    {"question": "What is printed?\nn = 3\nsim = n\nprint(sim)"}, {"question": "Name\nneglect it"},
    {"options": ["10\u00b2", "102", "10", "20"]}, {"options": ["+", "-", "*", "/"]},
    {"options": list("CNOH")}, {"options": list("wxyz")}, {"options": ["a", "b", "c", "n"]},
    {"options": list("ABCE")}, {"options": ["A", "B", "AB", "O"]},
    {"options": ["A", "C", "D", "C++"]},
    {"options": ["a", "b", "c", "a + b"]}, {"options": ["a", "b", "c", "max(a, b)"]},
    {"options": ["A", "B", "Both A and B", "Neither"]}, {"options": ["A", "B", "C", "B12"]},
    *({"options": [*"abc", rest]} for rest in (
        "The list is empty", "an empty list", "No letter at all", "a new node", "both ends")),
    *({"options": options} for options in (
        ["I", "II", "III", "V"], ["II", "III", "IV", "V"], ["I", "V", "X", "L"],
        ["I", "II", "III", "None of these"], ["(1)", "(2)", "(3)", "(4)"],
        ["[1]", "[2]", "[3]", "[4]"])),
    *({"options": list(letters)} for letters in (
        "\u0430\u0431\u0432\u0434", "\u03b1\u03b2\u03b3\u03b4", "\u2460\u2461\u2462\u2464",
        "\u7532\u4e59\u4e19\u620a")),
    {"options": ["-a", "-b", "-c", "-d"]}, {"options": ["<a>", "<b>", "<c>", "<d>"]},
    {"options": ["`a`", "`b`", "`c`", "`d`"]}, {"options": ["'a'", "'b'", "'c'", "'d'"]},
    *({"options": [mark.format(letter) for letter in "ABCD"]} for mark in (
        "{}'", "{}-", "{}+", "\u00ac{}", "${}$", "{{{}}}", "{}()", "#{}", ".{}", "{}\u0304")),
    *({"options": [mark.format(digit) for digit in digits]} for mark in ("{}", "({})", "{}.")
      for digits in ("1234", "\u0967\u0968\u0969\u096a")),
    {"options": list("NCBO"), "answer": "C", "explanation": "The correct answer is C."},
    {"options": list("NCOH"), "explanation": "C is the correct answer. It has four bonds."},
    {"options": ["`a`", "`b`", "`x`", "`d`"]}, {"options": ["**A**", "x", "y", "z"]},
    {"options": ["1", "2", "3", "4"]}, {"options": ["x", "y", "h", "O(n)"]},
    {"question": "What is printed?\n\nx = 1\ni = 2\nu = 3"},
    {"question": "\u0e2d\u0e30\u0e44\u0e23?"},
])
def test_a_question_that_is_good(changes):
    assert parse_quiz(quiz(question(**changes)), 1).questions[0].answer_index == 1


@pytest.mark.parametrize("labels", [
    ["A) ", "B) ", "C) ", "D) "], ["a. ", "b. ", "c. ", "d. "], ["(A) ", "(B) ", "(C) ", "(D) "],
    ["1. ", "2. ", "3. ", "4. "], ["[A] ", "[B] ", "[C] ", "[D] "], ["A: ", "B: ", "C: ", "D: "],
    *([form.format(token) for token in tokens] for form, tokens in (
        ("{} \u2013 ", "ABCD"), ("{} \u2014 ", "ABCD"), ("{} - ", "ABCD"), ("**{})** ", "ABCD"),
        ("**{}.** ", "abcd"), ("**{}** ", "ABCD"), ("{})", "abcd"), ("{}.", "1234"),
        ("{}) ", "0123"), ("{}) ", ["i", "ii", "iii", "iv"]), ("({}) ", ["i", "ii", "iii", "iv"]),
        ("{}\uff09", "\uff21\uff22\uff23\uff24"), ("{}) ", "\u0410\u0411\u0412\u0413"),
        ("{}", "\u2460\u2461\u2462\u2463"), ("{} ", "\u2460\u2461\u2462\u2463"),
        ("({}) ", "\u0915\u0916\u0917\u0918"), ("{}. ", "\u7532\u4e59\u4e19\u4e01"),
        ("Option {}: ", "ABCD"), ("Option {} ", "1234"),
        ("{}) ", "AbCd"), ("Answer {}) ", "ABCD"), ("**Option {}:** ", "ABCD")))])
def test_letters_in_front_are_shown_once(labels):
    options = [label + text for label, text in zip(labels, MERCURY["options"], strict=True)]
    made = parse_quiz(quiz(question(options=options)), 1).questions[0]
    assert made.options == MERCURY["options"] and made.answer == KEY


def test_options_that_only_look_like_labels_stay():
    for options in (["A) cat", "a dog", "an owl", "a hen"], ["A cat", "B cell", "C major", "D day"],
                    ["1.5 m", "2.5 m", "3.5 m", "4.5 m"], ["1:2", "2:1", "3:1", "4:1"],
                    ["a.x", "b.x", "c.x", "d.x"], ["1 cat", "2 cats", "3 cats", "4 cats"],
                    ["A: 5, B: 3", "A: 3, B: 5", "A: 5, B: 5", "A: 3, B: 3"]):
        assert parse_quiz(quiz(question(options=options))).questions[0].options == options


def test_the_number_of_questions():
    two = quiz(MERCURY, SATURN)
    assert len(parse_quiz(two).questions) == len(parse_quiz(two, 2).questions) == 2
    assert refused(two, 5) == "There are 2 questions in the quiz, not 5."
    assert refused(two, 1) == "There are 2 questions in the quiz, not 1."
    assert refused(GOOD, 2) == "There is 1 question in the quiz, not 2."


def test_the_same_question_twice():
    assert "Questions 1 and 2 are the same" in refused(quiz(MERCURY, MERCURY), 2)
    other = question(options=["Mars", "Venus", "Mercury", "Pluto"], answer_index=2)
    assert "are the same" in refused(quiz(MERCURY, other), 2)
    contrary = question(answer_index=0)
    assert "are the same" in refused(quiz(MERCURY, contrary), 2)
    for words in ("Which planet is nearest to the sun?", "which planet is nearest  to the SUN?"):
        foreign = question(question=words, options=["p", "q", "r", "s"])
        assert "are the same" in refused(quiz(MERCURY, foreign), 2)
    one = question(question="Which is true?", options=["p", "q", "r", "s"])
    two = question(question="Which is true?", options=["t", "u", "v", "w"])
    assert len(parse_quiz(quiz(one, two), 2).questions) == 2


def test_a_reason_names_the_question_and_stays_short():
    bad = [question(answer_index=index) for index in range(4, 40)]
    reason = refused(quiz(MERCURY, *bad))
    assert reason.startswith("Question 2: ") and reason.endswith("And 33 more.")
    assert "count from 0" in reason
    long = refused(quiz(question(answer_index="x" * 100_000, **{"y" * 10_000: 1})))
    assert len(long) < 300
    assert len(refused("{" + "x" * 300_000)) < 300


def test_a_reason_can_be_sent_whatever_the_names_are():
    odd = {"\ud83d": 1, "a\n\u202eb\x1b": 2, "\u200b": 3}
    for raw in (json.dumps(odd), quiz({**odd, "options": []}), quiz(question(
            options=["\u0410", "\u0411", "\u0412", "cannot be known\ud83d"]))):
        reason = refused(raw)
        assert reason.encode("utf-8").decode().isprintable() and "U+D83D" in reason


def test_the_models_hold_the_same_rules():
    with pytest.raises(ValidationError, match="equal"):
        Question(question="Which?", options=["a b", "A B", "c", "e"], answer_index=0)
    for index in (True, "1", 1.0, 4, -1):
        with pytest.raises(ValidationError):
            Question(question="Which?", options=["w", "x", "y", "z"], answer_index=index)
    made = Question(question="Which?", options=["w", "x", "y", "z"], answer_index=0, colour="red")
    assert made.model_dump() == {"question": "Which?", "options": ["w", "x", "y", "z"],
                                 "answer_index": 0, "explanation": "", "source": None}
    assert Quiz(questions=[made]).topic == ""
    assert Quiz.model_validate_json(Quiz(questions=[made]).model_dump_json()).questions == [made]


def test_a_question_that_was_changed_is_looked_at_again():
    made = parse_quiz(GOOD)
    made.questions[0].answer_index = 7
    for given in (made, {"questions": made.questions}):
        with pytest.raises(ValidationError):
            Quiz.model_validate(given)


def test_the_error_can_be_copied():
    error = pickle.loads(pickle.dumps(QuizError("Cut.", cut_off=True)))
    assert isinstance(error, ValueError) and (str(error), error.cut_off) == ("Cut.", True)
