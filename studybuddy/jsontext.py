"""Strict JSON, in both directions: reading what a model wrote, and writing what a tool returned.

Reading is bounded first (length, nesting) because a parser is work, and a deep text can end it.
Python's own reader takes NaN, Infinity and equal names in silence; here each is refused.
"""

from __future__ import annotations

import json
import math
import re
from collections import abc

from studybuddy.showing import show_hidden

MAX_LENGTH = 4_000_000  # characters of one argument text
MAX_NESTING = 64  # brackets inside brackets
QUOTE = 200  # characters of a bad text that an error repeats
MAX_RESULT = 20_000  # characters of one tool result

_CURLY = "\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
_PYTHON = {"True": "true", "False": "false", "None": "null"}


class JSONTextError(ValueError):
    """The text is not one strict JSON value; the message is a plain sentence."""


def read_object(text: object) -> dict:
    """The arguments of a call as a dict.

    `text` is what came: a JSON text, or already a dict (some servers send that). Missing, blank
    and `null` count as no arguments: `{}`. An object that was encoded twice is unwrapped once.
    Raises JSONTextError with a sentence that quotes at most 200 characters.
    """
    if text is None:
        return {}
    if isinstance(text, dict):
        return _read_dict(text)
    if not isinstance(text, str):
        raise JSONTextError(f"The arguments must be a JSON object, not {kind_of(text)}.")
    text = text.strip().removeprefix("\ufeff").strip()
    if not text:
        return {}
    value = _read(text)
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = _read(value)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise JSONTextError(
            f"The arguments must be one JSON object such as {{\"name\": value}}, "
            f"not {kind_of(value)}: {quote(text)}"
        )
    return value


def read_list(text: str) -> list:
    """A JSON list that was sent as text. Raises JSONTextError when it is none."""
    value = _read(text.strip())
    if not isinstance(value, list):
        raise JSONTextError(f"This is no JSON list: {quote(text)}")
    return value


def dump(value: object) -> str:
    """`value` as strict JSON text. Raises ValueError or TypeError for what JSON cannot hold."""
    return _ENCODER.encode(value)


def dump_result(result: object, origin: str | None = None) -> str:
    """What a tool returned, as one strict JSON object. Never raises.

    A dict keeps its own keys, anything else becomes `{"result": value}`. Dates, exact numbers,
    sets, paths, arrays and bytes are written as text or lists. What JSON cannot hold (NaN, a
    complex number, a loop, the two names 1 and "1") becomes an `error`. Over 20,000 characters of
    JSON only the start is kept, and the answer says so; `total_chars` counts the text itself, or
    the JSON of anything else.

    With an `origin` the result is marked as foreign text: one more key says where it came from,
    and wins over one of that name in the result; what is hidden in it is shown by code point
    (see `showing.show_hidden`; control characters are codes in every JSON text).
    """
    def with_origin(answer: dict) -> dict:
        return answer if origin is None else {**answer, "origin": origin}

    def shown(text: str) -> str:
        return text if origin is None else show_hidden(text)

    if result is None:
        result = {"result": None, "message": "The tool ran and returned nothing."}
    try:
        answer = result if isinstance(result, dict) else {"result": result}
        unmarked = dump(answer)
        text = unmarked if origin is None else dump(with_origin(answer))
        if isinstance(result, (dict, list, tuple)):
            _require_distinct_names(result)
    except Exception as error:  # a result may bring its own class with methods that raise
        reason = "a number that is not finite" if "Out of range float" in str(error) else (
            "something that JSON cannot hold")
        return dump({"error": f"The tool's result holds {reason}."})
    text = well_formed(text)
    if len(text) <= MAX_RESULT:
        text = shown(text)
    if len(text) > MAX_RESULT:
        whole = well_formed(result if isinstance(result, str) else unmarked)
        beginning = shown(whole[:MAX_RESULT])
        start = _fitting(beginning)
        if len(whole) > MAX_RESULT or len(start) < len(beginning):
            return dump(with_origin(
                {"result": start, "truncated": True, "total_chars": len(whole)}))
        text = shown(text)
    return text


def _fitting(text: str) -> str:
    """The longest start of `text` with at most 20,000 characters of JSON between its quotes."""
    start = text[:MAX_RESULT]
    if len(dump(start)) - 2 <= MAX_RESULT:
        return start
    fits, over = 0, len(start)
    while over - fits > 1:
        middle = (fits + over) // 2
        if len(dump(start[:middle])) - 2 <= MAX_RESULT:
            fits = middle
        else:
            over = middle
    return start[:fits]


def is_json(value: object) -> bool:
    """Whether strict JSON can hold `value` as it is, without any conversion of ours."""
    try:
        _STRICT.encode(value).encode("utf-8")
    except Exception:  # also what a class of its own raises
        return False
    return True


def well_formed(text: str) -> str:
    """`text` with each half of a broken surrogate pair as `?`: UTF-8 cannot hold these."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def kind_of(value: object) -> str:
    """The JSON kind of a value in words, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return f"a Python {name_of(value)}"


def name_of(value: object) -> str:
    """The name of the type of `value`, whatever its class says of itself."""
    return quote(type.__dict__["__name__"].__get__(type(value)))


def quote(text: str) -> str:
    """The start of `text`, at most 200 characters, for an error message."""
    return text if len(text) <= QUOTE else f"{text[: QUOTE - 3]}..."


# -- reading ----------------------------------------------------------------------------------


def _read_dict(arguments: dict) -> dict:
    """A dict goes through the same checks as a text; the caller's own object is not kept."""
    try:
        read = _read(dump(arguments))
    except JSONTextError:
        raise
    except Exception:  # an object may bring methods that raise
        raise JSONTextError("The arguments hold something that JSON cannot hold.") from None
    return read if isinstance(read, dict) else {}


def _read(text: str) -> object:
    if len(text) > MAX_LENGTH:
        raise JSONTextError(
            f"The arguments are too long: {len(text):,} characters, the limit is {MAX_LENGTH:,}.")
    if text.count("[") + text.count("{") > MAX_NESTING and _nesting(text) > MAX_NESTING:
        raise JSONTextError(f"The arguments are nested deeper than {MAX_NESTING} brackets.")
    try:
        value, end = _DECODER.raw_decode(text)
        return value if end == len(text) else _DECODER.decode(text)
    except JSONTextError:
        raise
    except (ValueError, RecursionError) as error:  # a 5,000-digit number is a plain ValueError
        raise JSONTextError(_what_is_wrong(text, error)) from None


def _nesting(text: str) -> int:
    """The deepest nesting of brackets outside strings, without parsing."""
    depth = deepest = 0
    inside = skip = False
    for char in text:
        if skip:
            skip = False
        elif inside:
            if char == "\\":
                skip = True
            elif char == '"':
                inside = False
        elif char == '"':
            inside = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def _what_is_wrong(text: str, error: Exception) -> str:
    """One sentence in our own words: the texts of the json module change between versions."""
    where = getattr(error, "pos", None)
    if where is None:
        hint = "A number in it has too many digits."
    elif text.startswith("```"):
        hint = "Send the object alone, without a code fence."
    else:
        hint = fault_of(text, where, str(error))
    return f"The arguments are not valid JSON. {hint} They were: {quote(text)}"


def fault_of(text: str, where: int, message: str) -> str:
    """What a JSON text does wrong at `where`, as one sentence that shows the right form.

    `where` and `message` are those of the json module's error for this text.
    """
    if "Extra data" in message:
        return "Send one object and nothing after it."
    if "control character" in message:  # the position may stand on it or behind it
        return "Inside a text a new line is written as \\n and a tab as \\t."
    if "escape" in message:
        return "Inside a text each backslash is written twice."
    if where >= len(text) or "Unterminated" in message:
        return "The text ends too early."
    return _what_stands_at(text, where)


def _what_stands_at(text: str, where: int) -> str:
    before, letter = text[:where].rstrip(), text[where]
    word = re.match(r"\w*", text[where:where + 50])
    if letter == "'":
        return "Use double quotes, not single quotes."
    if letter in _CURLY:
        return 'Use straight double quotes: ".'
    if letter in ",}]" and before.endswith(":"):
        return "A value is missing behind a colon."
    if letter in ",}]":
        return "Look for a comma too many."
    if word and word[0] in _PYTHON and not before.endswith("{"):
        return f"JSON writes {_PYTHON[word[0]]}, not {word[0]}."
    if before.endswith(("{", ",")) and (letter.isalpha() or letter == "_"):
        return "Names and texts stand in double quotes."
    return f"The fault is near character {where + 1}."


def _refuse_constant(name: str) -> object:
    raise JSONTextError(f"The arguments hold {name}. JSON has finite numbers only.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise JSONTextError(f"The arguments hold {quote(text)}, which is too large for a number.")
    return number


def _one_of_each(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) != len(pairs):
        last = {name: place for place, (name, _) in enumerate(pairs)}
        twice = next(name for place, (name, _) in enumerate(pairs) if last[name] != place)
        raise JSONTextError(f"The arguments hold {quote(twice)!r} twice. Each name stands once.")
    return found


_DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_one_of_each)


# -- writing ----------------------------------------------------------------------------------

# Written as text, since a JSON number could not keep them exact. By name, so that modules that
# nobody else uses are not imported.
_AS_TEXT = frozenset({
    "decimal.Decimal", "fractions.Fraction", "uuid.UUID", "datetime.timedelta"})


def _plain(value: object) -> object:
    """What the JSON encoder does not know, as something that it does."""
    if isinstance(value, abc.Mapping):
        value = dict(value)
    elif isinstance(value, (abc.KeysView, abc.ValuesView, abc.ItemsView)):
        value = list(value)
    elif isinstance(value, abc.Set):
        value = sorted(value, key=repr)
    elif isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    elif isinstance(value, range) and len(value) > MAX_RESULT:
        return repr(value)  # not a list of a million numbers
    elif _is_exact(value):
        return str(value)
    else:
        value = _converted(value)
    _require_distinct_names(value)
    return value


def _is_exact(value: object) -> bool:
    if not any(f"{base.__module__}.{base.__qualname__}" in _AS_TEXT
               for base in type(value).__mro__):
        return False
    is_finite = getattr(value, "is_finite", None)
    if is_finite is not None and not is_finite():
        raise ValueError(f"Out of range float: {value}")  # as the encoder says of its own
    return True


def _converted(value: object) -> object:
    if not isinstance(value, type):
        import enum

        if isinstance(value, enum.Enum):
            return value.value
        # Dates; pydantic; our own; named tuples; numpy and pandas.
        for method in ("isoformat", "model_dump", "as_dict", "_asdict", "tolist"):
            if callable(getattr(value, method, None)):
                return getattr(value, method)()
        if isinstance(value, abc.Sequence):  # a deque, a range
            return list(value)
        if hasattr(value, "__fspath__"):
            return value.__fspath__()
        if hasattr(value, "__dataclass_fields__"):
            return {name: getattr(value, name) for name in value.__dataclass_fields__}
    raise TypeError(f"{name_of(value)} is not JSON")


def _require_distinct_names(value: object) -> None:
    """Raises ValueError where two keys of a dict are the same name in JSON, such as 1 and "1"."""
    waiting, seen = [value], set()
    while waiting:
        entry = waiting.pop()
        if id(entry) in seen:  # a loop, which the encoder refuses
            continue
        seen.add(id(entry))
        if isinstance(entry, dict):
            texts = True
            for key, member in entry.items():
                texts = texts and type(key) is str
                if type(member) in _HOLDERS:
                    waiting.append(member)
            if not texts and len({dump({key: 0}) for key in entry}) < len(entry):
                raise ValueError("two keys have the same name in JSON")
        elif isinstance(entry, (list, tuple)):
            waiting += [member for member in entry if type(member) in _HOLDERS]


_HOLDERS = (dict, list, tuple)
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_plain)
_STRICT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
