"""`POST /v1/embeddings` of the practice server: vectors by a fixed rule.

A text becomes the counts of its words and of their groups of three letters, hashed into 256 places
and brought to length 1. So texts that share words or parts of words are near to each other. It is
no language model: "car" and "automobile" have nothing in common here.
"""

from __future__ import annotations

import base64
import hashlib
import math
import re
from array import array

from studybuddy.practice.refusal import OpenAIRefusal

SIZE = 256
"""Numbers of a vector."""
MAX_TEXTS = 2048
"""Texts of one request, as with the real service."""


def answer(body: object) -> dict:
    """The body of the answer to a request's JSON value. Raises OpenAIRefusal."""
    if not isinstance(body, dict):
        raise OpenAIRefusal("The body of the request must be a JSON object.")
    model = body.get("model")
    if not isinstance(model, str) or not model:
        raise OpenAIRefusal("you must provide a model parameter")
    texts = body.get("input")
    if isinstance(texts, str):
        texts = [texts]
    if not isinstance(texts, list) or not 1 <= len(texts) <= MAX_TEXTS or not all(
            isinstance(text, str) and text for text in texts):
        raise OpenAIRefusal("'$.input' is invalid. It must be a text, or a list of 1 to "
                            f"{MAX_TEXTS} texts, none of them empty.", "input")
    form = body.get("encoding_format", "float")
    if form not in ("float", "base64"):
        raise OpenAIRefusal("'$.encoding_format' is invalid. It must be float or base64.",
                            "encoding_format")
    vectors = [vector(text) for text in texts]
    words = sum(len(text.split()) for text in texts)
    return {
        "object": "list",
        "data": [{"object": "embedding", "index": number,
                  "embedding": _base64(row) if form == "base64" else row}
                 for number, row in enumerate(vectors)],
        "model": model,
        "usage": {"prompt_tokens": words, "total_tokens": words},
    }


def vector(text: str) -> list[float]:
    """The vector of a text: 256 numbers, of length 1 (or all 0 for a text without words)."""
    counts = [0.0] * SIZE
    for word in re.findall(r"\w+", text.lower()):
        padded = f"<{word}>"
        for piece in (word, *(padded[start:start + 3] for start in range(len(padded) - 2))):
            number = int.from_bytes(
                hashlib.blake2b(piece.encode("utf-8", "replace"), digest_size=8).digest(), "big")
            # The sign comes from the hash as well, so that collisions cancel out on average.
            counts[number % SIZE] += 1.0 if number >> 63 else -1.0
    length = math.sqrt(sum(count * count for count in counts)) or 1.0
    return [count / length for count in counts]


def _base64(row: list[float]) -> str:
    """Numbers of 32 bits, the low byte first, as the SDK asks for unless told otherwise."""
    import sys

    numbers = array("f", row)
    if sys.byteorder == "big":
        numbers.byteswap()
    return base64.b64encode(numbers.tobytes()).decode()
