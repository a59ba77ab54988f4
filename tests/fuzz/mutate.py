"""Good documents, spoilt: what a broken disk, a broken server or an attacker would make of them."""

from __future__ import annotations

import json

from hypothesis import strategies as st

place = st.integers(0, 1 << 20)  # taken modulo the length of what is spoilt

# -- bytes -----------------------------------------------------------------------------------------

CHUNKS = [b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\n", b"\r\n", b'"', b"}",
          b"[", b"{", b"null", b"NaN", b"-1", b"9" * 400, b"4294967296", b"\\ud83d", b"[" * 3000,
          b'{"a":' * 3000, b"<html>", b"stream", b"obj", b"/Kids", b"0 R", b"PK\x03\x04"]


def byte_changes(most: int = 4):
    """A list of changes for `spoil`."""
    return st.lists(st.one_of(
        st.tuples(st.just("cut"), place, st.just(0), st.just(b"")),
        st.tuples(st.just("tail"), place, st.just(0), st.just(b"")),
        st.tuples(st.just("drop"), place, st.integers(1, 400), st.just(b"")),
        st.tuples(st.just("twice"), place, st.integers(1, 4000), st.just(b"")),
        st.tuples(st.just("put"), place, st.just(0),
                  st.sampled_from(CHUNKS) | st.binary(max_size=8)),
        st.tuples(st.just("over"), place, st.just(0),
                  st.sampled_from(CHUNKS) | st.binary(min_size=1, max_size=8)),
    ), min_size=0, max_size=most)


def spoil(data: bytes, changes) -> bytes:
    for kind, where, size, chunk in changes:
        at = where % (len(data) + 1)
        if kind == "cut":
            data = data[:at]
        elif kind == "tail":
            data = data[at:]
        elif kind == "drop":
            data = data[:at] + data[at + size:]
        elif kind == "twice":
            data = data[:at + size] + data[at:]
        elif kind == "put":
            data = data[:at] + chunk + data[at:]
        else:
            data = data[:at] + chunk + data[at + len(chunk):]
    return data


# -- JSON ------------------------------------------------------------------------------------------

# What json.dumps cannot write, by a word that stands for it.
RAW = {"@deep list@": "[" * 20_000 + "]" * 20_000,
       "@deep dict@": '{"a":' * 5_000 + "1" + "}" * 5_000,
       "@deep 200@": "[" * 200 + "]" * 200, "@digits@": "9" * 5_000, "@huge@": "1e999",
       "@NaN@": "NaN", "@-Infinity@": "-Infinity", "@half@": '"\\ud83d"', "@nul@": '"a\\u0000b"',
       "@twice@": '{"id": 1, "id": 2}', "@long@": '"' + "x" * 300_000 + '"',
       "@hidden@": '"\u202e\u200b\u2028\x7f"', "@bare@": "nul"}

ODD = st.sampled_from([
    None, True, False, 0, -1, 1, 3.5, 10**30, -10**30, 1e308, "", " ", "null", "{}", "[]", "0", "x",
    [], {}, [None], [[]], {"": ""}, [1, "a"], {"a": {"b": []}}, "\n", "call_1", "../../etc", *RAW])


def json_changes(most: int = 4):
    """A list of changes for `spoil_json`."""
    return st.lists(st.tuples(
        st.sampled_from(["set", "set", "set", "drop", "name", "wrap", "twice", "swap"]), place,
        ODD | st.text(max_size=20) | st.integers() | st.floats()), min_size=0, max_size=most)


def spoil_json(document: object, changes) -> str:
    """The changed document as a JSON text (with changes such as NaN not a strict one)."""
    document = json.loads(json.dumps(document))
    for kind, where, value in changes:
        places = list(_places(document))
        if not places:
            return _text(value)
        holder, key = places[where % len(places)]
        if kind == "set":
            holder[key] = json.loads(json.dumps(value))  # a copy: it may be changed in turn
        elif kind == "wrap":
            holder[key] = [holder[key]]
        elif kind == "swap":
            other, name = places[(where // 7) % len(places)]
            holder[key] = json.loads(json.dumps(other[name]))  # a copy: never in itself
        elif isinstance(holder, list):
            holder.insert(key, holder[key]) if kind == "twice" else holder.pop(key)
        elif kind == "name":
            holder[value if isinstance(value, str) else "other"] = holder.pop(key)
        else:
            del holder[key]
    return _text(document)


def _places(value):
    """(holder, key) of each part of a document, the outer ones first."""
    todo = [value]
    while todo:
        holder = todo.pop(0)
        pairs = (holder.items() if isinstance(holder, dict)
                 else enumerate(holder) if isinstance(holder, list) else ())
        for key, part in list(pairs):
            yield holder, key
            todo.append(part)


def _text(value: object) -> str:
    text = json.dumps(value)
    for word, raw in RAW.items():
        text = text.replace(f'"{word}"', raw)
    return text
