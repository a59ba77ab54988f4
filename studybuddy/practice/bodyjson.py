"""JSON of a request, bounded before it is parsed, and of a reply."""

from __future__ import annotations

import json
import re

MAX_NESTING = 100  # brackets inside brackets; protobuf's own limit


class BodyError(ValueError):
    """The body is not JSON that a service would read."""


def read(body: bytes) -> object:
    """The JSON value of a body. Raises BodyError for anything that is not strict JSON in UTF-8.

    NaN, Infinity, numbers with thousands of digits and more than 100 nested brackets are refused.
    """
    try:
        text = body.decode("utf-8")
        if _nesting(text) > MAX_NESTING:
            raise BodyError(f"more than {MAX_NESTING} nested brackets")
        return json.loads(text, parse_constant=_no_constant)
    except BodyError:
        raise
    except (ValueError, RecursionError) as error:
        raise BodyError(str(error)) from None


def write(value: object, indent: int | None = None) -> bytes:
    """`value` as JSON in UTF-8; half of a surrogate pair, which UTF-8 cannot hold, becomes `?`."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text.encode("utf-8", "replace")


def _nesting(text: str) -> int:
    """The deepest nesting, without parsing; brackets inside strings do not count."""
    if text.count("[") + text.count("{") <= MAX_NESTING:
        return 0
    depth = deepest = 0
    outside = re.sub(r'"(?:[^"\\]|\\.)*+"', "", text, flags=re.DOTALL)
    for bracket in re.findall(r"[\[\]{}]", outside):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _no_constant(name: str) -> object:
    raise BodyError(f"{name} is not JSON")
