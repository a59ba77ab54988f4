"""Lesson 09: a yes that holds for one call, once, and a run that knows what may have happened."""

from __future__ import annotations

import builtins
import json
import re
import string
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from studybuddy.messages import assistant, tool, user
from studybuddy.messages import call as entry
from studybuddy.workbook import faults
from studybuddy.workbook.define import (
    CLASS,
    TEXT,
    Case,
    Check,
    Lesson,
    Mistake,
    Prediction,
    Recall,
)

# -- 09.1 unsafe_row ---------------------------------------------------------------------------


def _is_row(e, letter: str) -> bool:
    return e.value.strip().lower() == letter


unsafe_row = Check(
    name="unsafe_row",
    asks=TEXT,
    cases=(
        Case("the unsafe row", passes=lambda row: row.strip().lower() == "d", shown="unsafe_row",
             wanted="the letter of the row in which something else ran than was shown",
             gives="row d: the mail that ran names another day than the mail that was shown"),
    ),
    mistakes=(
        Mistake("Large is not unsafe. Compare what was shown with what ran.",
                lambda e: _is_row(e, "a")),
        Mistake("Nothing ran there. Look for something that ran.", lambda e: _is_row(e, "b")),
        Mistake("Time tells nothing here. Compare what was shown with what ran.",
                lambda e: _is_row(e, "c")),
        Mistake("The tool was a harmless one. Compare what was shown with what ran.",
                lambda e: _is_row(e, "e")),
    ),
    otherwise="Choose one letter, from a to e.",
)


# -- 09.2 fingerprint --------------------------------------------------------------------------

_PLAN = {"file_path": "plan.md", "content": "SQL, then keys"}


class _Two:
    """The fingerprints of two calls, told by whether they are equal."""

    def __init__(self, first: object, second: object):
        self.first = first
        self.second = second

    @property
    def equal(self) -> bool:
        return self.first == self.second

    def __repr__(self) -> str:
        return "the same text twice" if self.equal else "two different texts"


class _Thing:
    """A value that is no plain data, told by its kind: its own text may hold an address."""

    def __init__(self, value: object):
        self.kind = type(value).__name__

    def __repr__(self) -> str:
        return f"an object of the class {self.kind}"


def _one(fingerprint: Callable, call: list) -> object:
    value = fingerprint(*call)
    plain = value is None or value is ... or isinstance(value, (str, bytes, int, list, tuple))
    return value if plain else _Thing(value)


def _both(fingerprint: Callable, first: list, second: list) -> _Two:
    return _Two(fingerprint(*first), fingerprint(*second))


def _signs(fingerprint: Callable) -> _Two:
    """Two calls whose parts look alike when they are only glued, whatever the glue is."""
    two = _Two("", "")
    for sign in [*string.punctuation, " ", "\n", "\t", ", ", "', '", '", "']:
        two = _both(fingerprint, [f"a{sign}b", "c", {}], ["a", f"b{sign}c", {}])
        if two.equal:
            break
    return two


def _restarted(fingerprint: Callable, call: list) -> _Two:
    """The same call before and after a restart: then `hash` of a text and `id` differ."""
    first = fingerprint(*call)
    before = builtins.hash, builtins.id
    builtins.hash = lambda value: before[0](value) ^ 1
    builtins.id = lambda value: before[1](value) ^ 1
    try:
        return _Two(first, fingerprint(*call))
    finally:
        builtins.hash, builtins.id = before


def _differ(name: str, told: str, first: list, second: list) -> Case:
    return Case(name, args=(first, second), run=_both, passes=lambda two: not two.equal,
                shown=f"fingerprint(...) of {told}", wanted="two different texts",
                gives=f"{told}: different")


def _agree(name: str, told: str, first: list, second: list) -> Case:
    return Case(name, args=(first, second), run=_both, passes=lambda two: two.equal,
                shown=f"fingerprint(...) of {told}", wanted="the same text twice",
                gives=f"{told}: the same")


def _write(call_id: str = "c1", name: str = "write_file", **arguments: Any) -> list:
    return [call_id, name, arguments or dict(_PLAN)]


_DIGEST, _AGAIN, _ID, _NAME = "one call", "same call twice", "another id", "another tool"
_CONTENT, _ORDER, _INSIDE = "another content", "order of keys", "order inside"
_KIND, _MOVED, _SIGN, _RESTART = "number and text", "parts moved", "a sign inside", "a restart"

fingerprint = Check(
    name="fingerprint",
    parameters=("call_id", "name", "arguments"),
    cases=(
        Case(_DIGEST, args=(_write(),), run=_one,
             passes=lambda value: isinstance(value, str) and len(value) == 64,
             shown='fingerprint("c1", "write_file", arguments)',
             wanted="a text of 64 characters", gives="a text of 64 characters"),
        _agree(_AGAIN, "the same call, twice", _write(), _write()),
        _differ(_ID, "calls c1 and c2 with equal arguments", _write(), _write("c2")),
        _differ(_NAME, "calls of two tools", _write(), _write(name="read_file")),
        _differ(_CONTENT, "two contents", _write(),
                _write(file_path="plan.md", content="keys")),
        _agree(_ORDER, "the same arguments in two orders", _write(),
               _write(content="SQL, then keys", file_path="plan.md")),
        _agree(_INSIDE, "a dictionary in the arguments, in two orders",
               _write(plan={"day": 1, "hours": 2}), _write(plan={"hours": 2, "day": 1})),
        _differ(_KIND, 'hours 1 and hours "1"', _write(hours=1), _write(hours="1")),
        _differ(_MOVED, "id ab, name c and id a, name bc", ["ab", "c", {}], ["a", "bc", {}]),
        Case(_SIGN, run=_signs, passes=lambda two: not two.equal,
             shown="fingerprint(...) of ids and names with a sign between",
             wanted="two different texts", gives="ids and names with any sign: different"),
        Case(_RESTART, args=(_write(),), run=_restarted, passes=lambda two: two.equal,
             shown="fingerprint(...) of the same call, after a restart of Python",
             wanted="the same text twice", gives="before and after a restart: the same"),
    ),
    mistakes=(
        Mistake("hashlib takes bytes. Write `text.encode()`.",
                lambda e: e.kind == "TypeError" and "encoded before hashing" in e.text),
        Mistake("`json.dumps` takes one value. Put the three parts into a list.",
                lambda e: e.kind == "TypeError" and "dumps()" in e.text),
        Mistake("Return a text: ask the digest for `hexdigest()`.",
                lambda e: isinstance(e.value, (bytes, _Thing)), (_DIGEST,)),
        Mistake("`hash` of a text differs after a restart. Use hashlib.",
                lambda e: isinstance(e.value, int), (_DIGEST,)),
        Mistake("This is the text itself. Return its digest.",
                lambda e: isinstance(e.value, str) and "write_file" in e.value, (_DIGEST,)),
        Mistake("The same call got two fingerprints. Use nothing random and no time.",
                lambda e: e.error is None, (_AGAIN,)),
        Mistake("A second call with equal arguments passes. Put the id in.",
                lambda e: e.error is None, (_ID,)),
        Mistake("Another tool got the same fingerprint. Put the name in.",
                lambda e: e.error is None, (_NAME,)),
        Mistake("Other arguments got the same fingerprint. Put their values in.",
                lambda e: e.error is None, (_CONTENT,)),
        Mistake("Another order of keys gave another fingerprint. Use `sort_keys=True`.",
                lambda e: e.error is None, (_ORDER,)),
        Mistake("The order inside a value made a difference. `sort_keys=True` sorts there too.",
                lambda e: e.error is None, (_INSIDE,)),
        Mistake("The number 1 and the text \"1\" look alike. JSON keeps them apart.",
                lambda e: e.error is None, (_KIND,)),
        Mistake("`ab` and `c` look like `a` and `bc`. Make one JSON text of all three.",
                lambda e: e.error is None, (_MOVED,)),
        Mistake("Your sign can stand in an id too. Make one JSON text of all three.",
                lambda e: e.error is None, (_SIGN,)),
        Mistake("`hash` and `id` differ after a restart. Use hashlib alone.",
                lambda e: e.error is None, (_RESTART,)),
    ),
    otherwise="Return the SHA-256 digest as a text of 64 characters.",
)


# -- 09.3 Gate ---------------------------------------------------------------------------------

_METHODS = ("wait", "approve", "reject", "may_run")
_REASON = "wrong day"
NO_ERROR = "no error"


class _Said(list):
    """What a gate answered, in order: True, False, or the name of an error."""

    def __repr__(self) -> str:
        return ", then ".join(one if isinstance(one, str) else repr(one) for one in self)


def _calls() -> dict[str, SimpleNamespace]:
    def made(call_id: str = "c1", name: str = "write_file", content: str = "SQL"):
        return SimpleNamespace(id=call_id, name=name,
                               arguments={"file_path": "plan.md", "content": content})

    return {"c1": made(), "c2": made("c2"), "other_content": made(content="keys"),
            "other_tool": made(name="run_file")}


def _play(gate_class: Callable, steps: str, reason: str = _REASON) -> _Said:
    """Do the steps, such as "wait c1, approve c1, may_run c1", with a new gate.

    `refuse approve c9` is an `approve` that must raise; `new gate` takes a second gate.
    """
    gate, calls, said = gate_class(), _calls(), _Said()
    for step in steps.split(", "):
        verb, *more = step.split()
        if verb == "new":
            gate = gate_class()
        elif verb == "change":
            calls[more[0]].arguments["content"] = "keys"
        elif verb == "refuse":
            said.append(_refused(gate, more[0], more[1], reason))
        elif verb in ("wait", "may_run"):
            value = getattr(gate, verb)(calls[more[0]])
            if verb == "may_run":
                said.append(value)
        else:
            _decide(gate, verb, more[0], reason)
    return said


def _decide(gate: Any, verb: str, call_id: str, reason: str) -> None:
    if verb == "reject":
        gate.reject(call_id, reason)
    else:
        gate.approve(call_id)


def _refused(gate: Any, verb: str, call_id: str, reason: str) -> str:
    """The name of what the gate raises."""
    try:
        _decide(gate, verb, call_id, reason)
    except (LookupError, ValueError, RuntimeError) as error:
        return type(error).__name__
    return NO_ERROR


def _as_code(step: str) -> str:
    words = step.split()
    if words[0] == "refuse":
        words = words[1:]
    if words[0] in ("new", "change"):
        return "a new gate" if words[0] == "new" else f"{words[1]} changes"
    of = words[1] if words[0] in ("wait", "may_run") else f'"{words[1]}"'
    return f"{words[0]}({of}{', reason' if words[0] == 'reject' else ''})"


def _gate(name: str, steps: str, *expected: object) -> Case:
    told = _Said(expected)

    def passes(said: _Said) -> bool:
        return len(said) == len(told) and all(
            type(one) is type(two) and one == two for one, two in zip(said, told, strict=True))

    return Case(name, args=(steps,), run=_play, passes=passes,
                shown=", ".join(map(_as_code, steps.split(", "))), wanted=f"`{told!r}`",
                gives=f"`{told!r}`")


def _of_gate(e, *said: object) -> bool:
    """Whether exactly this came back."""
    return e.error is None and list(e.value) == list(said)


def _missing(e) -> list[str]:
    return [name for name in _METHODS if not hasattr(e.answer, name)]


def _unset(e) -> bool:
    """Whether a method looked for something on `self` that nobody had put there."""
    found = re.fullmatch(r"'Gate' object has no attribute '(\w+)'.*", e.text, re.DOTALL)
    return e.kind == "AttributeError" and found is not None and found[1] not in _METHODS


def _counts_text(e) -> bool:
    """Whether the rejected call does not run where the reason is empty."""
    quiet = e.run(_play, e.answer, "wait c1, reject c1, may_run c1", "")
    return quiet.error is None and not quiet.value[0]


_YES, _UNSEEN, _WAITS, _NO = "approved, not changed", "nobody saw it", "not decided", "was rejected"
_NO_WAIT, _NO_WAIT_2, _TWICE = "approve, unknown id", "reject, unknown id", "used twice"
_ARGS, _TOOL, _OTHER_ID = "other arguments", "as another tool", "as another id"
_LATER, _MANY, _HALF = "changed while waiting", "two calls wait", "one of two"
_DECIDED, _GATES = "a second decision", "two gates"

gate = Check(
    name="Gate",
    asks=CLASS,
    cases=(
        _gate(_YES, "wait c1, approve c1, may_run c1", True),
        _gate(_UNSEEN, "may_run c1", False),
        _gate(_WAITS, "wait c1, may_run c1", False),
        _gate(_NO, "wait c1, reject c1, may_run c1", False),
        _gate(_NO_WAIT, "wait c1, refuse approve c9", "KeyError"),
        _gate(_NO_WAIT_2, "wait c1, refuse reject c9", "KeyError"),
        _gate(_TWICE, "wait c1, approve c1, may_run c1, may_run c1", True, False),
        _gate(_ARGS, "wait c1, approve c1, may_run other_content", False),
        _gate(_TOOL, "wait c1, approve c1, may_run other_tool", False),
        _gate(_OTHER_ID, "wait c1, approve c1, may_run c2", False),
        _gate(_LATER, "wait c1, approve c1, change c1, may_run c1", False),
        _gate(_MANY, "wait c1, wait c2, approve c1, approve c2, may_run c1, may_run c2",
              True, True),
        _gate(_HALF, "wait c1, wait c2, reject c1, approve c2, may_run c1, may_run c2",
              False, True),
        _gate(_DECIDED, "wait c1, reject c1, refuse approve c1, may_run c1", "KeyError", False),
        _gate(_GATES, "wait c1, approve c1, new gate, may_run c1", False),
    ),
    mistakes=(
        Mistake(faults.STILL_OPEN, lambda e: len(_missing(e)) == len(_METHODS)),
        Mistake("No line has set this name yet. Set it in `__init__`, with `self.` before it.",
                _unset),
        Mistake("The contract names four methods: `wait`, `approve`, `reject`, `may_run`.",
                _missing),
        Mistake("Each method takes `self` first, then what the contract names.",
                lambda e: e.kind == "TypeError" and "positional argument" in e.text),
        Mistake("`may_run` answers True or False, and nothing else.",
                lambda e: any(not isinstance(one, (bool, str)) for one in e.value)),
        Mistake("`may_run` is asked about any call. Answer False, do not raise.",
                lambda e: e.kind == "KeyError"
                and e.case in (_UNSEEN, _WAITS, _NO, _TWICE, _OTHER_ID, _GATES)),
        Mistake("This call was approved and did not change. It may run.",
                lambda e: _of_gate(e, False), (_YES,)),
        Mistake("A call that nobody saw was allowed. Start with no.",
                lambda e: _of_gate(e, True), (_UNSEEN,)),
        Mistake("It still waits: nobody has said yes. Start with no.",
                lambda e: _of_gate(e, True), (_WAITS,)),
        Mistake("A text counted as yes. Ask `is True`.",
                lambda e: _of_gate(e, True) and _counts_text(e), (_NO,)),
        Mistake("A rejected call ran.", lambda e: _of_gate(e, True), (_NO,)),
        Mistake("Nobody waits under this id. Raise KeyError.",
                lambda e: e.value[0] != "KeyError", (_NO_WAIT, _NO_WAIT_2)),
        Mistake("The same approval ran two calls. Use it up.",
                lambda e: _of_gate(e, True, True), (_TWICE,)),
        Mistake("The arguments differ from the approved ones. Compare fingerprints.",
                lambda e: _of_gate(e, True), (_ARGS,)),
        Mistake("The tool differs from the approved one. Compare fingerprints.",
                lambda e: _of_gate(e, True), (_TOOL,)),
        Mistake("This call has another id. The approval is not for it.",
                lambda e: _of_gate(e, True), (_OTHER_ID,)),
        Mistake("The arguments changed after waiting. Keep a copy, or the fingerprint.",
                lambda e: _of_gate(e, True), (_LATER,)),
        Mistake("Two calls can wait at once. Keep each under its id.",
                lambda e: e.kind == "KeyError" or _of_gate(e, False, True), (_MANY, _HALF)),
        Mistake("This call was decided already. Take it out of those that wait.",
                lambda e: e.value[0] == NO_ERROR, (_DECIDED,)),
        Mistake("Two gates share one memory. Make the dictionaries in `__init__`.",
                lambda e: _of_gate(e, True), (_GATES,)),
    ),
    otherwise="Play this case by hand. What does your gate hold after each line?",
)


# -- 09.4 resume -------------------------------------------------------------------------------

_RUN = "a1b2"  # the id of the run: no call


def _event(kind: str, **more: Any) -> dict:
    return {"type": kind, **more}


_HEAD = (_event("run", version=1, id=_RUN), _event("message", message=user("Mail me a plan.")))
_ASKS = _event("message", message=assistant("", [entry("email_plan_to_me", {}, "c1")]))
_ASKS_TWO = _event("message", message=assistant("", [
    entry("write_file", {}, "c1"), entry("email_plan_to_me", {}, "c2")]))
_STARTED = _event("started", id="c1", name="email_plan_to_me")
_DONE = _event("done", message=tool("c1", '{"status": "saved"}'))
_SEPARATED = _event("message", message=user("First line.\u2028Second line."))


def _decision(approved: object, call_id: str = "c1") -> dict:
    return _event("decision", id=call_id, approved=approved, reason="")


def _file(*events: dict) -> str:
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in (*_HEAD, *events))


def _resumes(name: str, told: str, text: str, expected: dict) -> Case:
    return Case(name, args=(text,), expected=expected, shown=f"resume(text) with {told}",
                gives=f"{told}: {expected}")


_ASKED, _YES_NOTED, _NO_NOTED = "a call waits", "a yes noted", "a no noted"
_BEGUN, _ENDED, _TEXT_YES = "started, not done", "started and done", "approved is text"
_PAIR, _ONCE_MORE, _TORN = "two calls", "approved once more", "torn at the end"
_ONE_YES = "approved is 1"
_LINES, _MIDDLE, _EMPTY = "U+2028 in a text", "torn in the middle", "an empty file"

resume = Check(
    name="resume",
    parameters=("text",),
    cases=(
        _resumes(_ASKED, "a message", _file(_ASKS), {"c1": "waiting"}),
        _resumes(_YES_NOTED, "message, decision True", _file(_ASKS, _decision(True)),
                 {"c1": "approved"}),
        _resumes(_NO_NOTED, "message, decision False", _file(_ASKS, _decision(False)),
                 {"c1": "rejected"}),
        _resumes(_BEGUN, "message, decision, started", _file(_ASKS, _decision(True), _STARTED),
                 {"c1": "ask"}),
        _resumes(_ENDED, "message, decision, started, done",
                 _file(_ASKS, _decision(True), _STARTED, _DONE), {"c1": "done"}),
        _resumes(_TEXT_YES, 'message, decision "no"', _file(_ASKS, _decision("no")),
                 {"c1": "rejected"}),
        _resumes(_ONE_YES, "message, decision 1", _file(_ASKS, _decision(1)),
                 {"c1": "rejected"}),
        _resumes(_PAIR, "a message with two calls, a decision on c1",
                 _file(_ASKS_TWO, _decision(True)), {"c1": "approved", "c2": "waiting"}),
        _resumes(_ONCE_MORE, "started, then one more decision True",
                 _file(_ASKS, _decision(True), _STARTED, _decision(True)), {"c1": "approved"}),
        _resumes(_TORN, "a torn last line", _file(_ASKS, _decision(True)) + '{"type": "sta',
                 {"c1": "approved"}),
        _resumes(_LINES, "U+2028 in a message", _file(_SEPARATED, _ASKS), {"c1": "waiting"}),
        Case(_MIDDLE, args=(_file(_ASKS) + '{"type": "sta\n' + _file(_STARTED),),
             refuse=ValueError, shown="resume(text) with a torn line that is not the last",
             gives="a torn line that is not the last: refused"),
        _resumes(_EMPTY, "an empty text", "", {}),
    ),
    mistakes=(
        Mistake("Return a dictionary: id to state.",
                lambda e: e.error is None and not e.nothing and not isinstance(e.value, dict)),
        Mistake("Behind the last line end stands an empty text. Leave it out.",
                lambda e: e.kind == "JSONDecodeError", (_ASKED,)),
        Mistake("The last line is torn. Drop it, keep the rest.",
                lambda e: e.kind == "JSONDecodeError", (_TORN,)),
        Mistake("A text holds U+2028, and `splitlines` cuts there. Split at `\\n`.",
                lambda e: e.error is not None or e.value == {}, (_LINES,)),
        Mistake("Not every line is about a call with an `id`. Use `ids_of`.",
                lambda e: e.kind == "KeyError" and e.text in ("'id'", "'run'")),
        Mistake("The first line names the run, and no call. Use `ids_of`.",
                lambda e: _RUN in e.value),
        Mistake("The last whole line is lost. Only a line without its end is torn.",
                lambda e: e.value == {} and e.of(_ENDED).value == {"c1": "ask"}, (_ASKED,)),
        Mistake("Write the states of the table, not the names of the events.",
                lambda e: {"message", "decision", "started"} & set(e.value.values())),
        Mistake("The last event of a call decides. Let it overwrite the state.",
                lambda e: e.value == {"c1": "waiting"}, (_YES_NOTED, _NO_NOTED)),
        Mistake("Read the decision, not only that there is one.",
                lambda e: e.value == {"c1": "approved"}, (_NO_NOTED,)),
        Mistake("Started without done may have happened. Its state is `ask`.",
                lambda e: e.error is None, (_BEGUN,)),
        Mistake("Done after started is `done`.", lambda e: e.error is None, (_ENDED,)),
        Mistake("A text counted as yes. Ask `is True`.",
                lambda e: e.value == {"c1": "approved"}, (_TEXT_YES,)),
        Mistake("1 counted as yes, since `1 == True` in Python. Ask `is True`.",
                lambda e: e.value == {"c1": "approved"}, (_ONE_YES,)),
        Mistake("A person decided after `started`. The last event counts.",
                lambda e: e.error is None, (_ONCE_MORE,)),
        Mistake("Only the last line may be torn. Raise for any other.",
                lambda e: isinstance(e.value, dict), (_MIDDLE,)),
        Mistake("An empty file is an empty dictionary.", lambda e: True, (_EMPTY,)),
    ),
    otherwise="Go through the lines of this case by hand. Which calls does each event name?",
)


# -- 09.5 my_rule ------------------------------------------------------------------------------


def _rule(name: str, tool_name: str, arguments: dict, waits: bool) -> Case:
    told = f"`{tool_name}` {json.dumps(arguments)}" if arguments else f"`{tool_name}`"
    return Case(name, args=(tool_name, arguments), expected=waits,
                gives=f"{told} {'waits' if waits else 'runs at once'}")


_CALCULATION, _READING, _MAIL = "a calculation", "reading a file", "a mail"
_UNKNOWN, _DRAFT, _ELSEWHERE = "unknown tool", "a draft", "a write elsewhere"
_OUT, _BESIDE = "out of drafts", "beside drafts"
_DOTS, _DRAFT_RUN, _NO_PATH, _NO_TEXT = ("dots in a name", "a draft, run", "no path given",
                                         "path is no text")

my_rule = Check(
    name="my_rule",
    parameters=("name", "arguments"),
    cases=(
        _rule(_CALCULATION, "calculator", {"expression": "3 + 7 * 2"}, False),
        _rule(_READING, "get_file_content", {"file_path": "main.py"}, False),
        _rule(_MAIL, "email_plan_to_me", {"exam_date": "2026-12-10"}, True),
        _rule(_UNKNOWN, "delete_folder", {}, True),
        _rule(_ELSEWHERE, "write_file", {"file_path": "main.py", "content": ""}, True),
        _rule(_DRAFT, "write_file", {"file_path": "drafts/plan.md", "content": ""}, False),
        _rule(_OUT, "write_file", {"file_path": "drafts/../main.py", "content": ""}, True),
        _rule(_BESIDE, "write_file", {"file_path": "drafts.py", "content": ""}, True),
        _rule(_DOTS, "write_file", {"file_path": "drafts/a..b.md", "content": ""}, False),
        _rule(_DRAFT_RUN, "run_python_file", {"file_path": "drafts/plan.py"}, True),
        _rule(_NO_PATH, "write_file", {"content": "SQL"}, True),
        _rule(_NO_TEXT, "write_file", {"file_path": ["drafts/plan.md"], "content": ""}, True),
    ),
    mistakes=(
        Mistake("A rule that fails must wait, not stop the run.",
                lambda e: e.kind in ("KeyError", "AttributeError", "TypeError", "IndexError"),
                (_MAIL, _UNKNOWN, _NO_PATH, _NO_TEXT)),
        Mistake("A calculation has no path. Look at the name first.",
                lambda e: e.kind == "KeyError", (_CALCULATION,)),
        Mistake("Answer True or False.",
                lambda e: e.error is None and not e.nothing and not isinstance(e.value, bool)),
        Mistake("Turn it round: True means that the call waits.",
                lambda e: e.value is True and e.of(_MAIL).value is False,
                (_CALCULATION, _READING)),
        Mistake("Reading changes nothing. Let it run.", lambda e: e.value is True,
                (_CALCULATION, _READING)),
        Mistake("An unknown tool must wait.", lambda e: e.value is False, (_UNKNOWN,)),
        Mistake("Two writes differ by their path. Look at the arguments.",
                lambda e: e.of(_DRAFT).value is e.of(_ELSEWHERE).value, (_ELSEWHERE, _DRAFT)),
        Mistake("The part `..` in `drafts/../main.py` leads out of the folder. Such a path waits.",
                lambda e: e.value is False, (_OUT,)),
        Mistake("`drafts.py` is no file in the folder. Compare with the slash.",
                lambda e: e.value is False, (_BESIDE,)),
        Mistake("`a..b.md` is a good name. Compare whole parts of the path.",
                lambda e: e.value is True, (_DOTS,)),
        Mistake("A draft may be written, not run. Look at the name too.",
                lambda e: e.value is False, (_DRAFT_RUN,)),
        Mistake("Without a path nobody knows where it writes. Let it wait.",
                lambda e: e.value is False, (_NO_PATH, _NO_TEXT)),
    ),
    otherwise="Which of the three rules speaks of this call? What none allows must wait.",
)


LESSON = Lesson(
    title="nothing without you, nothing twice",
    minutes=45,
    predictions={
        "09.p1": Prediction(
            right="b",
            seen={"answered": "a", "needs_approval": "b", "failed": "c"}.__getitem__,
            options={
                "a": "Asking is not enough: a mail cannot be taken back.",
                "b": "The tool waits for a person, so the run stops and waits too.",
                "c": "A missing answer is no fault. The run can go on at any time."}),
        "09.p2": Prediction(
            right="b",
            seen=lambda result: "a" if "error" not in result else
            "b" if result.get("status") == "rejected" and "yes" in result["error"] else "c",
            options={
                "a": "A text counts as true in an `if`. A gate must ask for True itself.",
                "b": "Only True approves. A text is the reason of a no, also this one.",
                "c": "A text is allowed: it is the reason, and the model reads it."}),
        "09.p3": Prediction(
            right="c", seen=lambda may_run: "a" if may_run["changed"] else "c",
            options={
                "a": "The yes was for one content. The new one was never seen.",
                "b": "A gate repairs nothing. It compares, and says yes or no.",
                "c": "Other arguments are another call. Nobody has said yes to it."}),
        "09.p4": Prediction(
            right="c",
            seen=lambda seen: "a" if seen[1] else "c" if seen[0] == "may already have happened"
            else "b",
            options={
                "a": "A crash does not mean that nothing happened. The mail may be out.",
                "b": "Started does not mean done. The mail may be lost.",
                "c": "The file cannot know it. So a person looks, and decides."}),
    },
    checks={"09.1": unsafe_row, "09.2": fingerprint, "09.3": gate, "09.4": resume,
            "09.5": my_rule},
    recall=(
        Recall("10", "An approval holds for what exactly?",
               "One call id, its exact name and arguments, one time."),
        Recall("11", "The kernel died after `started`. Run again?",
               "No. Ask the person: it may already have happened."),
    ),
)
