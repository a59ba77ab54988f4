"""Notes -> what they say of each term: the facts that questions can be made of.

Only sentences of a few plain forms count ("A mutex is a lock with an owner."); all others are
passed over, since a fact that was misread would become a wrong question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from studybuddy.practice.words import STOP, stem

MAX_DEFINITION = 170
"""Characters of a definition; a longer one is no good question."""

_BULLET = re.compile(r"\s*(?:[\u2022\u25aa\u25cf\u25e6\u2023\u00b7*\u2013-]\s+"
                     r"|\(?(\d{1,2})[.)]\s+)")
_TERM = r"[A-Za-z][\w+'\u2019/-]*(?: [\w+'\u2019/-]+){0,3}?"
_AKA = r"(?: \((?P<aka>[^()]{2,40})\))?"
_VERBS = (
    "keeps gives holds stores tells finds builds puts lets allows divides turns loads grants "
    "refers answers decides protects prevents combines describes means contains converts measures "
    "compares sends reads joins lowers waits saves copies sees ranks splits sorts maps counts "
    "produces absorbs makes removes carries controls stays provides ensures represents defines "
    "connects transports breaks replaces translates uses spreads survives chooses repeats writes "
    "says guarantees colours moves takes runs treats hides").split()
_IS = re.compile(rf"(?P<article>(?:An?|The) )?(?P<term>{_TERM}){_AKA} is "
                 r"(?P<said>(?:an?|the|one)\s.+)")
_DOES = re.compile(rf"(?P<article>(?:An?|The) )?(?P<term>{_TERM}){_AKA} "
                   rf"(?P<said>(?:{'|'.join(_VERBS)})\s.+)")
_COLON = re.compile(rf"(?P<term>{_TERM}){_AKA}: (?P<said>[a-z].+)")
_CALLED = re.compile(rf"(?P<said>(?:An?|The) [^,;:]+?) is called (?:an? |the )?(?P<term>{_TERM})"
                     rf"{_AKA}")
_SHORT = re.compile(r"((?:[A-Za-z]+(?:-[A-Za-z]+)*[ ,]+){0,6}[A-Za-z]+(?:-[A-Za-z]+)*)"
                    r" \(([A-Z][A-Za-z]{1,5})\)")

_UNFINISHED = re.compile(r"(?:[,;:(-]|\b(?:a|an|and|as|at|but|by|for|from|in|is|of|on|or|that|the|"
                         r"to|which|with))$")

# Words that point outside of the sentence, so that it says nothing when it stands alone.
_POINTS = re.compile(r"\b(?:this|these|that one|those|here|above|below|former|latter|such|again|"
                     r"see|section|them|instead|chapter|page \d|example|both|there|we|you|your|"
                     r"our|i|he|him|she|hers|they|exams?|lectures?|homework|today|"
                     r"tomorrow|yesterday|(?:next|last) week)\b|\bwho\b.* it\b|^\w+ it\b|"
                     r"^(?:(?!\bwho\b).)*\b(?:his|her)\b|"
                     r"\b(?:as well|too)$", re.IGNORECASE)
_QUALITY = "(fast|slow|larg|small|bigg?|high|low|long|short|new|old|simpl|strong|weak|cheap|great)"
_DEGREE = re.compile(rf"\b{_QUALITY}(?:er|est)\b")
# A beginning that compares with something outside: "an even faster memory".
_COMPARES = re.compile(rf"(?:(?:an?|the) )?(?:(?:even|much|far|still|yet) \w+er|{_QUALITY}er|better"
                       r"|worse|more|less)\b(?!.* than )", re.IGNORECASE)
# What notes say of the course, and heads of lists, are no terms of the subject.
_COURSE = frozenset("""
    advantage advantages answers assignment con cons disadvantage disadvantages drawback drawbacks
    exam exams exercise fig figure friday homework info lecture lesson monday prof professor pro
    pros quiz room saturday sunday teacher thursday tip today tomorrow topic tuesday warning
    wednesday week yesterday
""".split())
_NO_TERM = _COURSE | frozenset("""
    a all also an and another answer any are as at bad both but by can change each every example
    for from goal goals good he here high his how idea if in is it its large low many more most new
    no not note number of old on one only or order other our out place point price question reason
    remedy result rule rules same she since small so some step steps such test that the their then
    there these they thing this those to tools use uses value was way we what when which who why
    with you your
""".split())


@dataclass(slots=True)
class Fact:
    """One thing that the notes say: `said` of `term`, with the sentence and its source.

    `kind` is "is" (said is a noun phrase), "does" (a verb phrase), "colon" (free words behind a
    colon) or "short" (what an abbreviation stands for). `rank` says how good a question it makes;
    with 0 it makes none, and the term may only stand beside the answer of another one. `leak` holds
    the words of the term that stand in `said`: all options must have them, or they tell the answer.
    """

    kind: str
    term: str
    said: str
    sentence: str
    source: str
    passage: int
    rank: int
    place: int = 0
    stems: frozenset[str] = frozenset()
    leak: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The term, as it stands among options."""
        return self.term[0].upper() + self.term[1:]


def facts(passages: list[tuple[str, str]]) -> tuple[list[Fact], list[str]]:
    """(the facts of these passages, all of their sentences). A passage is (text, source)."""
    found: list[Fact] = []
    all_sentences: list[str] = []
    for number, (text, source) in enumerate(passages):
        for sentence, item in sentences(text):
            all_sentences.append(sentence)
            first, *others = re.split(r"; (?=(?:an?|the) [a-z])", sentence)
            clauses = [first, *(clause[0].upper() + clause[1:] for clause in others)]
            made = [fact for clause in clauses if (fact := _fact(clause, item))]
            for kind, term, said, rank in made + _abbreviations(sentence):
                stems = content(said)
                leak = content(term) & stems if kind != "short" else frozenset()
                if leak and leak != content(re.split("[ -]", term)[-1]) or leak == content(term):
                    rank = 0 if kind != "short" else rank
                found.append(Fact(kind, term, said, sentence, source, number, rank,
                                  len(found), stems, leak))
    return found, all_sentences


def content(text: str) -> frozenset[str]:
    """The stems of the words that carry the meaning."""
    words = re.findall(r"[^\W_]+", _DEGREE.sub(r"\1", text.lower()))
    return frozenset("com" if word == "came" else stem(word) for word in words if word not in STOP)


def sentences(text: str) -> list[tuple[str, str]]:
    """The sentences of a text with "" or the sign of the list item that they begin.

    Lines that a page broke are joined; headings, tables and code are left out.
    """
    lines = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()
    lengths = sorted(map(len, lines))
    width = 0.88 * lengths[-1 - len(lengths) // 10] if lengths else 0
    blocks: list[list[str]] = []  # [sign of the item, text]
    goes_on, room = False, 0
    for line in lines:
        bullet = _BULLET.match(line)
        words = (line[bullet.end():] if bullet else line).replace("**", "").replace("`", "").strip()
        if not words or line.lstrip().startswith(("#", "|", ">")):
            goes_on = False
            continue
        # A line was broken by the page when the next word had no room in it.
        if goes_on and not bullet and room + 1 + len(words.split()[0]) > width:
            blocks[-1][1] += " " + words
        else:
            blocks.append([("1" if bullet[1] else "*") if bullet else "", words])
        goes_on, room = words[-1] not in ".!?:", len(line)
    found = []
    for sign, block in blocks:
        if block[-1] not in ".!?" and (not sign or _UNFINISHED.search(block)):
            continue
        for position, sentence in enumerate(re.split(r"(?<=[.!?])\s+(?=[A-Z\"(])", block)):
            if 12 <= len(sentence) <= 400:
                found.append((sentence, sign if position == 0 else ""))
    return found


def _fact(sentence: str, item: str) -> tuple[str, str, str, int] | None:
    whole = sentence.rstrip(".")
    if sentence[-1] in "!?" or whole.count("(") != whole.count(")"):
        return None
    for kind, pattern in (("is", _CALLED), ("colon", _COLON), ("is", _IS), ("does", _DOES)):
        match = pattern.fullmatch(whole)
        if not match or kind == "colon" and not item:
            continue
        groups = match.groupdict()
        said = _alone(groups["said"])
        article = (groups.get("article") or "").strip()
        if kind != "colon" and item == "1" and article == "The":
            return None  # a step of a procedure
        if pattern is _CALLED:
            said = said[0].lower() + said[1:]
        term = _term(groups["term"], groups["aka"], kind)
        if term is None or kind != "colon" and not article and not whole[0].isupper():
            return None
        rank = _rank(kind, article) if _says_something(said) else 0
        # "The" speaks of something named before: without a definition it may be no term at all.
        return (kind, term, said, rank) if rank or article != "The" else None
    return None


def _alone(said: str) -> str:
    """The part of a definition that says something without what stands before and after it."""
    said = re.sub(r" \([^()]*: [^()]*\)", "", said)
    said = re.split(r"; |: |\. | [-\u2013] |, (?:but|so|and it|the|which is why|since|because) ",
                    said)[0].strip()
    while _POINTS.search(said) and ", " in said:
        said, _, tail = said.rpartition(", ")
        if tail.startswith(("and ", "or ")) and ", " in said:
            return ""  # the end of a list: what is left would be no sentence
    return said


def _rank(kind: str, article: str) -> int:
    if kind == "does":
        return 1 if article == "The" else 2
    return 2 if kind == "colon" or article == "The" else 3


def _term(term: str, aka: str | None, kind: str) -> str | None:
    """The term as it is shown, or None when it can be none."""
    words = term.split()
    allowed = {"and", "no"} if kind == "colon" and len(words) > 1 else set()
    if any(word.lower() in _NO_TERM - allowed or word in _VERBS for word in words) or len(term) < 3:
        return None
    if words[0].endswith("ly") or words[-1].isdigit():
        return None
    return f"{term} ({aka})" if aka and re.fullmatch(r"[A-Z][\w-]{1,6}", aka) else term


def _says_something(said: str) -> bool:
    return (12 <= len(said) <= MAX_DEFINITION and len(said.split()) >= 4
            and said.count("(") == said.count(")") and not _POINTS.search(said)
            and not _COMPARES.match(said)
            and sum(not word.isdigit() for word in content(said)) >= 2)


def _abbreviations(sentence: str) -> list[tuple[str, str, str, int]]:
    found = []
    for words, short in _SHORT.findall(sentence):
        parts = re.split(r"[ ,]+", words)
        for start in range(len(parts) - 1, -1, -1):
            long = parts[start:]
            letters = [part[0] for word in long for part in word.split("-") if part]
            if "".join(letters).upper() == short.upper() and len(letters) > 1:
                found.append(("short", short, " ".join(long), 1))
                break
    return found
