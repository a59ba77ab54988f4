"""Whether a question only speaks of an action: it asks what was done, tells of it, or forbids it.

"Did you send Ravi a message?", "I sent it", "Don't send it": none of these is the wish to do it.
The beginning of a sentence must be of a known form; whatever else there is counts as a wish.
"""

from __future__ import annotations

import re

from studybuddy.practice.words import stem

_TELL = "send|tell|write|e-?mail|mail|message|text|inform|notify|let|sms"
_TOLD = "sent|told|wrote|written|e-?mailed|mailed|messaged|texted|informed|notified"
_GOT = "get|got|gotten|receive|received|see|seen|read|arrive|arrived|reply|replied|gone"
_THING = "e-?mails?|mails?|messages?|texts?|notes?|sms|words?"
_ABOUT_TELLING = re.compile(rf"\b(?:{_TELL}|{_TOLD}|{_THING}|sending|telling|writing)\b")
_VERB = re.compile(rf"{_TELL}|{_TOLD}|{_GOT}|(?:send|tell|writ|e-?mail|mail|messag|text)ing")

_PARTS = re.compile(rf"(?<=[.!?;])\s+|\n+|,?\s+(?=but\b)|,\s+(?=(?:so|now|then|instead|please|just"
                    rf"|and|{_TELL})\b)")
_LEAD = (r"(?:(?:please|kindly|so|and|but|hey|hi|hello|ok|okay|well|also|now|then|wait|sorry|just"
         r"|no(?=,)),? )*")
_MODAL = r"(?:do|does|must|should|need|can|could|may|shall|will|would)"
_NOT = (rf"(?:(?:you|i|we) )?(?:{_MODAL} ?not|(?:do|must|should|need|ca|could)n't|dont|never|not"
        r"|(?:there (?:is|was) )?no need(?: for you)? to"
        r"|(?:can|could|will|would) you (?:please )?not)"
        r"(?: (?:want|wish|need|like|have|bother)(?: (?:you|me|us|anyone|anybody))?)?(?: to)?")
_ADVERBS = r"(?: (?:not|already|ever|never|really|just|yet|actually|also|even|please|go and))*"
_FORBIDDEN = re.compile(
    rf"{_LEAD}(?:{_NOT}{_ADVERBS}"
    rf"|(?:stop|avoid|quit|refrain from|cancel)(?: (?:the|that|this|my|any))?) (?P<verb>[\w-]+)")
_SOMEBODY = r"(?: (?!that\b|saying\b)[\w.@'-]+)"
_NOTHING = re.compile(rf"{_LEAD}(?:no (?:more )?(?:{_THING})\b"
                      rf"|(?:{_TELL}){_SOMEBODY}{{0,3}} no (?:more )?(?:{_THING})\b"
                      rf"|(?:{_TELL}){_SOMEBODY}{{1,3}} nothing[.! ]*\Z)")
# Of these one of the next words must be the verb: who did it stands before it.
_WAS_IT_DONE = re.compile(
    rf"{_LEAD}(?:(?:when|why|how|how often|where|what|who|whom|to whom|which [\w-]+) )?"
    r"(?:(?:did|has|had)(?:n't)?|have(?:n't)? (?:you|i|we|they))\b")
_IS_DONE = re.compile(
    rf"{_LEAD}(?:(?:was|were|(?:is|are) (?:the|my|that|this|our)|who)\b"
    r"|(?:i|you|we|he|she|they)(?:'ve|'d| have| has| had)?\b)")
_NEAR = 6  # words
_LONGEST = 300  # characters of a sentence that are looked at
_TELLS = re.compile(r"\b(?:send|sends|tell|e-?mail|mail|message|notify|inform|sms)\b")
_READS = frozenset("get find search look lookup check list show read fetch see view compute"
                   " calculate convert count translate".split())


def only_speaks_of(question: str, tool: str, described: str) -> bool:
    """Whether a question wants no call of the `tool`: what it says of it is past or forbidden.

    Of a tool that tells nobody anything, by its name and description, only "did you ..." and
    "don't ..." are known: "I attended 31 classes" may be what it is to count with. A tool that only
    reads may be meant by any question.
    """
    first = re.match(r"[a-z]+|[A-Z][a-z]*", tool)
    verb = first[0].lower() if first else ""
    if verb in _READS:
        return False
    verb = stem(verb)
    tells = bool(_TELLS.search(f"{tool.replace('_', ' ')} {described}".lower()))
    line = question.lower().replace("\u2019", "'")
    found = False
    for part in _PARTS.split(line):
        part = " ".join(part.split())[:_LONGEST]
        words = re.findall(r"[\w'-]+", part)
        if not (tells and _ABOUT_TELLING.search(part) or verb and verb in map(stem, words)):
            continue
        if not (_is_unwished(part, verb, tells) or tells and _NOTHING.match(part)):
            return False
        found = True
    return found


def _is_unwished(part: str, verb: str, tells: bool) -> bool:
    def means(word: str) -> bool:
        return bool(tells and _VERB.fullmatch(word) or verb and stem(word) == verb)

    def is_done(word: str) -> bool:
        return bool(re.fullmatch(_TOLD, word)) or word.endswith("ed")

    if (found := _FORBIDDEN.match(part)) and means(found["verb"]):
        return True
    if found := _WAS_IT_DONE.match(part):
        near = _next(part, found.end(), _NEAR)
        asks_you = found[0].endswith(" you") or near[:1] == ["you"]
        return (tells or asks_you) and any(map(means, near))
    if tells and (found := _IS_DONE.match(part)):
        said_to_me = re.search(r"\b(?:told|asked) (?:you|me)\b", part)
        return not said_to_me and any(means(word) and is_done(word)
                                      for word in _next(part, found.end(), _NEAR))
    return False


def _next(part: str, start: int, number: int) -> list[str]:
    return re.findall(r"[\w-]+", part[start:start + 100])[:number]
