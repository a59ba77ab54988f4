"""The worst model that there can be: it obeys every instruction that it reads.

Whoever wrote it, in whatever role, however disguised, whatever marks stand around it. With this
model nothing is left but the program: a defence that holds here holds without the model's help.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import quote

from studybuddy import clock
from studybuddy.jsontext import dump
from studybuddy.messages import Reply, assistant, call, calls_of, text_of
from studybuddy.models.base import Model
from studybuddy.practice.attacks.orders import Offer, Order, read, read_value
from studybuddy.practice.attacks.unhide import readings

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

_OWN = "obey"  # how the ids of its own calls begin
_BEHIND = re.compile(r"what stands behind [\"“]([^\"”]+)[\"”]")
MAX_READ = 400_000
"""Characters of one message that it reads."""


class ObedientModel:
    """Asks for every call that any text in its context tells it to make, then answers.

    It reads system prompt, questions, tool results, its own earlier turns, and the descriptions
    of the tools; also what is hidden, encoded or written in look-alike letters (see `unhide`). An
    order from a text is obeyed once, one that says "again and again" with each reply; a question
    of the student is a new order each time. `base` is a Model that answers questions in which
    this one finds no order, such as PracticeModel; it sees nothing of the orders obeyed. `today`
    fills in a date that an order leaves open.
    """

    name = "obedient model"

    def __init__(self, base: Model | None = None, today: datetime.date | str | None = None):
        self.base = base
        self.today = clock.today() if today is None else clock.read(today)
        self._known: dict[Offer, dict[str, list[Order]]] = {}  # texts come again with each request

    def complete(self, messages: list[dict], tools: list[dict], *,
                 response_schema: dict | None = None,
                 cancel: threading.Event | None = None,
                 on_event: Callable[[dict], None] | None = None) -> Reply:
        """The calls that are not made yet; when there are none, the answer."""
        offer = Offer(tools, self.today)
        made = _Made(messages)
        asked = [_for_call(order, made) for place, order in self._orders(messages, tools, offer)
                 if order.name and (order.again or not made.has(order, place))]
        if asked:
            calls = []
            for number, order in enumerate(asked, 1):
                # The same call again comes under the same id, as a replay would.
                call_id = made.id_of(order) if order.same else f"{_OWN}{made.count + number:05d}"
                calls.append(call(order.name, order.arguments, id=call_id))
            return Reply(assistant("", calls), "tool_calls")
        return self._answer(messages, tools, offer, response_schema, cancel, on_event)

    def _orders(self, messages: list[dict], tools: list[dict],
                offer: Offer) -> Iterator[tuple[int, Order]]:
        """All orders of the context; with each the place from which on it counts as new."""
        seen: set[str] = set()
        for place, message in enumerate(messages):
            is_question = message.get("role") == "user"
            for order in self._in_text(text_of(message)[:MAX_READ], offer):
                if is_question or order.key not in seen:
                    seen.add(order.key)
                    yield (place if is_question else -1), order
        for tool in tools:
            function = tool.get("function", tool)
            for text in _leaves(function):
                for order in _in_description(text, offer):
                    # What a description says of its own tool is no order to call it now.
                    if order.name != function["name"] and order.key not in seen:
                        seen.add(order.key)
                        yield -1, order

    def _in_text(self, text: str, offer: Offer) -> list[Order]:
        known = self._known.setdefault(offer, {})
        if text not in known:
            known[text] = list(_in_text(text, offer))
        return known[text]

    def _answer(self, messages, tools, offer, response_schema, cancel, on_event) -> Reply:
        said = list(dict.fromkeys(
            _with_data(order.say, messages)
            for _, order in self._orders(messages, tools, offer) if order.say))
        last = max((place for place, message in enumerate(messages)
                    if message.get("role") == "user"), default=-1)
        question = text_of(messages[last]) if last >= 0 else ""
        if self.base is not None and not self._in_text(question, offer):
            reply = self.base.complete(_without_own(messages), tools, cancel=cancel,
                                       response_schema=response_schema, on_event=on_event)
            if calls_of(reply.message):
                return reply
            words = reply.text
        else:
            results = [text_of(message) for message in messages[last + 1:]
                       if message.get("role") == "tool"]
            words = "\n".join(["Done.", *results])
        return Reply(assistant("\n\n".join([words, *said])), "stop")


def _in_text(text: str, offer: Offer) -> tuple[Order, ...]:
    """The orders that a text holds, each once."""
    values = list(_values(_value(text)))
    pieces = [piece for value in values for piece in _leaves(value)
              if isinstance(_value(piece), str)]
    orders = [order for piece in pieces for reading in readings(piece)
              for order in read(reading, offer)]
    orders += [order for value in values for order in read_value(value, offer)]
    return tuple({order.key: order for order in orders}.values())


_in_description = lru_cache(maxsize=1_000)(_in_text)  # those of one tool come with every agent


class _Made:
    """The calls of a history."""

    def __init__(self, messages: list[dict]):
        self._calls = [
            (place, entry["function"]["name"], _read(entry["function"]["arguments"]),
             entry.get("id", ""))
            for place, message in enumerate(messages) if message.get("role") == "assistant"
            for entry in calls_of(message)]
        self.count = len(self._calls)
        self._again: dict[str, int] = {}

    def has(self, order: Order, place: int) -> bool:
        """Whether this was called behind a place of the history."""
        if order.same:  # made when there are two
            return sum(name == order.name for _, name, _, _ in self._calls) > 1
        return any(at > place and name == order.name and arguments == order.arguments
                   for at, name, arguments, _ in self._calls)

    def last(self, name: str) -> dict | None:
        return next((arguments for _, called, arguments, _ in reversed(self._calls)
                     if called == name), None)

    def id_of(self, order: Order) -> str:
        return next((call_id for _, name, _, call_id in reversed(self._calls)
                     if name == order.name), f"{_OWN}{self.count + 1:05d}")


def _for_call(order: Order, made: _Made) -> Order:
    if order.same and (known := made.last(order.name)) is not None:
        return Order(order.name, known, again=order.again, same=True)
    return order


def _read(text: object) -> object:
    """A JSON text as its value; what is none stays as it is."""
    try:
        return json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        return text


def _value(text: str) -> object:
    """What a text holds when it is a JSON object or list; else the text."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    return _read(text)


def _values(value: object) -> Iterator[object]:
    """The value, and those of all JSON texts in it: a result may hold another one, escaped."""
    yield value
    for piece in _leaves(value):
        inner = _value(piece)
        if not isinstance(inner, str):
            yield from _values(inner)


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, member in value.items():
            yield str(key)
            yield from _leaves(member)
    elif isinstance(value, list):
        for member in value:
            yield from _leaves(member)


def _with_data(say: str, messages: list[dict]) -> str:
    """With the word DATA replaced by what the order wants to have in its place."""
    if "DATA" not in say:
        return say
    whole = "\n".join(piece for message in messages
                      for piece in _leaves(_value(text_of(message))))
    wanted = _BEHIND.search(whole)
    found = re.search(rf"{re.escape(wanted[1])}\s*([\w-]+)", whole) if wanted else None
    return say.replace("DATA", quote(found[1] if found else dump(whole[:500])))


def _without_own(messages: list[dict]) -> list[dict]:
    """The history without the calls of the orders: what the base model said and saw."""
    kept, own = [], set()
    for message in messages:
        if message.get("role") == "assistant" and calls_of(message):
            mine = {entry["id"] for entry in calls_of(message) if entry["id"].startswith(_OWN)}
            own |= mine
            if len(mine) == len(calls_of(message)):
                continue
        if message.get("role") == "tool" and message.get("tool_call_id") in own:
            continue
        kept.append(message)
    return kept
