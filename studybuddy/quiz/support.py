"""Whether the answer of a question stands in the notes: a check by words, not by meaning.

The rule: of the right option's content words (stems, without question words) at least half stand
in one passage, and all of its numbers do; the passage also holds a content word of the question.
Numbers count with their sign and without the commas of thousands, Latin plurals as their
singulars, and a word that a line end divides also as one. An option without any word (a sign, a
piece of code) must stand there literally. "All of the above",
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
SHORT = 40
"""Words of notes in which few answers can stand."""

_NO_CONTENT = re.compile(
    r"(?:true|false|yes|no|(?:all|none|both|neither|any|either)"
    r"(?: (?:of|the|these|those|them|above|below|options?|answers?|choices?|statements?|are|is"
    r"|correct|right|true|wrong|two|three|four|and|or|nor|[a-d],?))*)[.!]?", re.IGNORECASE)
_GERMAN_ARTICLES = frozenset("der die das den dem des ein eine einen einem einer eines".split())
_DIVIDED = re.compile(r"(?<=[^\W\d_])-[ \t]*\n\s*(?=[a-z])")
_SIGNS = ((re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), ""),  # 1,000
          (re.compile(r"(?<![\w)\]])(?:[-\u2212\u2013]|minus )(?=\d)", re.IGNORECASE), "minus"))
_LATIN = (("a", ("on", "um")), ("on", ("a",)), ("um", ("a",)))


class Support:
    """Finds the passage in which the answer to a question stands."""

    def __init__(self, passages: list[Passage]):
        self._known = [(passage, _all_words(passage.text), _squeezed(passage.text))
                       for passage in passages]
        self.words = sum(len(passage.text.split()) for passage in passages)
        self.only_a_topic = self.words <= TOPIC

    def best(self, question: Question) -> tuple[Passage | None, bool]:
        """(the passage that fits best or None, whether it supports the answer)."""
        asked = set(_content(question.question))
        answer = question.answer
        wanted = asked if _NO_CONTENT.fullmatch(answer.strip()) else set(_content(answer))
        numbers = {word for word in wanted if any(letter.isdigit() for letter in word)}
        literal = _squeezed(answer)
        best, rank, good = None, (False, 0.0, 0.0), False
        for passage, words, text in self._known:
            held = [word for word in wanted if word in words or _other_number(word) & words]
            share = len(held) / len(wanted) if wanted else float(literal in text)
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
        found = query_terms(_signed(text)) or _words(text)
    except NotesError:
        found = _words(text)
    return [word for word in found if word not in _GERMAN_ARTICLES] or found


def _all_words(text: str) -> frozenset[str]:
    """The words of a passage, those that a line end divides also as one."""
    whole = _DIVIDED.sub("", text)
    return frozenset(_words(text) + (_words(whole) if whole != text else []))


def _other_number(word: str) -> set[str]:
    """A Latin noun in the other number: "mitochondria" for "mitochondrion", "data" for "datum"."""
    return {word[:-len(ending)] + other for ending, others in _LATIN
            if word.endswith(ending) and len(word) > 4 for other in others}


def _signed(text: str) -> str:
    """A text whose numbers are words: "1,000" as "1000", "-5" as "minus5"."""
    for pattern, plain in _SIGNS:
        text = pattern.sub(plain, text)
    return text


def _words(text: str) -> list[str]:
    from studybuddy.rag.pdf import NotesError
    from studybuddy.rag.terms import terms

    text = _signed(text)
    try:
        return terms(text)
    except NotesError:  # the stemmer is part of an extra; without it words are compared as written
        return re.findall(r"\w+", text.casefold())


def _squeezed(text: str) -> str:
    return "".join(text.casefold().split())
