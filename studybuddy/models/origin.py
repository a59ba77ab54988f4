"""What only one service may read again: signatures, reasoning, a native turn.

Such things stay in the assistant message under their own keys. Beside them a private mark says
where they came from, and a digest of the plain fields that they belong to. They go back to the
same place only, and only while the plain fields are as they were. The mark itself is never sent.
"""

from __future__ import annotations

import json

from studybuddy.jsontext import JSONTextError, read_object, well_formed
from studybuddy.messages import calls_of, text_of

KEY = "_origin"


def place(provider: str, base_url: str) -> dict:
    """The mark of a place: {"provider", "base_url"}; without a login, a query or a final slash."""
    from urllib.parse import urlsplit

    clean = base_url.rpartition("@")[2].partition("?")[0]
    try:
        parts = urlsplit(base_url)
        port = f":{parts.port}" if parts.port else ""
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
        if host:
            clean = f"{parts.scheme}://{host}{port}{parts.path}"
    except ValueError:
        pass  # no address at all; an error will say so
    return {"provider": provider, "base_url": clean.rstrip("/")}


def mark(message: dict, where: dict, **kept: object) -> None:
    """Note on the message where it came from, and what else is kept for that place."""
    message[KEY] = {**where, "digest": digest(message), **kept}


def kept_for(message: dict, where: dict) -> dict | None:
    """The mark of a message that came from `where` and was not edited since, else None."""
    found = message.get(KEY)
    if not isinstance(found, dict) or any(found.get(key) != where[key] for key in where):
        return None
    return found if found.get("digest") == digest(message) else None


def digest(message: dict) -> str:
    """A digest of text and calls. Ids do not count: the loop gives one to a call without."""
    import hashlib

    fields: list[object] = [well_formed(text_of(message))]
    for entry in calls_of(message):
        function = entry.get("function")
        function = function if isinstance(function, dict) else {}
        arguments = function.get("arguments")
        try:
            arguments = read_object(arguments)
        except JSONTextError:
            arguments = str(arguments)
        fields.append([function.get("name") or "unknown", arguments])
    text = json.dumps(fields, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
