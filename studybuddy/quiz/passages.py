"""Notes of any form -> passages with their sources, and a choice among them that fits a request."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from studybuddy.jsontext import kind_of, well_formed
from studybuddy.rag.chunks import chunk
from studybuddy.showing import short

MAX_CHARS = 12_000
"""Characters of notes in one request, about 3,000 tokens."""
MAX_SOURCE = 200
"""Characters of the name of a source."""


class Passage(NamedTuple):
    """A piece of the notes, and where it stands: "os.pdf p.5", "passage 3"."""

    text: str
    source: str


def read_notes(notes: object) -> list[Passage]:
    """The passages of a text, of a list of texts, or of what a search in notes gave.

    A search gives dicts {"text", "source"}, with or without "page"; the whole answer of
    `search_notes` may be handed over too. Long texts are cut at their paragraphs. Without a
    source a passage is called by its number.

    Raises:
        TypeError: The notes are something else.
    """
    if isinstance(notes, Mapping) and isinstance(notes.get("results"), list):
        notes = notes["results"]
    entries = [notes] if isinstance(notes, (str, Mapping)) else notes
    if not isinstance(entries, (list, tuple)):
        raise TypeError("notes must be a text or a list of passages (texts, or dicts with "
                        f'"text" and "source"), not {kind_of(notes)}.')
    found: list[Passage] = []
    for entry in entries:
        text, source = (entry, "") if isinstance(entry, str) else _from_dict(entry)
        for piece in chunk(well_formed(text).replace("\0", "")):
            found.append(Passage(piece, source or f"passage {len(found) + 1}"))
    return list(dict.fromkeys(found))


def _from_dict(entry: object) -> tuple[str, str]:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("text"), str):
        raise TypeError('A passage must be a text, or a dict such as {"text": "...", '
                        f'"source": "os.pdf p.5"}}, not {kind_of(entry)}.')
    # On one line: a source with line ends could look like the head of another passage.
    name, page = (short(str(entry[key]), MAX_SOURCE) if entry.get(key) is not None else ""
                  for key in ("source", "page"))
    return entry["text"], short(f"{name} p.{page}", MAX_SOURCE) if name and page else name


def choose_passages(passages: list[Passage], budget: int, seed: object = None) -> list[Passage]:
    """All passages where they fit into `budget` characters; else some, spread over the whole.

    The notes are divided into equal stretches, and one passage of each is drawn: as many as fit,
    at least one, in their order. With an equal `seed` the same are drawn.
    """
    total = sum(len(passage.text) for passage in passages)
    if total <= budget:
        return passages
    count = max(1, min(len(passages) - 1, budget * len(passages) // total))
    while True:
        drawn = random.Random(f"{seed}" if seed is not None else None)
        borders = [len(passages) * number // count for number in range(count + 1)]
        chosen = [passages[drawn.randrange(start, end)]
                  for start, end in zip(borders, borders[1:], strict=False)]
        if count == 1 or sum(len(passage.text) for passage in chosen) <= budget:
            return chosen
        count -= 1
