"""The instructions in a text, as calls: whoever wrote them, and whatever stands around them.

Three ways of writing an order are read: a call as in a program, `write_file(file_path="a.txt",
content="x")`; a call as JSON, with "name" and "arguments"; and plain English, "save a file named
a.txt that says 'x'". What an order leaves open is filled in, as an eager helper would do it.
"""

from __future__ import annotations

import ast
import datetime
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from studybuddy.jsontext import dump


@dataclass
class Order:
    """One thing to do: a call, or (with no name) words to say. `again`: not once, but each time.

    `same`: with the arguments of the last call of this tool.
    """

    name: str
    arguments: dict = field(default_factory=dict)
    say: str = ""
    again: bool = False
    same: bool = False

    @property
    def key(self) -> str:
        """Equal for orders that ask for the same."""
        return dump([self.name, self.arguments, self.say, self.again, self.same])


class Offer:
    """The tools of a request, as a reader of orders needs them: names and parameters. Two with the
    same of these, on the same day, are equal."""

    def __init__(self, tools: Iterable[dict], today: datetime.date):
        self.today = today
        self.parameters: dict[str, dict] = {}
        for tool in tools:
            function = tool.get("function", tool)
            self.parameters[function["name"]] = function.get("parameters", {})
        self._key = today, dump(self.parameters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offer) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def fields(self, name: str) -> dict:
        return self.parameters.get(name, {}).get("properties", {})

    def filled(self, name: str, arguments: dict) -> dict:
        """With a value for each required field that has none."""
        missing = [one for one in self.parameters.get(name, {}).get("required", ())
                   if one not in arguments]
        return {**arguments, **{one: self._made_up(one, self.fields(name)[one])
                                for one in missing}}

    def _made_up(self, name: str, schema: dict) -> object:
        if name == "exam_date":
            return (self.today + datetime.timedelta(days=7)).isoformat()
        kind = str(schema.get("type"))
        return {"array": ["all notes"], "integer": 1, "number": 1, "boolean": True,
                "object": {}}.get(kind, "x")


def read(text: str, offer: Offer) -> list[Order]:
    """The orders in a text, in the order of their kinds, each once."""
    return _filled((*_json_calls(text), *_code_calls(text, offer), *_english(text, offer)), offer)


def read_value(value: object, offer: Offer) -> list[Order]:
    """The calls that a JSON value holds as objects, each once."""
    return _filled(_calls_in(value), offer)


def _filled(orders: Iterable[Order], offer: Offer) -> list[Order]:
    found: dict[str, Order] = {}
    for order in orders:
        if order.name:
            order.arguments = offer.filled(order.name, order.arguments)
        found.setdefault(order.key, order)
    return list(found.values())


# -- a call as JSON --------------------------------------------------------------------------------

_ARGUMENTS = ("arguments", "args", "parameters", "input")
_MOST_OBJECTS = 500  # that are tried in one text


def _json_calls(text: str) -> Iterator[Order]:
    decoder, place = json.JSONDecoder(), text.find("{")
    for _ in range(_MOST_OBJECTS):
        if place < 0:
            return
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield from _calls_in(value)
        place = text.find("{", end)


def _calls_in(value: object) -> Iterator[Order]:
    if isinstance(value, list):
        for member in value:
            yield from _calls_in(member)
    elif isinstance(value, dict):
        name = value.get("name", value.get("tool"))
        for key in _ARGUMENTS:
            arguments = _object(value.get(key))
            if isinstance(name, str) and arguments is not None:
                yield Order(name, arguments)
                return
        for member in value.values():
            yield from _calls_in(member)


def _object(value: object) -> dict | None:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


# -- a call as in a program ------------------------------------------------------------------------

_NAME_AND_BRACKET = re.compile(r"\b((?:functions\.|tools\.)?[A-Za-z]\w{2,63})\(")
_LONGEST_CALL = 4_000
_WORDS = {"true": True, "false": False, "null": None}


def _code_calls(text: str, offer: Offer) -> Iterator[Order]:
    for found in _NAME_AND_BRACKET.finditer(text):
        name = found[1]
        if name not in offer.parameters and "_" not in name:
            continue
        tree = _call_at(text, found.start())
        if tree is None:
            continue
        names = list(offer.fields(name))
        if name not in offer.parameters and not tree.keywords:
            continue  # in a program there are many of these
        try:
            arguments = {key: _constant(node) for key, node in zip(names, tree.args, strict=False)}
            arguments |= {word.arg: _constant(word.value) for word in tree.keywords if word.arg}
        except ValueError:
            continue
        yield Order(name, arguments)


def _call_at(text: str, start: int) -> ast.Call | None:
    """The shortest piece from here that is a whole call."""
    end = text.find(")", start)
    while 0 <= end < start + _LONGEST_CALL:
        try:
            tree = ast.parse(text[start:end + 1], mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            end = text.find(")", end + 1)
            continue
        return tree if isinstance(tree, ast.Call) else None
    return None


def _constant(node: ast.expr) -> object:
    if isinstance(node, ast.Name) and node.id in _WORDS:
        return _WORDS[node.id]
    return ast.literal_eval(node)


# -- plain English ---------------------------------------------------------------------------------

_QUOTED = re.compile(r"```(?:\w*\n)?(.*?)```|`([^`]+)`|\"([^\"]*)\"|“([^”]*)”|‘([^’]*)’"
                     r"|(?<!\w)'([^'\n]*)'(?!\w)", re.DOTALL)
_HELD = re.compile("\x01(\\d+)\x02")
_VERBS = {
    "call": "call use invoke", "run": "run execute start launch",
    "write": "write save store put create make overwrite replace", "empty": "empty clear",
    "delete": "delete remove erase", "mail": "mail email send", "read": "read open show print",
    "list": "list", "search": "search", "compute": "calculate compute evaluate",
    "say": "end finish answer say reply tell include add",
}
_GROUP = {verb: group for group, verbs in _VERBS.items() for verb in verbs.split()}
_GROUP |= {"calling": "call", "running": "run", "e-mail": "mail"}
_ANY_VERB = "|".join(sorted(_GROUP, key=len, reverse=True))
# Behind an article it is a noun, or says of what kind: "a call", "an empty line".
_VERB = re.compile(rf"(?<![\w./-])(?<!\ba )(?<!\ban )(?<!\bthe )({_ANY_VERB})(?![\w/-]|\.\w)",
                   re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|;\s")
_PATH = re.compile(r"(?:[A-Za-z]:)?[^\s:*?\x01\x02]*\.[A-Za-z0-9_]{1,8}")
_TOOL = re.compile(r"\b(?:functions\.|tools\.)?[a-z]+(?:_[a-z]+)+\b")
_AGAIN = re.compile(r"\b(?:again and again|without end|for ?ever|until|keep|each time|"
                    r"again with the same)\b", re.IGNORECASE)
_SAME = re.compile(r"\bsame (?:words|arguments|values)\b|\bonce more\b", re.IGNORECASE)
_MAILED = re.compile(
    r"\s*(?:me |us )?(?:all|everything|my|the|a)\b(?=.*\b(?:notes?|plan|mail)\b)", re.DOTALL)
_ALSO_CALLED = {
    "file_path": "path|file", "directory": "folder", "content": "text", "args": "arguments?",
    "topics": "topics?", "exam_date": "date", "query": "words?", "word": "words?"}


def _english(text: str, offer: Offer, depth: int = 0) -> Iterator[Order]:
    held: list[str] = []

    def hold(found: re.Match) -> str:
        held.append(next((group for group in found.groups() if group is not None), ""))
        return f"\x01{len(held) - 1}\x02"

    outside = _QUOTED.sub(hold, text)
    for sentence in _SENTENCE.split(outside):
        verbs = list(_VERB.finditer(sentence))
        ends = [verb.start() for verb in verbs[1:]] + [len(sentence)]
        for verb, end in zip(verbs, ends, strict=False):
            part = _Part(sentence[verb.end():end], held, offer)
            order = part.order(_GROUP[verb[1].lower()])
            if order is not None:
                order.again = bool(_AGAIN.search(sentence))
                yield order
    if depth < 2:
        for inside in held:
            yield from _english(inside, offer, depth + 1)


class _Part:
    """What follows a verb, up to the next one."""

    def __init__(self, text: str, held: list[str], offer: Offer):
        self.text = text
        self.offer = offer
        self._all = held
        self.held = [held[int(number)] for number in _HELD.findall(text)]
        words = [word.strip(",;:!?()").rstrip(".") for word in re.findall(r"\S{1,300}", text)]
        self.paths = [one for one in (*self.held, *words) if _is_path(one)]
        self.words = [one for one in self.held if one not in self.paths]

    def order(self, group: str) -> Order | None:
        named = _TOOL.search(self.text)
        if group in ("call", "run") and (named or self._known()):
            name = named[0] if named else self._known()
            if named and self.text[named.end():named.end() + 1] == "(":
                return None  # written as in a program, and read as such
            arguments = self._arguments(name)
            same = bool(_SAME.search(self.text)) and not arguments
            return Order(name, arguments, same=same)
        make = getattr(self, f"_{group}", None)
        return make() if make else None

    def _known(self) -> str:
        word = re.match(r"\s*(?:the tool )?(\w+)", self.text)
        return word[1] if word and word[1] in self.offer.parameters else ""

    def _run(self) -> Order | None:
        script = next((path for path in self.paths if path.endswith(".py")), "")
        if not script:
            return None
        args = [*self.words, *re.findall(r"(?<!\S)--?\w[\w-]*", self.text)]
        return Order("run_python_file", {"file_path": script, **({"args": args} if args else {})})

    def _write(self) -> Order | None:
        if not self.paths:
            return None
        path = self.paths[0]
        blank = re.search(r"\b(?:nothing|empty|no text)\b", self.text)
        default = "" if blank else "print('done')\n" if path.endswith(".py") else "done\n"
        return Order("write_file", {"file_path": path,
                                    "content": self.words[0] if self.words else default})

    def _empty(self) -> Order | None:
        return Order("write_file", {"file_path": self.paths[0], "content": ""}) \
            if self.paths else None

    def _delete(self) -> Order | None:
        return Order("delete_file", {"file_path": self.paths[0]}) if self.paths else None

    def _mail(self) -> Order | None:
        if not _MAILED.match(self.text):
            return None
        arguments: dict = {"topics": self.words or ["all notes"]}
        if day := re.search(r"\d{4}-\d\d-\d\d", self.text):
            arguments["exam_date"] = day[0]
        return Order("email_plan_to_me", arguments)

    def _read(self) -> Order | None:
        return Order("get_file_content", {"file_path": self.paths[0]}) if self.paths else None

    def _list(self) -> Order | None:
        if not re.match(r"\s*(?:all |the |my )*(?:files|folder)\b", self.text):
            return None
        return Order("get_files_info", {"directory": self.held[0]} if self.held else {})

    def _search(self) -> Order | None:
        return Order("search_notes", {"query": self.held[0]}) if self.held else None

    def _compute(self) -> Order | None:
        return Order("calculator", {"expression": self.held[0]}) if self.held else None

    def _say(self) -> Order | None:
        if self.held:
            return Order("", say=self.held[0])
        told = re.search(r"\bthat (.+)", self.text, re.DOTALL)
        return Order("", say=self._whole(told[1])) if told else None

    def _arguments(self, name: str) -> dict:
        """The arguments for a tool that is named, as far as they are told."""
        fields = self.offer.fields(name)
        arguments: dict = {}
        for field_name, schema in fields.items():
            called = "|".join(filter(None, (field_name, _ALSO_CALLED.get(field_name))))
            if found := re.search(rf"\bempty (?:{called})\b", self.text):
                arguments[field_name] = ""
                continue
            found = re.search(
                rf"\b(?:{called})\b(?:\s*(?:=|:|is|to)\s*|\s+)(.+)", self.text, re.DOTALL)
            if found and (values := self._values(found[1])):
                arguments[field_name] = _as_type(values, schema)
        for extra, value in re.findall(r"\b([a-z_]+)\s*=\s*(\x01\d+\x02|[^\s,]+)", self.text):
            arguments.setdefault(extra, _as_type([self._whole(value).rstrip(".,")], {}))
        if "file_path" in fields and "file_path" not in arguments and self.paths:
            arguments["file_path"] = self.paths[0]
        return arguments

    def _values(self, text: str) -> list[str]:
        """The value at the start of a text; several when they are quoted and listed."""
        if not text.startswith("\x01"):
            word = re.match(r"[^\s,;]+", text)
            return [word[0].rstrip(".")] if word else []
        listed = re.match("\x01\\d+\x02(?:(?:,| and|, and) *\x01\\d+\x02)*", text)
        return [self._all[int(number)] for number in _HELD.findall(listed[0])] if listed else []

    def _whole(self, text: str) -> str:
        return _HELD.sub(lambda found: self._all[int(found[1])], text).strip()


def _is_path(text: str) -> bool:
    """Whether this is the path of a file: its name has an ending, and is no number or address."""
    return (bool(_PATH.fullmatch(text)) and "@" not in text
            and not text.replace(".", "").isdigit())


def _as_type(values: list[str], schema: dict) -> object:
    kinds = [schema.get("type"), *(one.get("type") for one in schema.get("anyOf", ()))]
    if "array" in kinds:
        return values
    if any(kind in kinds for kind in ("integer", "number")) or not schema:
        try:
            return json.loads(values[0])
        except (ValueError, RecursionError):
            return values[0]
    return values[0]
