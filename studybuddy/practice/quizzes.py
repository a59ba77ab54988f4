"""Questions made by rule from notes: a term and what the notes say of it, among other terms.

The three wrong options are terms of the same notes. One that might be right as well is no option:
one that is a kind of the answer, that stands in the question, or of which the notes say nearly the
same. Nor do a term and a kind of it stand side by side: who knows that both cannot be right leaves
both out.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from studybuddy.practice.definitions import Fact, content, facts
from studybuddy.practice.numbers import UNITS

DEFAULT = 5
"""Questions where nobody says a number."""
MAX_NOTES = 30_000
"""Characters of notes that are read."""
SHORTEST_NOTES = 80
"""Characters; a shorter text behind a request is part of the request."""

_MAKE = (r"(?:make|write|create|generate|give|set|prepare|build|draft|need|want|ask|compose|"
         r"produce)")
_THING = r"(?:quiz|mcqs?|multiple[- ]choice|questions)"
_ASKS = re.compile(rf"\b{_MAKE}\b[^.:\n]{{0,60}}\b{_THING}\b|\bquiz me\b|\btest me on\b"
                   rf"|\b(?:quiz|mcqs?) (?:on|about|from)\b", re.IGNORECASE)
_OTHER = re.compile(r"\b(?:study plan|timetable|schedule|average|percent|marks?|scores?)\b",
                    re.IGNORECASE)
_NUMBER = re.compile(rf"\b(\d{{1,2}}|{'|'.join(list(UNITS)[1:])})[ -]+"
                     r"(?:(?!(?:with|object|json|list)\b)[a-z-]+[ -]+){0,3}?"
                     r"(?:questions?|mcqs?|quiz)\b", re.IGNORECASE)
_AGAIN = re.compile(r"^Send the whole quiz again, as [^\n]*\bexactly (\d{1,2}) questions?\.\s*\Z",
                    re.MULTILINE)
_NOTES = re.compile(r"^[^\n]{0,200}?\b(?:notes?|text|passages?|material|pages?):[ \t]*\n?",
                    re.IGNORECASE | re.MULTILINE)
_PASSAGE = re.compile(r"^\[(\d{1,4})\] ?(.*)$", re.MULTILINE)
_EXACT = re.compile(r"nothing else|\bonly (?:the |a |valid )?json\b|\bjson only\b"
                    r"|\b(?:without|no) (?:a |any )?(?:code |markdown )?fences?\b", re.IGNORECASE)
_TOPIC = re.compile(r"\b(?:on|about|over|of|me in)\s+(?:the (?:topic|subject|chapter) (?:of )?)?"
                    r"(.{2,80}?)(?:\s+(?:from|in|with|using|for|as|out of)\b.*)?[.?!]*$",
                    re.IGNORECASE)


class Item(NamedTuple):
    """A question that was made: the place of the right option counts from 0."""

    question: str
    options: list[str]
    answer_index: int
    explanation: str
    source: str


# -- what is asked for ----------------------------------------------------------------------------


def asks(text: str) -> bool:
    """Whether a text asks for a quiz."""
    request, _ = split(text)  # what the notes speak of is no part of what is asked
    return any(_ASKS.search(part) and not _OTHER.search(part)
               for part in (request[:600], text[-300:]))


def number_in(text: str) -> int | None:
    """How many questions a text asks for, 1 to 99; None where it does not say."""
    found = _NUMBER.search(text)
    if not found:
        return None
    number = int(found[1]) if found[1].isdigit() else UNITS.get(found[1].lower(), 0)
    return max(number, 1)


def number_again(text: str) -> int | None:
    """The number in a request to try again that stands at the end of a text, behind the notes."""
    found = _AGAIN.search(text[-300:])
    return max(int(found[1]), 1) if found else None


def split(text: str) -> tuple[str, list[tuple[str, str]]]:
    """(the request, the notes that stand behind it as (text, source)); there may be no notes."""
    mark = _NOTES.search(text[:3000])
    end = mark.end() if mark else text.find("\n") + 1
    notes = text[end:].strip().strip("\"'`").strip()
    if not end or len(notes) < SHORTEST_NOTES:
        return text, []
    heads = list(_PASSAGE.finditer(notes))
    if not heads:
        return text[:end], [(notes, "")]
    ends = [head.start() for head in heads[1:]] + [len(notes)]
    return text[:end], [(notes[head.end():end].strip(), head[2].strip())
                        for head, end in zip(heads, ends, strict=True)]


def topic_of(text: str) -> str:
    """What a quiz should be about, as it was typed; "" where it is not said."""
    found = _TOPIC.search(" ".join(text.split())[:300])
    return re.sub(r"^(?:the|my|our) ", "", found[1].strip(" \"'")) if found else ""


def wants_json(request: str) -> bool:
    """Whether the reply should be JSON."""
    return bool(re.search(r"\bjson\b", request, re.IGNORECASE))


def wants_nothing_else(request: str) -> bool:
    """Whether the reply should be JSON without a word or a fence round it."""
    return wants_json(request) and bool(_EXACT.search(request))


# -- making ---------------------------------------------------------------------------------------


def make(passages: list[tuple[str, str]], n: int, topic: str = "",
         asked: int | None = None) -> list[Item]:
    """At most `n` questions from the notes, spread over them; fewer where they hold fewer terms.

    With a `topic`, sentences that speak of it come first, then the passages as they stand. With
    `asked`, the first passages alone give questions; the others only give options.
    """
    known, sentences = facts(_start(passages))
    near = _Nearness(known, sentences)
    items: list[Item] = []
    used: set[str] = set()
    shorts = 0
    for fact in _on_topic(known, content(topic)) if topic else _in_turn(known):
        if len(items) == n:
            break
        if not fact.rank or asked is not None and fact.passage >= asked:
            continue
        if fact.term.lower() in used or fact.kind == "short" and shorts >= max(1, n // 4):
            continue
        wrong = near.distractors(fact)
        if len(wrong) == 3:
            item = _item(fact, wrong, len(items))
            if item.question.lower() in used:
                continue  # two terms of which the notes say the same
            items.append(item)
            used |= {fact.term.lower(), item.question.lower()}
            shorts += fact.kind == "short"
    return items


def _start(passages: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The passages up to the limit: each term is compared with each other one."""
    kept, left = [], MAX_NOTES
    for text, source in passages:
        kept.append((text[:left], source))
        left -= len(text)
        if left <= 0:
            break
    return kept


def _in_turn(known: list[Fact]) -> list[Fact]:
    """The facts, the best of each passage first, then the second best of each, and so on."""
    by_passage: dict[int, list[Fact]] = {}
    for fact in sorted(known, key=lambda fact: (-fact.rank, fact.place)):
        by_passage.setdefault(fact.passage, []).append(fact)
    turns = [(turn, -fact.rank, fact.place, fact) for row in by_passage.values()
             for turn, fact in enumerate(row)]
    # Abbreviations come last: to know what letters stand for is the least.
    return [fact for *_, fact in sorted(
        turns, key=lambda entry: (entry[3].kind == "short", *entry[:3]))]


def _on_topic(known: list[Fact], topic: frozenset[str]) -> list[Fact]:
    return sorted(known, key=lambda fact: (
        not topic & content(fact.sentence), fact.kind == "short", fact.passage, -fact.rank,
        fact.place))


def _item(fact: Fact, wrong: list[str], number: int) -> Item:
    options = list(wrong)
    place = (sum(map(ord, fact.term)) + number) % 4  # no place is preferred, and none is by chance
    options.insert(place, fact.said if fact.kind == "short" else fact.name)
    if fact.kind == "short":
        question = f"What does {fact.term} stand for?"
    elif fact.kind == "colon":
        question = f'Which term do the notes explain as "{fact.said}"?'
    elif fact.said.startswith("one that "):
        question = f"Which of these {fact.said.removeprefix('one that ')}?"
    elif fact.kind == "is":
        question = f"Which of these is {fact.said}?"
    else:
        question = f"Which of these {fact.said}?"
    return Item(question, options, place, f"The notes say: {fact.sentence}", fact.source)


class _Nearness:
    """Which other terms may stand beside an answer: of its kind, and surely wrong."""

    def __init__(self, known: list[Fact], sentences: list[str]):
        self.known = known
        rows = [(sentence.lower(), content(sentence)) for sentence in sentences]
        said: dict[str, str] = {}
        heads: dict[str, list[str]] = {}
        for fact in known:
            if fact.kind != "short":
                key = _bare(fact.term)
                said[key] = f"{said.get(key, '')} {fact.said.lower()}"
                heads.setdefault(key, []).append(_head(fact.said.lower()))
        self.words = {term: content(term) for term in said}
        # Term: the other terms of which its definition speaks, and the sentences that speak of it.
        self.leads = {term: {other for other in said if other != term and _holds(text, other)}
                      for term, text in said.items()}
        # Term: the terms of which it is a kind, "a large predator that ...".
        self.kinds = {term: {other for other in others
                             if any(_holds(head, other, "$") for head in heads[term])}
                      for term, others in self.leads.items()}
        self.about = {term: [entry for entry in rows if _holds(entry[0], term)]
                      for term in said}

    def distractors(self, fact: Fact) -> list[str]:
        """Three wrong options, the nearest first; fewer when there are no more."""
        if fact.kind == "short":
            others = {other.said: other for other in self.known
                      if other.kind == "short" and other.term != fact.term
                      and other.said.lower() != fact.said.lower()}
            first = sorted(others.values(), key=lambda other: (
                abs(len(other.term) - len(fact.term)), other.term[0] != fact.term[0], other.place))
            return [other.said for other in first[:3]]
        chosen: dict[str, tuple] = {}
        for other in self.known:
            if other.kind == "short" or _bare(other.term) in chosen or self._may_fit(fact, other):
                continue
            if not fact.leak <= self.words[_bare(other.term)]:
                continue
            chosen[_bare(other.term)] = (
                -(2 * (other.kind == fact.kind) + 2 * (other.passage == fact.passage)
                  + 2 * (_bare(other.term).split()[-1] == _bare(fact.term).split()[-1])
                  + (other.source.split(" p.")[0] == fact.source.split(" p.")[0])
                  + ((" " in other.term) == (" " in fact.term))),
                abs(other.place - fact.place), other.name, _bare(other.term))
        wrong: dict[str, str] = {}
        for *_, name, term in sorted(chosen.values()):
            if len(wrong) < 3 and not any(self._is_kind(term, other)
                                          for other in (_bare(fact.term), *wrong)):
                wrong[term] = name
        return list(wrong.values())

    def _is_kind(self, term: str, other: str) -> bool:
        """Whether one of two terms is a kind of the other, perhaps over others between."""
        return (_leads(self.kinds, term, other) or _leads(self.kinds, other, term))

    def _may_fit(self, fact: Fact, other: Fact) -> bool:
        """Whether the question about `fact` could be answered with the other term as well."""
        right, wrong = _bare(fact.term), _bare(other.term)
        if not other.rank and wrong.split()[-1] == right.split()[-1]:
            return True  # nothing is said of it: a balanced tree may well be an AVL tree
        if other.stems and len(fact.stems & other.stems) >= 0.6 * len(other.stems):
            return True
        if self.words[right] <= self.words[wrong] or self.words[wrong] <= self.words[right]:
            return True
        if _holds(fact.said.lower(), wrong) or _leads(self.leads, wrong, right):
            return True
        for sentence, stems in self.about[wrong]:
            if sentence != fact.sentence.lower() and (
                    len(fact.stems & stems) >= 0.6 * len(fact.stems)):
                return True
            if _holds(sentence, right) and re.search(
                    r"\b(?:called|known as|the same|equal to|or simply|synonym|i\.e\.)", sentence):
                return True
        return False



def _leads(ways: dict[str, set[str]], start: str, goal: str) -> bool:
    """Whether there is a way from one term to another, perhaps over others between."""
    seen, waiting = {start}, [start]
    while waiting:
        new = ways[waiting.pop()] - seen
        seen |= new
        waiting += new
    return goal in seen


def _bare(term: str) -> str:
    return re.sub(r" \([^()]*\)$", "", term).lower()


def _holds(text: str, term: str, end: str = "") -> bool:
    """Whether the text speaks of the term, in the singular or the plural; with `end` "$", at its
    end."""
    root, ends = term, "(?:s|es)?"
    if term.endswith(("y", "is")):  # batteries, analyses
        root, ends = (term[:-1], "(?:y|ies)") if term.endswith("y") else (term[:-2], "(?:is|es)")
    return root in text and bool(re.search(rf"(?<!\w){re.escape(root)}{ends}(?!\w){end}", text))


def _head(said: str) -> str:
    """The start of a definition that says of what kind it is: "a large predator", or "".

    Any kind of sentence may stand there; one that says a kind begins with an article.
    """
    begin = re.match(r"(?:an?|one of(?: the)?)\s+(.*)", said, re.DOTALL)
    return re.split(r"\b(?:that|which|who|with|without|of|for|in|on|from|to)\b|[,;:.(]",
                    begin[1], maxsplit=1)[0].strip() if begin else ""


def wider(passages: list[tuple[str, str]]) -> str:
    """A search for more passages of the same chapter: the words that these use most."""
    counts: dict[str, int] = {}
    for word in re.findall(r"[a-z]{4,}", " ".join(text for text, _ in passages).lower()):
        if content(word):
            counts[word] = counts.get(word, 0) + 1
    return " ".join(sorted(counts, key=lambda word: (-counts[word], word))[:10])


# -- writing --------------------------------------------------------------------------------------


def shortage(made: int, wanted: int) -> str:
    """Why there are fewer questions than were asked for; "" when there are not."""
    if made >= wanted:
        return ""
    if not made:
        return ("The notes define too few terms that I can ask about by rule. I look for at least "
                'four sentences such as "A mutex is a lock with an owner."')
    return (f"The notes hold terms for {made} question{'' if made == 1 else 's'} only, "
            f"not for {wanted}.")


def as_json(items: list[Item], wanted: int, topic: str = "", indent: int | None = None) -> str:
    """The quiz as JSON, in the form that `generate_quiz` asks for."""
    questions = [{"question": item.question, "options": item.options,
                  "explanation": item.explanation, "answer_index": item.answer_index}
                 for item in items]
    return json.dumps({"topic": topic, "questions": questions,
                       "note": shortage(len(items), wanted)}, ensure_ascii=False, indent=indent)


def as_text(items: list[Item], wanted: int) -> str:
    """The quiz for reading, the key at its end."""
    blocks = ["\n".join([f"{number}. {item.question}",
                         *(f"   {letter}) {option}" for letter, option in
                           zip("ABCD", item.options, strict=True))])
              for number, item in enumerate(items, 1)]
    key = "\n".join(f"{number}. {'ABCD'[item.answer_index]}"
                    + (f" ({item.source})" if item.source else "")
                    for number, item in enumerate(items, 1))
    parts = [*blocks, f"Answers:\n{key}" if items else "", shortage(len(items), wanted)]
    return "\n\n".join(part for part in parts if part)
