"""Whom a question wants told, and what: "Send Ravi a message that I am late".

The beginning must be of a known form as a whole: who is told may not swallow what is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_TONGUE = (r"(?:hindi|english|bengali|bangla|marathi|telugu|tamil|gujarati|urdu|kannada|odia"
           r"|malayalam|punjabi|assamese|nepali|sanskrit|konkani|sindhi|kashmiri|maithili|german"
           r"|french|spanish|portuguese|italian|russian|arabic|chinese|mandarin|japanese|korean)")
_IN = rf"(?: in (?:simple |plain |formal )?{_TONGUE})?"  # no part of who, and none of what
_LEAD = (rf"(?:in {_TONGUE},? )?"
         r"(?:please |kindly )?(?:(?:can|could|will|would) you |i (?:want|need) (?:you )?to )?"
         r"(?:please |kindly |also |just )?")
_VERB = r"(?:write|send|tell|e-?mail|mail|message|text|inform|notify|let)"
_THING = r"(?:e-?mail|mail|message|text|note|sms|line|word)"
_NOUN = (r"(?:(?:a|an|the|my|this|another) )?"
         r"(?:(?:short|quick|small|brief|polite|new|text|(?:e-?)?mail|urgent|last"
         rf"|{_TONGUE}) )?"
         rf"{_THING}")
_WORD = (rf"(?!(?:an?|the|{_THING}|know|about|that|saying|to|says?|i|we|you|it|me|him|her|them|us)"
         r"(?![\w@.+'-]))[\w@+'-][\w@.+'-]*")
_NAME = rf"(?:my |the |our |his |her )?{_WORD}(?:(?: and |, ?| ){_WORD}){{0,4}}?"
_ME = r"(?:him|her|them)"


def _head(noun: str) -> str:
    """"Send Ravi a message", "Send a message to Ravi", "Write to Ravi", "Let Ravi know"."""
    return (rf"(?P<lead>{_LEAD}){_VERB}(?: (?:to )?(?P<first>{_ME}|{_NAME}))??{_IN}"
            rf"(?: (?P<noun>{_NOUN})){noun}{_IN}(?: to (?P<second>{_ME}|{_NAME}))?{_IN}(?: know)?")


_SAYS = (r"(?:,? (?:saying|to say|(?:that|which) says|and say|with the (?:text|words))(?: that)?:? "
         r"|(?: about (?P<about>[^:.?!]{1,80}?))?: ?|,? that )")
_STARTS = (r" (?=(?:i|i'm|i'll|we|we're|you|he|she|it|they|there|my|our|your|the|this|these"
           r"|not|do|does|is|are|can|will|when|where|what|how|why)\b)")
_SOMEBODY = r"(?(first)|(?(second)|(?!)))"
_SOMETHING = rf"(?(noun)|{_SOMEBODY})"
_BEGIN = r"(?:\A|(?<=[.!?] )|(?<=\n))"
_TOLD = re.compile(rf"{_BEGIN}{_head('?')}(?:{_SOMETHING}{_SAYS}|{_SOMEBODY}{_STARTS})"
                   r"(?P<said>\S.*)", re.IGNORECASE)
_AFTER_NOUN = re.compile(
    rf"{_BEGIN}{_head('')} (?!(?:about|in|on|at|by|for|from|with|to|that|today|tomorrow"
    r"|now|please|and|or|as|of)\b)(?P<said>\S.*)", re.IGNORECASE)
_NOTHING_SAID = re.compile(rf"{_BEGIN}{_head('?')}{_SOMETHING}(?: please)?(?P<said>)[.!? ]*\Z",
                           re.IGNORECASE)
_QUOTED = re.compile(r"\"([^\"\n]{1,500})\"|(?<!\w)'([^'\n]{1,500})'(?!\w)")
_AT_THE_END = re.compile(r" to (?P<to>(?:(?:my|the|our) [a-z]+)|[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,2}"
                         r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)[.!? ]*\Z")
_POLITE = re.compile(r"(?:[\s,.!]+(?:please|pls|thanks|thank you))+[.! ]*\Z", re.IGNORECASE)
_MAX = 1_200  # characters that are looked at


@dataclass(slots=True)
class Told:
    """`to` is who is told, `text` what, and `about` the subject; each is "" where the question
    does not say."""

    to: str
    text: str
    about: str


def read_telling(typed: str) -> Told | None:
    """What is to be told to whom, or None where the question has no known form."""
    typed = " ".join(typed[:_MAX].split())
    if quoted := _QUOTED.search(typed):
        return _read_quoted(typed, quoted)
    found = _TOLD.search(typed) or _NOTHING_SAID.search(typed) or _AFTER_NOUN.search(typed)
    if found is None:
        return None
    to, text = _who(found), found["said"]
    if not text and not found["noun"] and re.search(r"[A-Z]\S* [a-z]", to):
        return None  # "text Ravi hello": nobody knows where the name ends
    if not to and (end := _AT_THE_END.search(text)):
        to, text = _bare(end["to"]), text[:end.start()]
    text = _POLITE.sub("", text).strip(" ,")
    about = found.groupdict().get("about") or ""
    return Told(to, text.rstrip(".?" if "you" in found["lead"].lower() else "."), _bare(about))


def _read_quoted(typed: str, quoted: re.Match[str]) -> Told | None:
    """`Send "I am late" to Ravi`, `Send Ravi the message "I am late"`."""
    text = quoted[1] or quoted[2]
    rest = f"{typed[:quoted.start()].rstrip(' :,')} {typed[quoted.end():].lstrip()}".strip()
    rest = re.sub(r",? (?:saying|to say|that says|which says|that)(?: that)?(?= |\Z)", "", rest)
    found = _NOTHING_SAID.search(rest)
    return Told(_who(found), text, "") if found else None


def _who(found: re.Match[str]) -> str:
    return _bare(found["second"] or found["first"] or "")


def _bare(name: str) -> str:
    return re.sub(r"^(?:my|the|our|his|her) ", "", name.strip(), flags=re.IGNORECASE).rstrip(".")
