"""Words as students type them: bounded, tidied, casual forms written out, typing errors mended.

Only the *reading* of a question uses mended words. What is sent to a tool as text (a topic, a
search query) is taken from the question as it was typed.
"""

from __future__ import annotations

import functools
import re
import unicodedata

MAX_CHARS = 1200
"""Characters of a question that are looked at. Longer ones are read up to here."""

_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "`": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        "\t": " ",
        "…": "...",
    }
)


def tidy(text: object) -> str:
    """The text, cut to `MAX_CHARS`, with plain quotes, blanks, digits and line breaks."""
    if not isinstance(text, str):
        return ""
    text = text[:MAX_CHARS].translate(_PLAIN).replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return "".join(c if c >= " " or c == "\n" else " " for c in text)
    return "".join(_tidy_character(c) for c in text)


def _tidy_character(c: str) -> str:
    if c < "\x80":
        return c if c >= " " or c == "\n" else " "
    category = unicodedata.category(c)
    if category == "Nd":  # full-width, Devanagari and other digits
        return str(unicodedata.digit(c))
    if category in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return " " if category == "Cc" else ""
    return c


CASUAL = {
    "whats": "what is",
    "what's": "what is",
    "wats": "what is",
    "wat": "what",
    "wht": "what",
    "wots": "what is",
    "hows": "how is",
    "how's": "how is",
    "wheres": "where is",
    "where's": "where is",
    "whos": "who is",
    "who's": "who is",
    "when's": "when is",
    "that's": "that is",
    "thats": "that is",
    "it's": "it is",
    "there's": "there is",
    "theres": "there is",
    "let's": "let us",
    "lets": "let us",
    "i'm": "i am",
    "im": "i am",
    "i've": "i have",
    "ive": "i have",
    "i'd": "i would",
    "i'll": "i will",
    "we've": "we have",
    "we're": "we are",
    "we'll": "we will",
    "you're": "you are",
    "youre": "you are",
    "they're": "they are",
    "don't": "do not",
    "dont": "do not",
    "doesn't": "does not",
    "doesnt": "does not",
    "can't": "can not",
    "cant": "can not",
    "cannot": "can not",
    "didn't": "did not",
    "didnt": "did not",
    "isn't": "is not",
    "won't": "will not",
    "i": "i",
    "u": "you",
    "ur": "your",
    "r": "are",
    "n": "and",
    "pls": "please",
    "plz": "please",
    "plss": "please",
    "plis": "please",
    "thx": "thanks",
    "thnx": "thanks",
    "thanx": "thanks",
    "ty": "thanks",
    "tysm": "thanks",
    "btwn": "between",
    "btw": "between",
    "b/w": "between",
    "w/": "with",
    "wid": "with",
    "abt": "about",
    "bout": "about",
    "wrt": "about",
    "coz": "because",
    "cuz": "because",
    "hw": "how",
    "hav": "have",
    "gimme": "give me",
    "gonna": "going to",
    "gotta": "got to",
    "wanna": "want to",
    "lemme": "let me",
    "ya": "you",
    "hrs": "hours",
    "hr": "hour",
    "mins": "minutes",
    "min": "minutes",
    "secs": "seconds",
    "sec": "seconds",
    "avg": "average",
    "avrg": "average",
    "calc": "calculate",
    "sq": "square",
    "sqrt": "square root",
    "cbrt": "cube root",
    "percentage": "percentage",
    "pct": "percent",
    "perc": "percent",
    "diff": "difference",
    "div": "divided by",
    "mult": "times",
    "rem": "remainder",
    "qty": "quantity",
    "no.": "number",
    "approx": "about",
    "sem": "semester",
    "sems": "semesters",
    "cr": "crore",
    "lac": "lakh",
    "lacs": "lakh",
    "lakhs": "lakh",
    "crores": "crore",
    "dozens": "dozen",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "tomo": "tomorrow",
    "2moro": "tomorrow",
    "tomorow": "tomorrow",
    "2day": "today",
    "wk": "week",
    "wks": "weeks",
    "mnth": "month",
    "yr": "year",
    "yrs": "years",
    "&": "and",
    "explane": "explain",
    "def": "define",
    "defn": "definition",
    "nvm": "never mind",
    "brb": "be right back",
    "gn": "good night",
    "gm": "good morning",
    "rn": "right now",
    "idk": "i do not know",
    "smth": "something",
    "sth": "something",
    "info": "information",
    "bday": "birthday",
    "maths": "maths",
}

KEYWORDS = """
about added addition afternoon annual assignment assignments attendance attended average base
before between bill bonus budget calculate calculator celsius chapter chapters circle classes
compound convert correct cover covered covering credit credits cubed cylinder daily decrease
decreased definition degrees deposit describe difference discount distance distributed divide
divided division dollars double dozen eight eighteen eighty eleven equal equally everyday
exactly exam exams examination explain fahrenheit fifteen fifty final finals find fortnight
forty fourteen friday friends friday from goal grade grades grams half halved heading height
hours hundred increase increased interest kilometres lakh length litres maintain marks maximum
meaning median metres minimum minus minutes monday month months multiplied multiply needed
negative nineteen ninety notes notice obtained overall passage passages passing people percent
percentage perimeter plan please plus points positive power principal prepare price probability
product profit quarter quarters questions quotient radius ratio reach rectangle reduce reduced
remainder remaining required result revise revision right rupees saturday schedule scored scores
second seconds semester seven seventeen seventy share shared simple sixteen sixty speed spent split
squared square student students study subject subjects subtract summarise sunday target
temperature term thirteen thirty thousand three thursday times timetable today together tomorrow
topic topics total travel triangle tuesday twelve twenty twice volume wednesday week weeks
weight what weighted width wrong year years yesterday january february march april june july
august september october november december
""".split()

# Ordinary words that stand one typing error from a keyword and mean something else.
_REAL = frozenset(
    """
there form mouth house houses course courses plant plants planes plane plains plain texts text
grape grapes grader rate ration radio charge charges chance changes march match story store
stores scope shape shares shame spend speech tile tiles timer time tower powers prime prize
pride prices prince products production profile profits where there's these those then than
week weak works words worth world wide width length strength right rights night light sight
write wrote minor minds mines minute hour our your pour four form for forth fort forte sever
sever event even seven severe eighth second seconds third thirst first thirsty short sport
spit spilt point paints prints finals finally fine fined fund bind binds share sharp spare
square squares cube cubes bases basis bias biased bill bills ball pill tall total totals tidal
topical tropic tropics tonic radios radius radium medium media median medial meaning meanings
thirds fourth seventh ninth tenth fourths fifths sixths sevenths eighths ninths tenths
leaning learning leading lead notes noted nodes node modes mode grades graded grid goals coal
goat reach teach react reacts each beach peach least lease please pleased release places placed
place plate plates pleas passing parsing pausing passed paste past post base case cases classes
clauses glasses class clause correct connect collect convert convent covert concert cover
covers covered cone cones cane correction direction division decision revision provision
depicts deposit deposits describes degree degrees digress addition edition condition added
adder ladder pages page passages message messages massage package packages passage friend
friends fiends trends percents person persons personal power lower tower prepare compare repair
prepared preparing study sturdy studs student students studies standard hundred hundreds
increase increases increased decrease compounds compound component components simple sample
samples simply single multiple multiples multiplier multiplexer question questions quotation
quotient remain remains remained remaining require required requires reduces reduced reduce
reducer result results resultant ratios split splits splay spent spending target targets terms
term team teams together volumes volume wages weights weight height heights weighted wrongs
wring year years yeast hours hourly months monthly weeks weekly days daily dairy diary fairly
quarter quarters quartz marks mark marker markers marked makes make masks needed heeded seeded
obtained maintain contain contains mountain perimeter parameter parameters diameter barometer
positive positives position negative native notice office offices budget budgets gadget circle
circles circuit cycle cycles cylinder cylinders calendar distance distances instance resistance
distribution distributed distribute double doubles doubled trouble dollar dollars equals equal
equally equality equity exact exactly extract explains explained expand expansion exams example
examples examine execute height eight weigh weighs freight lengths litre litres liter liters
letters letter metre metres meter meters matter matters minimal maximal minimise maximise
triangle triangles triangular rectangle rectangles rectangular temper temperature template
temperate travel travels gravel traveled unravel totally twenty plenty twice twist thrice
subtract abstract subject subjects object objects sunday monday someday holiday birthday
semester semesters theme chapter chapters chapter's charter attended intended attendance
attends averages beverage leverage coverage annual manual annually assign assigned assignment
alignment arrangement bonus bones halves halve half hall shall fall fifths fifth fifteenth
sixth sixths eighty forty sixty sixteen forties march marches summary summarise summarize
definition definitions definite finite schedule scheduler scheduling scheduled timetable
timetables interest interests interested internet interact inherit insert invest thousands
kilometre kilometres kilogram gram grams grammar gramme program programs litter summer number
numbers member members kingdom profit prophet principal principle principles speeds seeds spend
overall overalls share shaped shard shore product products productive conduct productivity find
finds bind mind kind plan plans planet planets planned planning plus plug pulse base basic from
half calf hale help helps heap heaps heading headings hearing heating hardening
""".split()
)

STOP = frozenset(
    """
a about above after again all also am an and any are as at be because been before being below
between both but by can could did do does doing down during each few for from further get give
had has have having he her here him his how i if in into is it its just know let like list may
me more most much must my need no nor not now of off on once one only or other our out over own
please same see she should show so some such tell than that the their them then there these they
thing this those through to too under until up us use very want was we were what when where
which while who whom why will with would you your
""".split()
)

_BY_LETTER: dict[str, list[str]] = {}
for _word in sorted(set(KEYWORDS)):
    _BY_LETTER.setdefault(_word[0], []).append(_word)
_LEAVE = frozenset(KEYWORDS) | _REAL | STOP


@functools.lru_cache(maxsize=2048)
def mend(word: str) -> str:
    """The keyword that `word` is a typing error of, else `word` itself.

    One error (a letter missing, added, changed, or two swapped) is allowed from five letters on,
    two errors where the keyword has eight or more. The first letter must be right, which keeps
    ordinary words apart.
    """
    size = len(word)
    if size < 4 or size > 14 or word in _LEAVE or not word.isalpha():
        return word
    for allowed in (1, 2):
        if allowed == 2 and size < 7:
            break
        for keyword in _BY_LETTER.get(word[0], ()):
            longest = max(size, len(keyword))
            if abs(size - len(keyword)) > allowed or longest < (5 if allowed == 1 else 8):
                continue
            if word[:-1] == keyword[:-1] and word[-1] in "sd":
                continue
            if keyword in (word + "s", word + "d") or word in (keyword + "s", keyword + "d"):
                continue
            if _within(word, keyword, allowed):
                return keyword
    return word


def _within(a: str, b: str, allowed: int) -> bool:
    """True when `a` becomes `b` by at most `allowed` single typing errors."""
    start = 0
    shortest = min(len(a), len(b))
    while start < shortest and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    if not a or not b:
        return len(a) + len(b) <= allowed
    if allowed == 0:
        return False
    if a[:2] == b[1::-1] and len(a) > 1 and _within(a[2:], b[2:], allowed - 1):
        return True
    return (
        _within(a[1:], b[1:], allowed - 1)
        or _within(a[1:], b, allowed - 1)
        or _within(a, b[1:], allowed - 1)
    )


_WORD = re.compile(r"[A-Za-z](?:[A-Za-z]|'(?=[A-Za-z]))*|\bb/w\b|\bw/")


@functools.lru_cache(maxsize=16)
def plain(text: str) -> str:
    """`tidy` text in small letters, casual forms written out, typing errors in keywords mended."""
    text = re.sub(r"(\d ?)N\b", r"\1newtons", text)
    return _WORD.sub(_plain_word, text.lower().replace("b/w", "between").replace("w/ ", "with "))


def _plain_word(match: re.Match) -> str:
    word, before = match.group(), match.string[max(0, match.start() - 1) : match.start()]
    if before.isdigit():  # a unit or a name such as 3NF: left to who reads numbers
        return word
    if word == "u" and re.search(r"(?<![a-z])u ?=", match.string):
        return word  # a speed, not `you`
    if word in CASUAL:
        return CASUAL[word]
    if word.endswith("'s"):
        return mend(word[:-2]) + "'s"
    return mend(word)


def stem(word: str) -> str:
    """A rough stem: enough to let `classes`, `attended` and `rooms` meet their singulars."""
    word = word.lower()
    for ending, put in (
        ("ies", "y"),
        ("sses", "ss"),
        ("ing", ""),
        ("ances", ""),
        ("ance", ""),
        ("ed", ""),
        ("es", ""),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: len(word) - len(ending)] + put
            break
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    return word


def content_words(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order, each once."""
    stems: dict[str, None] = {}
    for word in re.findall(r"[^\W\d_]{2,}", plain(text).replace("_", " ")):
        if word not in STOP:
            stems[stem(word)] = None
    return list(stems)
