"""Lesson 01: from a text to a number, without running the text."""

from __future__ import annotations

import ast
import sys

from studybuddy.workbook.define import (
    Case,
    Check,
    Lesson,
    Mistake,
    Order,
    OrderRule,
    Prediction,
    Recall,
)
from studybuddy.workbook.raised import RETURNED

AVERAGE = "(8.2*20 + 9.1*22) / 42"
AVERAGE_VALUE = (8.2 * 20 + 9.1 * 22) / 42


# -- 01.1 lines in order -----------------------------------------------------------------------

sign = Order(
    name="lines in order",
    lines={"a": "return sign(value)",
           "b": "value = walk(node.operand)",
           "c": "sign = SIGNS[type(node.op)]",
           "d": "value = node.operand",
           "e": 'if type(node.op) not in SIGNS: raise ValueError("sign not allowed")'},
    accepted=("ecba", "ebca", "beca"),
    rules=(
        OrderRule("Line d keeps a node, not a number. Another line asks walk for the number.",
                  lambda letters: "d" in letters),
        OrderRule("Use four different lines. One of the five is not needed.",
                  lambda letters: len(letters) != 4 or len(set(letters)) != 4),
        OrderRule("`return` ends the function, so the lines after it never run.",
                  lambda letters: letters[-1] != "a"),
        OrderRule("Allow before you look up: ask `not in SIGNS` first.",
                  lambda letters: letters.index("c") < letters.index("e")),
    ),
    passed="allow, look up, walk, compute.",
)


# -- 01.2 walk ---------------------------------------------------------------------------------


def _tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _walked(name: str, text: str, value: float) -> Case:
    return Case(name, lambda: (_tree(text),), value, shown=text)


def _refused(name: str, text: str) -> Case:
    return Case(name, lambda: (_tree(text),), refuse=ValueError, shown=text)


_FORBIDDEN = ("a function call", "a name", "a call inside", "an operator not listed")

walk = Check(
    name="walk",
    parameters=("node",),
    cases=(
        _walked("one number", "7", 7),
        _walked("a plus", "2 + 3", 5),
        _walked("order of the sides", "7 - 2", 5),
        _walked("tree in a tree", "(8 + 9) * 2", 34),
        _walked("Meera's average", AVERAGE, AVERAGE_VALUE),
        _walked("a sign", "-(2 + 3) * 4", -20),
        _refused("a function call", "abs(3)"),
        _refused("a name", "marks"),
        _refused("a call inside", "2 + abs(3)"),
        _refused("an operator not listed", "7 // 2"),
    ),
    mistakes=(
        RETURNED,
        Mistake("A number is its own value: give back `node.value`.",
                lambda e: isinstance(e.value, ast.AST), ("one number",)),
        Mistake("Your walk ran a function. Refuse every node that is not on the list.",
                lambda e: e.same(3) or e.same(5), ("a function call", "a call inside")),
        Mistake("Nothing was refused. End the function with `raise ValueError(...)`.",
                lambda e: e.nothing, _FORBIDDEN),
        Mistake("A returned text looks like a result. Raise ValueError.",
                lambda e: isinstance(e.value, str), _FORBIDDEN),
        Mistake("A name is no number. Refuse it with a ValueError.",
                lambda e: e.error is None or e.kind == "KeyError", ("a name",)),
        Mistake("This operator is not on the list. Refuse it with a ValueError.",
                lambda e: e.same(3) or e.same(3.5), ("an operator not listed",)),
        Mistake("The result was lost. Put `return` in front of it.",
                lambda e: (e.nothing and not e.printed or e.kind == "ValueError")
                and e.own_calls(_tree("2 + 3")) == 2, ("a plus",)),
        Mistake("The function calls itself with the same node. Give it a child.",
                lambda e: e.kind == "RecursionError"),
        Mistake("These are nodes, not numbers. Call `walk` on each child first.",
                lambda e: e.kind == "TypeError" and any(
                    kind in e.text for kind in ("Constant", "BinOp", "UnaryOp"))),
        Mistake("A child can be a whole tree. Use `walk(node.left)`.",
                lambda e: e.kind == "AttributeError" and "'value'" in e.text),
        Mistake("The keys of OPERATORS are types. Look up `type(node.op)`.",
                lambda e: e.kind == "KeyError" and isinstance(e.error.args[0], ast.AST)),
        Mistake("Ask `type(node.op) in OPERATORS` before you look it up.",
                lambda e: e.kind == "KeyError", ("an operator not listed",)),
        Mistake("Left and right are swapped: the left value comes first.",
                lambda e: e.same(-5), ("order of the sides",)),
        Mistake("Every operator became a plus. Look up the function in OPERATORS.",
                lambda e: e.same(9), ("order of the sides",)),
        Mistake("The decimals are gone. Give the value back as it is.",
                lambda e: e.same(8) or e.same(9), ("Meera's average",)),
        Mistake("The minus was lost. Call the function from SIGNS.",
                lambda e: e.same(20), ("a sign",)),
        Mistake("This is a node, not a number. Call `walk` on it.",
                lambda e: isinstance(e.value, ast.AST)),
        Mistake("You returned the operation itself. Call it with the two values.",
                lambda e: callable(e.value)),
        Mistake("Return a number, not a text.",
                lambda e: isinstance(e.value, str)),
        Mistake("Refuse with a ValueError, so that the calculator can catch it.",
                lambda e: e.error is not None and e.kind not in ("NameError", "UnboundLocalError"),
                _FORBIDDEN),
        Mistake("This is allowed, but your code refused it. Is a `raise` in the wrong place?",
                lambda e: e.kind == "ValueError"),
    ),
    otherwise='Follow this one by hand. Then compare with `lesson.trace(walk, "7 - 2")`.',
)


# -- 01.3 safe_power ---------------------------------------------------------------------------


class _Watched(int):
    """A whole number that notices when it is raised to a power."""

    used = False

    def __pow__(self, other, modulo=None):
        type(self).used = True
        return int(self) ** int(other)


def _size_first(safe_power) -> str:
    """Whether a power is refused before or after it is computed. 9 ** 5000 does no harm."""
    _Watched.used = False
    try:
        safe_power(_Watched(9), _Watched(5000))
    except ValueError:
        return "computed, then refused" if _Watched.used else "refused at once"
    return "not refused"  # such as `type(base) is int`, which a number that watches is not


def _names(e) -> tuple:
    return e.answer.__code__.co_names


def _types_as_texts(e) -> bool:
    """Whether a type itself is compared with the text of its name: that is never equal."""
    texts = {text for one in e.answer.__code__.co_consts
             for text in (one if isinstance(one, (tuple, frozenset)) else (one,))}
    return not texts.isdisjoint(("int", "float")) and "type" in _names(e) and not {
        "__name__", "__qualname__", "str"} & set(_names(e))


_TOO_LARGE = ("a large exponent", "a large base", "a large negative base")

safe_power = Check(
    name="safe_power",
    parameters=("base", "exponent"),
    cases=(
        Case("a small power", (2, 10), 1024),
        Case("a root", (9.0, 0.5), 3.0),
        Case("a negative exponent", (2, -2), 0.25),
        Case("a negative base", (-3, 3), -27),
        Case("inside the limit", (2, 200), 2 ** 200, wanted="`2 ** 200`",
             gives="`safe_power(2, 200)` gives `2 ** 200`"),
        Case("a larger base", (100, 100), 100 ** 100, wanted="`100 ** 100`",
             gives="`safe_power(100, 100)` gives `100 ** 100`"),
        Case("exactly the limit", (2, 500), 2 ** 500, wanted="`2 ** 500`",
             gives="`safe_power(2, 500)` gives `2 ** 500`"),
        Case("a large exponent", (9, 5000), refuse=ValueError),
        Case("a large base", (10 ** 50, 99), refuse=ValueError, shown="safe_power(10 ** 50, 99)"),
        Case("a large negative base", (-(10 ** 50), 99), refuse=ValueError,
             shown="safe_power(-(10 ** 50), 99)"),
        Case("size before power", run=_size_first,
             passes=lambda how: how != "computed, then refused", shown="safe_power(9, 5000)",
             wanted="refused before any power is computed",
             gives="`safe_power(9, 5000)` is refused before it is computed"),
    ),
    mistakes=(
        RETURNED,
        Mistake("`bit_length` needs its brackets: `base.bit_length()` is a number.",
                lambda e: "builtin_function_or_method" in e.text and "bit_length" in _names(e)),
        Mistake("Name a type without quotes: `int` is the type, `\"int\"` is only a text.",
                lambda e: e.kind == "TypeError" and e.text.startswith("isinstance() arg 2")
                or e.error is None and e.case == "a large exponent" and _types_as_texts(e)),
        Mistake("Python writes a power as `**`. `^` does something else.",
                lambda e: e.same(8) and e.call(5, 3).value == 6, ("a small power",)),
        Mistake("Only whole numbers have `bit_length`. Ask for the type first.",
                lambda e: e.kind == "AttributeError" and "bit_length" in e.text),
        Mistake("This needs 400 bits, and the limit is 1,000.",
                lambda e: e.kind == "ValueError", ("inside the limit",)),
        Mistake("Count the bits of the base: `base.bit_length()`, not `base`.",
                lambda e: e.kind == "ValueError", ("a larger base",)),
        Mistake("Exactly MAX_BITS is allowed. Refuse only what is above.",
                lambda e: e.kind == "ValueError", ("exactly the limit",)),
        Mistake("Rules 1 and 2 are about huge whole numbers. Return all other powers.",
                lambda e: e.kind == "ValueError"),
        Mistake("A returned text looks like a result. Raise ValueError.",
                lambda e: isinstance(e.value, (str, dict)), _TOO_LARGE),
        Mistake("Nothing was refused. Raise ValueError, and do not only print.",
                lambda e: e.nothing, _TOO_LARGE),
        Mistake("Bound it: `base.bit_length() * exponent` must not be above MAX_BITS.",
                lambda e: e.error is None, ("a large exponent",)),
        Mistake("A large base makes a large number too: use the bound.",
                lambda e: e.error is None, ("a large base",)),
        Mistake("A minus sign makes no number small. `bit_length` looks past it.",
                lambda e: e.error is None, ("a large negative base",)),
        Mistake("Refuse with a ValueError, so that the calculator can catch it.",
                lambda e: e.kind not in ("", "NameError", "UnboundLocalError"), _TOO_LARGE),
        Mistake("Ask for the size first, compute second.",
                lambda e: e.same("computed, then refused"), ("size before power",)),
    ),
    otherwise="Compute this power by hand. Which rule of the contract is it about?",
)


# -- 01.4 calculator ---------------------------------------------------------------------------

MAX_CHARS = 200
# 1,400 levels: more than Python's recursion limit, and still no danger to the parser.
_LONG = "1" + "+1" * 1_400
_FULL = "1" + "+1" * 99 + " "


def _answered(name: str, text: str, value: float, shown: str = "") -> Case:
    return Case(
        name, (text,), shown=shown or f'calculator("{text}")',
        passes=lambda reply: (reply["result"] == value and reply["expression"] == text)
        if isinstance(value, int) else (abs(reply["result"] - value) < 1e-9
                                        and reply["expression"] == text),
        wanted=f"a dictionary with `expression`, and `result` {value!r}",
        gives=lambda reply: f"`result` is `{reply['result']!r}`")


def _is_error(reply: dict) -> bool:
    return isinstance(reply["error"], str) and len(reply["error"]) > 3 and "result" not in reply


def _error(name: str, text: str, shown: str = "", **more) -> Case:
    from studybuddy.workbook import values

    return Case(name, (text,), shown=shown or f'calculator("{text}")', passes=_is_error,
                wanted="a dictionary with `error`, a plain sentence",
                gives=lambda reply: f"`error` is `{values.clipped(reply['error'], 80)}`", **more)


def _length_first(calculator) -> dict:
    """Give a long text and see whether it reaches the parser. A short tree comes back from it."""
    parse, parsed = ast.parse, []

    def watching(source, *args, **kwargs):
        if isinstance(source, str) and len(source) > MAX_CHARS:
            parsed.append(len(source))
            source = "1"
        return parse(source, *args, **kwargs)

    ast.parse = watching
    try:
        reply = calculator(_LONG)
    finally:
        ast.parse = parse
    return {"parsed first": bool(parsed), "error": reply["error"]}


class _Followed:
    """What happens inside of a calculator that gets a good text: `top` is the first thing that
    `walk` gets, `refused` tells that an `error` came back while nothing was raised anywhere."""

    def __init__(self, calculator):
        names, given, raised = calculator.__globals__, [], []
        walk, tracing = names["walk"], sys.gettrace()

        def watching(node):
            given.append(node)
            return walk(node)

        def trace(frame, event, arg):
            if event == "exception" and arg[0] not in (StopIteration, GeneratorExit):
                raised.append(arg[0])
            return trace

        names["walk"], reply = watching, None
        sys.settrace(trace)
        try:
            reply = calculator(AVERAGE)
        except Exception:
            pass  # it is known already
        finally:
            sys.settrace(tracing)
            names["walk"] = walk
        self.top = given[0] if given else None
        self.refused = not raised and isinstance(reply, dict) and "error" in reply


def _followed(e) -> _Followed:
    return e.run(_Followed, e.answer).value


def _refuses_by_itself(e) -> bool:
    """Whether a condition of the calculator refuses a good text: by a reply, or by a `raise`."""
    where = e.attempt.where
    return (e.kind == "ValueError" and "raise " in where and " of `" not in where
            or e.error is None and _followed(e).refused)


_TEXT_FAULTS = ("SyntaxError", "ValueError", "ZeroDivisionError", "OverflowError")
_GOOD = ("an average", "a power", "exactly 200 characters")
_BAD = ("a call", "a huge power", "division by zero", "a huge decimal", "broken text",
        "an empty text", "a very long text")

calculator = Check(
    name="calculator",
    parameters=("expression",),
    cases=(
        _answered("an average", AVERAGE, AVERAGE_VALUE),
        _answered("a power", "2 ** 10", 1024),
        _error("a call", "marks.clear()"),
        _error("a huge power", "9 ** 9 ** 9"),
        _error("division by zero", "1 / 0"),
        _error("a huge decimal", "10.0 ** 400"),
        _error("broken text", "2 +"),
        _error("an empty text", ""),
        _error("a very long text", _LONG, shown='calculator("1+1+1+ ... +1")'),
        _answered("exactly 200 characters", _FULL, 100, shown='calculator("1+1+1+ ... +1 ")'),
        Case("length before parsing", run=_length_first,
             passes=lambda seen: not seen["parsed first"], shown='calculator("1+1+1+ ... +1")',
             wanted="refused before it is parsed", gives="a long text is not parsed"),
    ),
    mistakes=(
        Mistake("Give `walk` the top node: the `.body` of what "
                "`ast.parse(..., mode=\"eval\")` gives.",
                lambda e: isinstance(_followed(e).top, ast.Expression), ("an average",)),
        Mistake("Add `mode=\"eval\"` to `ast.parse(...)`. Then `.body` is one node, "
                "the top of the tree.",
                lambda e: isinstance(_followed(e).top, (list, ast.Module, ast.stmt)),
                ("an average",)),
        Mistake("`walk` takes a node, and this is the text. Parse it first with `ast.parse`.",
                lambda e: isinstance(_followed(e).top, str), ("an average",)),
        Mistake("This is a good calculation, but your own code refuses it. "
                "Which line does that, and when?",
                _refuses_by_itself, ("an average",)),
        Mistake("This error belongs to the text. Catch it and return `{'error': ...}`.",
                lambda e: e.kind in _TEXT_FAULTS, (*_BAD, "length before parsing")),
        Mistake("The text is too long for walk. Look at its length before you parse it.",
                lambda e: e.kind == "RecursionError" or "result" in e.value, ("a very long text",)),
        Mistake("Return a dictionary each time, with `result` or with `error`.",
                lambda e: e.error is None and not isinstance(e.value, dict)),
        Mistake("200 characters are allowed. Refuse only what is longer.",
                lambda e: "error" in e.value, ("exactly 200 characters",)),
        Mistake("`**` is not on your list. Run the line with `ast.Pow` first.",
                lambda e: e.kind in _TEXT_FAULTS or "error" in e.value, ("a power",)),
        Mistake("Put `safe_power` on the list: it looks at the size first.",
                lambda e: e.kind == "NoEnd", ("a huge power",)),
        Mistake("This error belongs to your code, so do not catch it. "
                "Do checks 01.2 and 01.3 pass?",
                lambda e: e.kind in _TEXT_FAULTS or "error" in e.value, _GOOD),
        Mistake("The key for the number is `result`, in small letters.",
                lambda e: "result" not in e.value, _GOOD),
        Mistake("The result must stay a number. Put it in as it is, not as a text.",
                lambda e: isinstance(e.value["result"], str), _GOOD),
        Mistake("Put the text in too, under the key `expression`.",
                lambda e: "result" in e.value and e.value.get("expression") is None, _GOOD),
        Mistake("The error must be a text. Use `str(error)`.",
                lambda e: isinstance(e.value.get("error"), BaseException), _BAD),
        Mistake("The error is empty. Put a sentence there, and into each `raise ValueError(...)`.",
                lambda e: not e.value["error"].strip() and "result" not in e.value, _BAD),
        Mistake("This must come back as `error`, a plain sentence, with no `result`.",
                lambda e: isinstance(e.value, dict), _BAD),
        Mistake("Look at the length first. Parsing a long text is already work.",
                lambda e: e.value["parsed first"], ("length before parsing",)),
    ),
    otherwise="Follow this text through your code. Which line makes this value?",
)


LESSON = Lesson(
    title="a calculator that only calculates",
    minutes=40,
    predictions={
        "01.p1": Prediction(
            right="c", seen=lambda marks: "c" if list(marks) == [] else "b",
            options={
                "a": "Python sees no error: a method call is a good expression.",
                "b": "`eval` does not know what a calculation is. It runs every expression.",
                "c": "`eval` ran the call, and the call emptied the list."}),
        "01.p2": Prediction(
            right="a", seen={"Add": "a", "Mult": "b"}.__getitem__,
            options={
                "a": "The operator that runs last stands on top.",
                "b": "The `*` runs first, so it is deeper in the tree.",
                "c": "Numbers have no children. They are always at the ends."}),
        "01.p3": Prediction(
            right="c",
            seen=lambda digits: "c" if digits > 300_000_000 else "b" if digits > 1_000 else "a",
            options={
                "a": "That is near `9 ** 99`, with 95 digits.",
                "b": "That is near `9 ** 9_999`, with 9,542 digits.",
                "c": "`9 ** 9` is already 387,420,489, and that is only the exponent."}),
    },
    checks={"01.1": sign, "01.2": walk, "01.3": safe_power, "01.4": calculator},
    recall=(
        Recall("02", "Why may `ast.parse` see a text that `eval` must not see?",
               "Parsing runs nothing; eval runs everything."),
        Recall("04", "Why is an allow list stronger than a list of forbidden words?",
               "What nobody thought of is refused too."),
    ),
)
