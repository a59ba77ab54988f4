"""A question about a study plan -> topics, exam date and hours a day.

The parts are found by taking away: what says the date, the hours, the wish ("make me a plan") or
the exam is cut out of the text, and what stays are the topics.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field

from studybuddy.practice.dates import DAYS, MONTHS, find_dates
from studybuddy.practice.numbers import TENS, UNITS
from studybuddy.practice.words import CASUAL, mend, plain, tidy

MAX_TOPICS = 50
CUT = "¦"
"""Stands where a known part was cut out: topics do not run across it."""


@dataclass(slots=True)
class Plan:
    """What a question says about a plan. `exam_date` is None and `topics` empty when missing."""

    topics: list[str] = field(default_factory=list)
    exam_date: datetime.date | None = None
    hours: float | None = None

    def arguments(self) -> dict:
        """The arguments of `make_study_plan`; hours are left out when the person gave none."""
        arguments: dict = {
            "topics": self.topics,
            "exam_date": self.exam_date.isoformat() if self.exam_date else None,
        }
        if self.hours is not None:
            arguments["hours_per_day"] = (
                int(self.hours) if self.hours == int(self.hours) else self.hours
            )
        return arguments


_PLAN_WORD = (
    r"(?:plan|planner|schedule|schedules|timetable|time table|time-table|routine|roadmap|calendar)"
)
_EXAM = (
    r"(?:exams?|examinations?|tests?|papers?|finals?|final exams?|midterms?|mid-terms?|"
    r"mid terms?|mids?|"
    r"quiz|viva|boards?|board exams?|practicals?|endsems?|end sems?|end-sems?|end semesters?|"
    r"internals?|assessments?|orals?|entrance|semester exams?|prelims?|neet|jee|gate|"
    r"unit tests?|"
    r"class tests?|ct|ut|submission|deadline|retest|resit|supplementary|compartment)"
)
_WISH = re.compile(
    r"\b(?:make|build|create|give|prepare|draw|write|design|set|generate|need|want|get|work|put|"
    r"chalk|plan|schedule|"
    r"help|like|do|send|suggest|organi[sz]e|devise|sketch|map|planning|divide|split|distribute|"
    r"allocate|arrange)\b"
)
_PLANNING = re.compile(
    rf"\b(?:stud(?:y|ying)|revision|revise|exam|prep(?:aration)?|reading|learning|weekly|"
    rf"daily)[ -]+(?:\w+ )?{_PLAN_WORD}\b"
    rf"|\b{_PLAN_WORD}\b(?= (?:for|to|my|me|out|please|with|that|covering|on))|\bplan (?:my|our|"
    rf"the|it|out|for|this|me)\b"
    r"|\bplan (?:\w+ ){0,3}(?:revision|study|prep|preparation|studies)\b"
)
_DEFINITION = re.compile(
    r"^(?:so |hey |hi |please |can you |could you )*(?:what(?: is| are|'s)|define|explain|"
    r"describe|meaning of|who|why|where|how (?:does|do|is|are)|"
    r"difference between|when (?:do|does|did|is)|summari[sz]e|what does)\b"
)


_OTHER_PLANS = r"\b(?:data|phone|mobile|recharge|meal|diet|insurance|price|pricing) plans?\b"
_COUNT_ASKED = (
    r"\bhow (?:many|much)\b|\btotal ?\??$|"
    r"\b(?:chapters|pages|topics|problems|questions|units) (?:per|a|each|every) day ?\??$"
)


def wants_plan(text: str, today: datetime.date) -> bool:
    """True when the text asks for a study plan, or gives an exam's date with topics or hours."""
    line = plain(tidy(text))
    if re.search(rf"\bwhat if\b|{_OTHER_PLANS}", line):
        return False
    has_plan = re.search(rf"\b{_PLAN_WORD}\b", line)
    if not has_plan and re.search(_COUNT_ASKED, line):
        return False
    dated = find_dates(line, today)
    exam = re.search(rf"\b{_EXAM}\b", line)
    hours = find_hours(line)
    if _DEFINITION.search(line) and not (dated and (hours or has_plan)):
        return False
    if _PLANNING.search(line):
        return True
    if has_plan and (_WISH.search(line) or dated or hours or exam):
        return True
    if (
        re.search(r"\bplan\b", line)
        and len(line.split()) > 2
        and re.search(r"\b(?:topics?|chapters?|units?|syllabus)\b", line)
    ):
        return True
    studying = re.search(
        r"\b(?:study|revise|revision|prepare|preparation|prep|cover|learn|finish|"
        r"topics?|"
        r"chapters?|syllabus|portions?|units?|modules?)\b",
        line,
    )
    if exam and dated and (hours or studying):
        return True
    if dated and hours and studying and "?" not in line:
        return True
    return bool(
        re.search(
            r"\b(?:how (?:should|do|can|would) i|help me) (?:\w+ ){0,3}(?:prepare|"
            r"revise|study|divide|organi[sz]e|schedule)\b",
            line,
        )
        and (dated or hours or exam)
    )


_WORD_NUMBERS = {**UNITS, **TENS}
_FIGURE = r"\d+(?:[.,]\d+)?|\.\d+|" + "|".join(sorted(_WORD_NUMBERS, key=len, reverse=True))
_NUMBER = rf"({_FIGURE}|an?)"
_H = r"(hours?|hrs?|h|minutes?|mins?|min)"
_A_DAY = (
    r"(?: ?(?:a|per|each|every|/|in a|for each|on each|the)[ ]?(?:single )?(?:days?|evening|"
    r"night|morning|nite|weekday)|"
    r" ?(?:daily|everyday|every day|each day|dailly|pd|p/d|/d))"
)
_PART_OF_DAY = (
    r"(?:in the |at |every |each |before |after )(?:morning|evening|night|afternoon|noon|college|"
    r"school|dinner|lunch|breakfast)s?"
)
_HOURS = [
    (
        re.compile(
            rf"\b{_NUMBER} {_H} {_PART_OF_DAY},? (?:and|plus|\+|"
            rf"&) (?:another )?{_NUMBER}(?: {_H})? {_PART_OF_DAY}{_A_DAY}?"
        ),
        "sum",
    ),
    (re.compile(rf"\b{_NUMBER} {_H} ?(?:a|per|each|every|/) ?week\b"), "week"),
    (re.compile(rf"\b(?<!and a )(?:half an?|0\.5|half) ?(?:hour|hr)s?{_A_DAY}?"), "half"),
    (re.compile(rf"\b(?:three quarters of an|quarter of an) hour{_A_DAY}?"), "quarters"),
    (
        re.compile(rf"\b(an?|one|two|three|four|five|six|\d+) {_H} and a (half|quarter){_A_DAY}?"),
        "unit half",
    ),
    (re.compile(rf"\b{_NUMBER} and a (half|quarter) {_H}{_A_DAY}?"), "half unit"),
    (re.compile(rf"\b{_NUMBER} ?(?:½|1/2) {_H}{_A_DAY}?"), "half sign"),
    (
        re.compile(
            rf"\b(\d+|one|two|three|four|five|an) ?(?:hours?|hrs?|h) ?(?:and )?(\d+|thirty|"
            rf"fifteen|forty five|forty-five|twenty) ?(?:minutes?|mins?|min|m)?\b{_A_DAY}?"
        ),
        "both",
    ),
    (re.compile(rf"\b(\d+(?:\.\d+)?) ?(?:-|to) ?(\d+(?:\.\d+)?) ?{_H}{_A_DAY}?"), "range"),
    (
        re.compile(
            rf"\bhours?(?:[ _]*(?:per|a|each|/)[ _]*day)? ?(?:is|are|:|=|of|"
            rf"will be)? ?({_FIGURE})\b(?! ?(?:days|weeks|topics|/|-))"
        ),
        "label",
    ),
    (re.compile(rf"\b(?:daily|every ?day|each day|per day|a day) ?:? ?{_NUMBER} ?{_H}\b"), "plain"),
    (re.compile(rf"{_NUMBER}[ -]?{_H}(?![a-z]){_A_DAY}"), "plain"),
    (
        re.compile(rf"\b{_NUMBER}[ -]?{_H}(?![a-z])(?! (?:from now|left|exam|paper|test|long))"),
        "plain",
    ),
]


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours a day and the part of the text that says them."""

    value: float
    start: int
    end: int


def find_hours(line: str) -> Hours | None:
    """The study time a day in a text of small letters, in hours; None when it says none."""
    for pattern, form in _HOURS:
        for m in pattern.finditer(line):
            if m.start() and (line[m.start() - 1].isalnum() or line[m.start() - 1] in "-/.:"):
                continue
            value = _hours(m, form)
            if value and value <= 1000:
                named = re.match(
                    r"[ -]*(?:study )?(?:sessions?|blocks?|slots?|sittings?)\b(?: daily|"
                    r" (?:a|per|each|every) day| every ?day)?",
                    line[m.end() :],
                )
                return Hours(round(value, 4), m.start(), m.end() + (named.end() if named else 0))
    return None


def _count(text: str) -> float:
    if text in ("a", "an"):
        return 1.0
    return float(_WORD_NUMBERS[text]) if text in _WORD_NUMBERS else float(text.replace(",", "."))


def _hours(m: re.Match, form: str) -> float:
    part = {"half": 0.5, "quarter": 0.25}
    if form == "half":
        return 0.5
    if form == "quarters":
        return 0.75 if m[0].startswith("three") else 0.25
    if form == "unit half":
        return _unit(_count(m[1]) + part[m[3]], m[2])
    if form == "half unit":
        return _unit(_count(m[1]) + part[m[2]], m[3])
    if form == "half sign":
        return _unit(_count(m[1]) + 0.5, m[2])
    if form == "both":
        return _count(m[1]) + sum(_count(w) for w in re.split("[ -]", m[2])) / 60
    if form == "range":
        return _unit((float(m[1]) + float(m[2])) / 2, m[3])
    if form == "label":
        return _count(m[1])
    if form == "sum":
        return _unit(_count(m[1]), m[2]) + _unit(_count(m[3]), m[4] or m[2])
    if form == "week":
        return _unit(_count(m[1]), m[2]) / 7
    return _unit(_count(m[1]), m[2])


def _unit(value: float, unit: str) -> float:
    return value / 60 if unit.startswith("m") else value


# Taking away -------------------------------------------------------------------------------
_FRAMES = [
    # the wish
    r"(?:please |kindly |just )*(?:can|could|would|will) (?:you|u|someone)(?: please| kindly|"
    r" help me| just| also)*",
    r"\b(?:i'?d|i would|i)(?: really| also)? (?:like|love|want|need|wish)(?: you)?(?: to|"
    r" for)?(?: have| get| make)?",
    r"\b(?:please|pls|plz|kindly|thanks|thank you|thx|hello|hi|hey|yo|dear|sir|ma'am|mam|bro|"
    r"good (?:morning|evening|afternoon))\b(?: there| buddy| studybuddy)?[,!]*",
    r"\b(?:help|assist)(?: me| us)?(?: out)?(?: to| with| in)?(?: plan| planning| prepare| make|"
    r" making| get ready)?\b",
    rf"(?:\b(?:make|build|create|give|prepare|draw|write|design|set|generate|need|want|get|work|"
    rf"put|chalk|devise|do|send|suggest|organi[sz]e|sketch|map|have|wanted)(?:ing)?"
    rf"(?: me| us| up| out| together| down| for me)*\s*)?(?:\b(?:a|an|my|the|one|this|some|"
    rf"me a)\b )?(?:\b(?:good|nice|proper|detailed|simple|quick|daily|weekly|full|complete|short|"
    rf"clear|day-wise|daywise|day wise|solid|rough|little|day by day|day-by-day) )*"
    rf"(?:\b(?:study|studying|revision|exam|prep|preparation|reading|learning|test|last minute|"
    rf"last-minute|revise)[ -]*)*\b{_PLAN_WORD}\b(?: (?:please|for me|4 me|out|of))*",
    r"\bplan (?:out )?(?:my|our|the|it|this|me)?\s*(?:study|studies|revision|prep|preparation|"
    r"exam prep)?\b",
    r"\b(?:so |such )?that covers?\b",
    r"\bhow (?:should|do|can|would) i (?:study|prepare|revise|plan|divide|split|schedule|"
    r"organi[sz]e)(?: for)?",
]
_FRAME = re.compile("|".join(f"(?:{f})" for f in _FRAMES))
_HAS_EXAM = re.compile(
    rf"(?:\b(?:my|the|our|an?|i have|i have got|i got|have|having|there is|got|we have|there's|"
    rf"upcoming|for|next|with|and|sit|to sit|sitting|taking|write|writing|"
    rf"appearing for|is|are|s|as|because|since|this|of|on|before|till|until|give|giving|take|"
    rf"i sit) )*"
    rf"(?P<subject>(?:(?!(?:before|till|until|my|the|our|for|on|and|in|with|by|of|to|is|are|at|"
    rf"an?|have|has|it)\b)[\w&.+#'-]*[\w+#'] ){{0,3}}?)\b{_EXAM}\b"
    rf"(?: (?:date|day|paper|exam|test|is|are|was|will be|starts?|begins?|happens|scheduled|"
    rf"coming|comes|due|falls|held|s|which is|that is|set|going to be|happening|up|"
    rf"soon|on|at|in|for|from|by|of|the|exactly|only|just|my|left|away|period|season|week|to go|"
    rf"due on|this|about|it is|its|it's))*[:=\s]*(?P<cut>{CUT})?"
)
_LEAD_IN = re.compile(
    r"^(?:(?:[\s,.:;!?\-–—*•()=/+]|(?:^|(?<=\bi)|(?<=\bwe))'(?:ve|m|d|s|ll|re)\b|"
    r"\d{1,2}[.)](?=\s)|\d+ (?=topics|chapters|subjects|units|modules)|"
    r"\b(?:for|on|to|covering|covers?|including|includes?|include|of|about|with|and|also|then|the|"
    r"so|from|in|at|by|is|are|was|that|which|it|"
    r"i|we|my|our|me|us|am|have|has|had|got|need|needs|want|wants|must|should|will|can|going|"
    r"gotta|left|remaining|still|do|doing|this|these|those|"
    r"study|studying|revise|revising|revision|learn|learning|prepare|preparing|prep|finish|"
    r"complete|read|practise|practice|go through|going through|understand|get through|"
    r"topics?|topic list|chapters?|subjects?|units|modules|portions?|syllabus|concepts?|areas?|"
    r"lessons?|things|stuff|only|just|namely|viz|like|such as|as follows|follows|"
    r"are|being|all|both|following|available|per|day|each|every|daily|spend|spending|put|give|"
    r"hours?|time|free|around|about|roughly|max|maximum|up|"
    r"exam_date|hours_per_day|date|there|us|you|u|please|pls|plz|make|plan|schedule|now|ok|okay|"
    r"hence|because|since|as|but|too|starting|out|"
    r"need to|have to|want to|know|weak|know|consists?|comprises?|comes|asked|how|when|what|if|be|"
    r"would|could|use|using|let|some|a|an|help|focus|focusing|divide|split|distribute|"
    r"between|among|across|split between|tell|today|dont|not|no|sure|s)\b))+",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:[\s,.:;!?\-–—*()=/]|\b(?:for|on|in|at|with|and|to|by|is|are|my|the|an?|please|pls|plz|"
    r"only|just|as well|too|also|studying|of|before|till|until|from|using|about|around|"
    r"i|we|me|have|has|can|will|want|study|starting|now|giving|spending|taking|per|day|each|every|"
    r"daily|it|that|this|there|which|so|make|need|"
    r"exam|test|topics?|chapters?|thanks|thank you|left|remaining|etc|available|date|spend|do|"
    r"give|free|put|you|"
    r"when|if|because|since|as|but|up|hours?)\b)+$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:\W|\d|\b(?:everything|anything|it|all|exam|exams|test|plan|topic|topics|"
    r"hours?|study|day|days|date|me|my|for|sub|subject|subjects|stuff|"
    r"revision|prep|soon|ok|okay|later|next|week|month|time|studying|schedule|"
    r"them|those|these|there|here|something|things|syllabus)\b)*$",
    re.IGNORECASE,
)
_TOPIC_CUE = re.compile(
    r"\b(?:topics?|chapters?|subjects|units|modules|syllabus|portions?|areas|concepts|covering|"
    r"lessons)\b"
    r"(?: (?:are|is|i have|to cover|to study|to do|to be covered|left|include|includes|for it|"
    r"as follows|list|covered|i need|remaining|we have|of|in it|needed|here|on it|"
    r"consists of))*\s*[:=\-–—]\s*"
    r"|\b(?:topics|chapters|units|modules|portions|syllabus|subjects) (?:are|include|includes|"
    r"to cover|is|i have are|on it are|in it are|left are)\b|\bit (?:covers|includes)\b"
    r"|\btopics? (?=\w+[,;]? )|\b(?:covering|including|covers|cover|namely)\b:?"
)
_PAIRS = (
    "supply and demand",
    "signals and systems",
    "signal and systems",
    "heat and mass transfer",
    "heat and thermodynamics",
    "light and sound",
    "theory and practice",
    "stress and strain",
    "structure and function",
    "probability and statistics",
    "strength and materials",
    "digestion and absorption",
    "breathing and exchange",
    "simple and compound interest",
    "differential and integral calculus",
    "input and output",
    "cause and effect",
    "trial and error",
    "nature and nurture",
    "assets and liabilities",
    "income and expenditure",
    "money and banking",
    "science and technology",
    "health and hygiene",
    "growth and development",
    "rights and duties",
    "war and peace",
    "cost and management accounting",
    "demand and supply",
    "acids and bases",
    "work and energy",
    "permutations and combinations",
    "permutation and combination",
    "relations and functions",
    "sets and relations",
    "profit and loss",
    "time and work",
    "acid and base",
    "sequences and series",
    "sequence and series",
    "limits and continuity",
    "oxidation and reduction",
    "ratio and proportion",
    "mergers and acquisitions",
    "law and order",
    "atoms and molecules",
    "force and motion",
    "data structures and algorithms",
    "crime and punishment",
    "pride and prejudice",
    "romeo and juliet",
)


def read_plan(text: str, today: datetime.date) -> Plan:
    """What the text says about a plan. Never raises."""
    typed = _mend_cues(tidy(text))
    line = _lower(typed)
    cuts: list[tuple[int, int]] = []
    found = find_dates(line, today)
    date = _exam_date(found, line)
    hours = find_hours(_blank(line, [(f.start, f.end) for f in found]))
    cuts += [(f.start, f.end) for f in found]
    if hours:
        cuts.append((hours.start, hours.end))
    plan = Plan(exam_date=date, hours=hours.value if hours else None)
    plan.topics = find_topics(typed, line, cuts)
    return plan


_CUES = frozenset(
    (
        *MONTHS,
        *DAYS,
        *"""
tomorrow today yesterday fortnight schedule timetable exam exams examination hours hour minutes
week weeks month months days everyday daily topics topic chapters revision prepare study revise
""".split(),
    )
)


def _mend_cues(text: str) -> str:
    """The text with typing errors mended in the words that tell the parts apart, no others."""

    def mended(m: re.Match) -> str:
        word = m[0].lower()
        good = CASUAL.get(word) or mend(word)
        return good if good != word and good in _CUES else m[0]

    return re.sub(r"[A-Za-z]{4,}", mended, text)


def _lower(text: str) -> str:
    """Small letters, each at the place where it was typed."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _blank(line: str, cuts: list[tuple[int, int]]) -> str:
    for start, end in cuts:
        line = line[:start] + CUT * (end - start) + line[end:]
    return line


def _exam_date(found: list, line: str) -> datetime.date | None:
    """The date that belongs to the exam: the one nearest after an exam word, else the last."""
    if not found:
        return None
    if len(found) == 1:
        return found[0].date
    exams = [m.end() for m in re.finditer(rf"\b{_EXAM}\b", line)]

    def distance(f):
        gaps = [f.start - e if f.start >= e else (e - f.end) + 8 for e in exams]
        return min((abs(g) for g in gaps), default=0)

    dated = [
        f
        for f in found
        if not re.search(
            r"(?:start|begin|starting|beginning)(?:ing)?(?: on|"
            r" from)? ?$",
            line[: f.start][-20:],
        )
    ]
    return min(dated or found, key=distance).date


def find_topics(typed: str, line: str, cuts: list[tuple[int, int]]) -> list[str]:
    """The topics, as they were typed."""
    bullets = [
        m for m in re.finditer(r"(?m)^[ ]*(?:[-*•–—+]|\(?\d{1,2}[.)]|[a-h][.)])[ ]+(.+)$", line)
    ]
    if len(bullets) >= 2 or (len(bullets) == 1 and "\n" in line.strip()):
        topics = [
            _clean(typed[m.start(1) : m.end(1)])
            for m in bullets
            if not any(start < m.end() and m.start() < end for start, end in cuts)
        ]
        topics = [t for t in topics if t]
        if topics:
            return topics[:MAX_TOPICS]
    numbered = _numbered(typed, line, _blank(line, cuts))
    if numbered:
        return numbered[:MAX_TOPICS]
    line = _blank(line, cuts)
    exam = ""
    for _ in range(4):
        match = _HAS_EXAM.search(line)
        if not match:
            break
        subject = match.group("subject").strip()
        if subject and not exam and not _EMPTY.match(subject):
            exam = typed[match.start("subject") : match.end("subject")].strip()
        line = _blank(line, [match.span()])
    line = _FRAME.sub(lambda m: CUT * len(m[0]), line)
    cue = None
    for cue in _TOPIC_CUE.finditer(line):
        tail_start = cue.end()
        piece = _segment(typed, line, tail_start)
        if piece:
            return piece[:MAX_TOPICS]
    found = [topics for start, end in _segments(line) if (topics := split_topics(typed[start:end]))]
    if any(len(topics) > 1 for topics in found):  # beside a list, a lone phrase is no topic
        found = [topics for topics in found if len(topics) > 1]
    best: list[str] = []
    for topics in found:
        best += [t for t in topics if t.lower() not in {b.lower() for b in best}]
    if not best and exam:
        best = [c for c in [_clean(exam)] if c]
    return best[:MAX_TOPICS]


_COUNTED = re.compile(
    r"\b(chapter|unit|module|lesson|lecture|section|part|week|topic|ch)s?\.? (?:no\.? |numbers? )?"
    r"(\d{1,2}(?:(?: ?, ?and |, ?| ?& ?| and | ?- ?| to | till | through )\d{1,2})*)"
    r"(?! ?(?:hours?|hrs?|h\b|days?|minutes|topics|(?:st|nd|rd|th)\b|[:.)] ?[a-z]))"
)


def _numbered(typed: str, line: str, cut: str) -> list[str]:
    """Topics with numbers (`1. vectors 2. matrices`), or numbers only (`units 1 to 3`)."""
    places, want = [], 1
    for m in re.finditer(r"(?<![\w.,/-])\(?(\d{1,2})[.)](?= ?[a-zA-Z])", line):
        if int(m[1]) == want:
            places.append(m)
            want += 1
    if len(places) > 1:
        ends = [m.start() for m in places[1:]] + [len(line)]
        topics = []
        for m, end in zip(places, ends, strict=True):
            stop = re.search(rf"[.;!?](?=\s|$)|\n|{CUT}", cut[m.end() : end])
            topics.append(_clean(typed[m.end() : m.end() + stop.start() if stop else end]))
        return [t for t in topics if t]
    counted = _COUNTED.search(line)
    if not counted or not re.search(r"\D", counted[2]):
        return []
    numbers: list[int] = []
    for part in re.split(r" ?, ?and | and |, ?| ?& ?", counted[2]):
        ends = [int(n) for n in re.findall(r"\d+", part)]
        numbers += range(ends[0], ends[-1] + 1) if len(ends) > 1 else ends
    named = "chapter" if counted[1] == "ch" else counted[1]
    return [f"{named} {n}" for n in numbers]


def _segments(line: str) -> list[tuple[int, int]]:
    """The stretches between cuts and full stops; a semicolon list stays in one piece."""
    spans, at = [], 0
    for m in re.finditer(rf"{CUT}+|[.!?](?=\s|$|{CUT})|\n+", line):
        if m.start() > at:
            spans.append((at, m.start()))
        at = m.end()
    if at < len(line):
        spans.append((at, len(line)))
    return spans


def _segment(typed: str, line: str, start: int) -> list[str]:
    """The topics that begin at `start` and run to the next cut, full stop or blank line."""
    rest = line[start:]
    end = re.search(rf"{CUT}+|[.!?](?=\s|$|{CUT})|\n\s*\n", rest)
    stop = start + (end.start() if end else len(rest))
    return split_topics(typed[start:stop])


def split_topics(text: str) -> list[str]:
    """One stretch of text -> topics. An inner `and` stays where another separator is in use."""
    text = text.strip()
    if not text or _EMPTY.match(text):
        return []
    lead = _LEAD_IN.match(text)
    if lead:
        text = text[lead.end() :]
    text = re.sub(r"^[\w ]{2,30}:\s+(?=[^,;]+[,;])", "", text)  # `history: mughals, british raj`
    text = re.sub(r"\bfrom ((?:[\w'-]+ ){1,4})to ", r"\1, ", text)
    if len([p for p in text.split(";") if _clean(p)]) > 1:
        parts = text.split(";")
    elif "\n" in text:
        parts = [p for row in text.split("\n") for p in row.split(",")]
    elif re.search(r",\s|,(?=\w)", text):
        parts = [p for p in re.split(r",\s*", text) if _clean(p)]
        parts[-1:] = _at_and(parts[-1]) if parts else []
    elif re.search(r"\s[/|]\s|\s\+\s", text):
        parts = re.split(r"\s[/|]\s|\s\+\s", text)
    else:
        parts = _at_and(text)
    return [c for c in (_clean(p) for p in parts) if c]


def _at_and(text: str) -> list[str]:
    """Split at `and`, `&`, `+`, `as well as`, but not inside a pair such as supply and demand."""
    kept = text
    for _number, pair in enumerate(_PAIRS):
        kept = re.sub(
            re.escape(pair), lambda m: m[0].replace(" and ", "\x00"), kept, flags=re.IGNORECASE
        )
    parts = re.split(
        r"(?:^|\s+)(?:and|&|\+|n|plus|as well as|along with|then)\s+", kept, flags=re.IGNORECASE
    )
    return [p.replace("\x00", " and ") for p in parts]


def _clean(topic: str) -> str:
    topic = topic.strip()
    previous = None
    while topic != previous:
        previous = topic
        lead = _LEAD_IN.match(topic)
        if lead and lead.end():
            topic = topic[lead.end() :].strip()
        topic = _TRAILING.sub("", topic).strip(" \t\n\"'.,;:-–—*•()")
    return "" if _EMPTY.match(topic) else topic[:100]
