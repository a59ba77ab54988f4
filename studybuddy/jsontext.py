"""Strict JSON, in both directions: reading what a model wrote, and writing what a tool returned.

Reading is bounded first (length, nesting) because a parser is work, and a deep text can end it.
Python's own reader takes NaN, Infinity and equal names in silence; here each is refused.
"""

from __future__ import annotations

import json
import math

MAX_LENGTH = 4_000_000  # characters of one argument text
MAX_NESTING = 64  # brackets inside brackets
QUOTE = 200  # characters of a bad text that an error repeats
MAX_RESULT = 20_000  # characters of one tool result


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


def dump_result(result: object) -> str:
    """What a tool returned, as one strict JSON object. Never raises.

    A dict keeps its own keys, anything else becomes `{"result": value}`. Dates, sets, paths and
    bytes are written as text or lists. What JSON cannot hold (NaN, a complex number, a loop)
    becomes an `error`. Over 20,000 characters only the start is kept, and the answer says so.
    """
    if result is None:
        return '{"result": null, "message": "The tool ran and returned nothing."}'
    try:
        text = dump(result if isinstance(result, dict) else {"result": result})
    except Exception as error:  # a result may bring its own class with methods that raise
        reason = "a number that is not finite" if "Out of range float" in str(error) else (
            "something that JSON cannot hold")
        return dump({"error": f"The tool's result holds {reason}."})
    whole = result if isinstance(result, str) else text
    if len(whole) > MAX_RESULT:
        text = dump(
            {"result": whole[:MAX_RESULT], "truncated": True, "total_chars": len(whole)})
    return well_formed(text)


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
    return f"a Python {type(value).__name__}"


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
    except (ValueError, TypeError, RecursionError):
        raise JSONTextError("The arguments hold something that JSON cannot hold.") from None
    return read if isinstance(read, dict) else {}


def _read(text: str) -> object:
    if len(text) > MAX_LENGTH:
        raise JSONTextError(
            f"The arguments are too long: {len(text):,} characters, the limit is {MAX_LENGTH:,}.")
    if text.count("[") + text.count("{") > MAX_NESTING and _nesting(text) > MAX_NESTING:
        raise JSONTextError(f"The arguments are nested deeper than {MAX_NESTING} brackets.")
    try:
        return _DECODER.decode(text)
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
    elif "Extra data" in str(error):
        hint = "Send one object and nothing after it."
    elif where >= len(text) or "Unterminated" in str(error):
        hint = "The text ends too early."
    elif text[where] == "'":
        hint = "Use double quotes, not single quotes."
    elif text[where] in ",}]" or text[:where].rstrip().endswith(","):
        hint = "Look for a comma too many."
    else:
        hint = f"The fault is near character {where + 1}."
    return f"The arguments are not valid JSON. {hint} They were: {quote(text)}"


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
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JSONTextError(f"The arguments hold {quote(twice)!r} twice. Each name stands once.")
    return found


_DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_one_of_each)


# -- writing ----------------------------------------------------------------------------------


def _plain(value: object) -> object:
    """What the JSON encoder does not know, as something that it does."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    for method in ("isoformat", "model_dump", "as_dict", "_asdict"):  # dates, pydantic, our own
        if callable(getattr(value, method, None)) and not isinstance(value, type):
            return getattr(value, method)()
    if hasattr(value, "__fspath__"):
        return value.__fspath__()
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    raise TypeError(f"{type(value).__name__} is not JSON")


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_plain)
