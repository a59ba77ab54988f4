"""Thought signatures: opaque bytes that bind a model's part, and come back with it unchanged.

Google keeps the reasoning of a model in them. Here they are a keyed hash (HMAC) of the part that
they sit on: a call whose name or arguments were changed no longer fits its signature.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re

BYPASS = frozenset({b"skip_thought_signature_validator", b"context_engineering_is_the_way_to_go"})
"""What Google documents for calls that its models did not write, for example of another provider.
https://ai.google.dev/gemini-api/docs/thought-signatures#faqs"""

_HEAD = bytes.fromhex("0ac10112be01")  # reads "CsEBEr4B..." in base64, as real ones begin
_LENGTH = 196  # bytes


class Signer:
    """Signs and checks parts with one secret. Parts are plain dicts in the wire's camelCase."""

    def __init__(self, secret: bytes):
        self._secret = secret
        self._adopted: set[tuple[bytes, bytes]] = set()

    def sign(self, part: dict) -> str:
        """The signature of a part, as standard base64."""
        return base64.b64encode(self._bytes(part)).decode("ascii")

    def accepts(self, signature: object, part: dict) -> bool:
        """Whether the signature (either form of base64) is this signer's own for this part."""
        raw = decode(signature)
        return raw is not None and (
            raw in BYPASS or str(signature).encode() in BYPASS
            or hmac.compare_digest(raw, self._bytes(part))
            or (raw, _canonical(part)) in self._adopted)

    def adopt(self, signature: str, part: dict) -> None:
        """Accept a signature that another service made, from now on, on exactly this part.

        Nobody but its maker can check such a signature. Raises ValueError when it is not base64.
        """
        raw = decode(signature)
        if raw is None:
            raise ValueError("This signature is not base64.")
        self._adopted.add((raw, _canonical(part)))

    def _bytes(self, part: dict) -> bytes:
        seed = hmac.digest(self._secret, _canonical(part), "sha256")
        return _HEAD + hashlib.shake_256(seed).digest(_LENGTH - len(_HEAD))


def decode(signature: object) -> bytes | None:
    """The bytes of a signature in standard or URL-safe base64, or None when it is neither."""
    if not isinstance(signature, str) or not re.fullmatch(r"[A-Za-z0-9+/_-]+={0,2}", signature):
        return None
    text = signature.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _canonical(part: dict) -> bytes:
    """What a signature covers: name and arguments of a call, or the text. Never the id: some
    clients fill one in where the service sent none."""
    call = part.get("functionCall")
    if isinstance(call, dict):
        covered: object = ["call", call.get("name"), _plain(call.get("args") or {})]
    else:
        covered = ["text", part.get("text")]
    return json.dumps(covered, sort_keys=True).encode()


def _plain(value: object) -> object:
    """Equal numbers written alike: a client may send 2 back as 2.0."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
