"""Whether the answer of a question stands in the notes: a check by words, not by meaning.

The rule: of the right option's content words (stems, without question words) at least half stand
in one passage, and all of its numbers do; the passage also holds a content word of the question.
An option without any word (a sign, a piece of code) must stand there literally. "All of the above",
"True" and the like are judged by the words of the question. Notes of up to three words are a topic
and no notes: there is nothing to check against. The check finds answers that were made
up; it cannot find a wrong one whose words stand in the notes, and it drops an answer that is
computed or told in other words.
"""

from __future__ import annotations

import re

from studybuddy.quiz.models import Question
from studybuddy.quiz.passages import Passage

LEAST = 0.5
"""The share of the answer's content words that a passage must hold."""
TOPIC = 3
"""Words of notes that are no more than a topic."""

_NO_CONTENT = re.compile(
    r"(?:true|false|yes|no|(?:all|none|both|neither|any|either)\b.{0,40})[.!]?",
    re.IGNORECASE | re.DOTALL)


class Support:
    """Finds the passage in which the answer to a question stands."""

    def __init__(self, passages: list[Passage]):
        self._known = [(passage, frozenset(_words(passage.text)), _squeezed(passage.text))
                       for passage in passages]

        self.only_a_topic = sum(len(passage.text.split()) for passage in passages) <= TOPIC

    def best(self, question: Question) -> tuple[Passage | None, bool]:
        """(the passage that fits best or None, whether it supports the answer)."""
        asked = set(_content(question.question))
        answer = question.answer
        wanted = asked if _NO_CONTENT.fullmatch(answer.strip()) else set(_content(answer))
        numbers = {word for word in wanted if any(letter.isdigit() for letter in word)}
        literal = _squeezed(answer)
        best, rank, good = None, (False, 0.0, 0.0), False
        for passage, words, text in self._known:
            share = len(wanted & words) / len(wanted) if wanted else float(literal in text)
            near = len(asked & words) / len(asked) if asked else 1.0
            supports = share >= LEAST and numbers <= words and near > 0
            if (supports, share, near) > rank:
                best, rank, good = passage, (supports, share, near), supports
        return best, good or self.only_a_topic


def _content(text: str) -> list[str]:
    """The words that carry the meaning; all words where nothing else is left."""
    from studybuddy.rag.pdf import NotesError
    from studybuddy.rag.terms import query_terms

    try:
        return query_terms(text) or _words(text)
    except NotesError:
        return _words(text)


def _words(text: str) -> list[str]:
    from studybuddy.rag.pdf import NotesError
    from studybuddy.rag.terms import terms

    try:
        return terms(text)
    except NotesError:  # the stemmer is part of an extra; without it words are compared as written
        return re.findall(r"\w+", text.casefold())


def _squeezed(text: str) -> str:
    return "".join(text.casefold().split())
