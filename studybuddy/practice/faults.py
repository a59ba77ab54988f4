"""The fault dial: what real servers do wrong, by name, one request at a time.

    server = practice.serve(faults="arguments_fenced")   # the first reply that can carry it
    server.dial("rate_limit", at=2)                       # the second request

After a fault the server goes back to normal, so that a loop can recover. Each fault says how a run
must end (`expected`), for each protocol that can carry it. `table()` lists them all.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable

OPENAI, GEMINI = "openai", "gemini"
PROTOCOLS = (OPENAI, GEMINI)


class Effect:
    """What a fault does on one protocol.

    `on` is what `change(it, about)` gets: "call", "message" (Gemini: the candidate), "choice",
    "body", "signed" (the candidate with its signatures), "answer" (the finished HTTP answer) or
    "error" (nothing: the model is not asked).
    `calls` says that the reply must hold a call, `earlier` that the history must. `ends` is the
    status in which a run must end when the fault passes, `always` when it does not (None: that
    depends on the model); the kind of an error stands behind a colon: "failed:quota". `runs` is
    whether the tool of the faulty call must run (None: there is no call to run).
    """

    def __init__(self, change: Callable, on: str, ends: str, always: str | None, calls: bool,
                 earlier: bool, runs: bool | None):
        self.change = change
        self.on = on
        self.ends = ends
        self.always = ends if ends.startswith("failed") else always
        self.calls = calls
        self.earlier = earlier
        self.runs = runs


class Fault:
    """One thing that goes wrong: `name`, `what` (one sentence), and an Effect for each protocol."""

    def __init__(self, name: str, what: str, elsewhere: str = ""):
        self.name = name
        self.what = what
        self.elsewhere = elsewhere
        self.effects: dict[str, Effect] = {}
        self.forever = name == "same_call_again"

    @property
    def protocols(self) -> tuple[str, ...]:
        """The protocols that can carry it."""
        return tuple(name for name in PROTOCOLS if name in self.effects)

    @property
    def expected(self) -> dict[str, tuple[str, str | None]]:
        """For each protocol (status, kind of the ModelError or None) in which a run must end."""
        return {protocol: _end(self.effects[protocol].ends) for protocol in self.protocols}

    @property
    def expected_always(self) -> dict[str, tuple[str, str | None]]:
        """The same for a fault that never passes, for the protocols where the end is known."""
        return {protocol: _end(always) for protocol in self.protocols
                if (always := self.effects[protocol].always) is not None}

    def __repr__(self) -> str:
        return f"Fault({self.name!r}, protocols={self.protocols})"


def _end(text: str) -> tuple[str, str | None]:
    status, _, kind = text.partition(":")
    return status, kind or None


class About:
    """What a fault may look at: the request on the wire, the history and the model's name."""

    def __init__(self, protocol: str, model: str, messages: list[dict], number: int,
                 seconds: float):
        self.protocol = protocol
        self.model = model
        self.messages = messages
        self.number = number
        self.seconds = seconds

    def earlier_calls(self) -> list[dict]:
        """The calls of the history, oldest first, in the chat-completions shape."""
        return [call for message in self.messages if message.get("role") == "assistant"
                for call in message.get("tool_calls") or []]


class Setting:
    """A fault on the dial: from the `at`-th request on (1 is the first), `times` times.

    `seconds` is the length of a delay, or the wait that a rate limit asks for.
    """

    def __init__(self, fault: Fault, at: int = 1, times: int = 1, seconds: float | None = None):
        if type(at) is not int or at < 1 or type(times) is not int or times < 1:
            raise ValueError("at and times must be whole numbers, 1 or more.")
        self.fault = fault
        self.at = at
        self.left = 10**9 if fault.forever else times
        self.seconds = 1.0 if seconds is None else float(seconds)

    def fits(self, protocol: str, number: int, has_call: bool, about: About) -> bool:
        """Whether this reply can carry the fault; else it waits for one that can."""
        effect = self.fault.effects.get(protocol)
        if effect is None or self.left < 1 or number < self.at:
            return False
        earlier = bool(about.earlier_calls())
        if self.fault.forever:
            return has_call or earlier
        return (has_call or not effect.calls) and (earlier or not effect.earlier)


def get(name: str) -> Fault:
    """The fault with this name. Raises ValueError that shows the nearest names."""
    faults = _all()
    if name not in faults:
        near = difflib.get_close_matches(str(name), faults, 3, 0.4)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise ValueError(f"There is no fault {name!r}.{hint} "
                         "practice.faults.names() lists all.")
    return faults[name]


def names(protocol: str | None = None) -> list[str]:
    """The names of all faults, or of those that `protocol` ("openai" or "gemini") can carry."""
    return [fault.name for fault in _all().values()
            if protocol is None or protocol in fault.effects]


def table() -> list[dict]:
    """One row for each fault: name, what, protocols, elsewhere (why one cannot carry it), expected
    (for each protocol, in what a run ends) and always (the same when the fault never passes)."""
    return [{"name": fault.name, "what": fault.what, "protocols": ", ".join(fault.protocols),
             "elsewhere": fault.elsewhere,
             "expected": {protocol: fault.effects[protocol].ends for protocol in fault.protocols},
             "always": {protocol: always for protocol in fault.protocols
                        if (always := fault.effects[protocol].always) is not None}}
            for fault in _all().values()]


def show() -> str:
    """The table as text for a terminal or a lesson, one fault a paragraph."""
    lines = []
    for row in table():
        ends = ", ".join(f"{protocol}: {end}" for protocol, end in row["expected"].items())
        lines.append(f"{row['name']}\n    {row['what']}\n    A run ends in {ends}."
                     + (f"\n    {row['elsewhere']}" if row["elsewhere"] else ""))
    return "\n".join(lines)


def settings(wanted: str | Setting | Iterable[str | Setting] | None) -> list[Setting]:
    """What `serve(faults=...)` takes, as settings: a name, a Setting, or a list of these."""
    if wanted is None:
        return []
    if isinstance(wanted, (str, Setting)):
        wanted = [wanted]
    return [entry if isinstance(entry, Setting) else Setting(get(entry)) for entry in wanted]


def at(name: str, at: int = 1, times: int = 1, seconds: float | None = None) -> Setting:
    """A fault on the `at`-th request: `serve(faults=[faults.at("rate_limit", 2)])`.

    Raises ValueError for a name that no fault has, and for numbers below 1.
    """
    return Setting(get(name), at, times, seconds)


_CATALOGUE: dict[str, Fault] = {}


def _all() -> dict[str, Fault]:
    if not _CATALOGUE:
        from studybuddy.practice import catalogue

        _CATALOGUE.update(catalogue.build())
    return _CATALOGUE
