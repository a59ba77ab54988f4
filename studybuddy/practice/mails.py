"""A question that wants a plan by mail: whether it does, for whom, and what is left of it."""

from __future__ import annotations

import re

_WORD = r"(?:e-?)?mail(?:s|ed|ing)?"
_WANTS = re.compile(rf"\b(?:{_WORD}|send)\b")
_WHAT = re.compile(r"\b(?:plan|schedule|timetable|it|that|this|copy)\b")
_TO_ANOTHER = re.compile(
    r"\w@\w|\bto (?:(?:my|our|the|a|his|her|their) )?(?:\w+ )?(?:professors?|prof|teachers?|sir|"
    r"madam|boss|friends?|classmates?|mother|mom|mum|father|dad|parents|brother|sister|tutor|"
    r"mentor|roommate|him|her|them)\b")
_PLAN = (r"(?:it|this|that|them"
         r"|(?:the|a|this|that|my|our) (?:\w+ )?(?:plan|schedule|timetable|copy)"
         r"(?: of (?:it|this|that|the plan|my plan))?)")
# "mail the plan to Ravi and me today": who gets it, up to the end of the clause.
_TO_WHOM = re.compile(
    rf"\b{_PLAN}(?: over)? to ([^.,;:!?\n]+?)(?: (?:by|via|on|in|before|at|for|please|today|now"
    r"|tomorrow|too|as well)\b|[.,;:!?\n]|$)", re.IGNORECASE)
_WHOM = re.compile(
    rf"\b(?:{_WORD}|send) (?!(?:me|us|myself|please|now|also|again|just|then|over|out|off|back"
    rf"|to|by|and|only|{_PLAN})\b)((?:(?:my|our|the|his|her) )?[\w'-]+(?: and [\w'-]+)?) {_PLAN}\b",
    re.IGNORECASE)
_ME = re.compile(
    rf"me|myself|us|(?:the|this) {_WORD}(?: address)?|(?:my|our)(?: own)?(?: \w+)? "
    rf"(?:{_WORD}|inbox|mailbox|gmail|account|address|id)(?: (?:address|id|account|inbox))?",
    re.IGNORECASE)
_EVERYBODY = re.compile(
    r"(?:all|everyone|everybody|(?:the|my|our) (?:\w+ )?(?:class|team|group|others))\b",
    re.IGNORECASE)
# How the wish for a mail is put; what is left is a question about a plan.
_WISH = re.compile(
    rf"\b(?:and|then|also|,)? ?(?:then |also |please )*(?:{_WORD}|send) "
    r"(?:it|this|that|them|the plan|a copy|me a copy)(?: over)?(?: (?:to )?me)?(?: please)?\b"
    rf"|\b(?:to|in|on) (?:my|me on|me by|me via) ?(?:own )?(?:{_WORD}|inbox|mailbox)"
    r"(?: (?:address|id|account|inbox))?\b"
    rf"|\b(?:to me )?(?:by|via|through|over|as an?) {_WORD}\b", re.IGNORECASE)
_NEW = re.compile(
    r"\b(?:make|create|build|prepare|write|draw up|set up|design|generate|need|want)\b"
    r"[^.;!?]{0,40}\b(?:plan|schedule|timetable)\b (?:for|on|to|covering|with|of)\b",
    re.IGNORECASE)
_MAIL_ME = re.compile(rf"\b(?:{_WORD}|send) (?:to )?(?=me\b)", re.IGNORECASE)


def wants_mail(text: str) -> bool:
    """Whether a plan, or what was said before, is to be mailed."""
    lowered = text.lower()
    return bool(_WANTS.search(lowered) and _WHAT.search(lowered))


def to_another(text: str) -> bool:
    """Whether it is to go to somebody else, or to an address that the question names."""
    if _TO_ANOTHER.search(text.lower()) or _WHOM.search(text):
        return True
    return any(_is_another(part) for found in _TO_WHOM.finditer(text)
               for part in re.split(r" and | or |, ?", found[1].strip()))


def _is_another(words: str) -> bool:
    """Whether these are somebody else: a name, one word, or all of a group. "to pass maths" is what
    the plan is for."""
    return not _ME.fullmatch(words) and bool(
        words[:1].isupper() or " " not in words or _EVERYBODY.match(words))


def wants_new(text: str) -> bool:
    """Whether a plan is to be made for this mail: one that was made before is not meant."""
    return bool(_NEW.search(text))


def without_wish(text: str) -> str:
    """The question without the words that ask for a mail."""
    left = _MAIL_ME.sub("make ", _WISH.sub(" ", text))
    return left if left.strip() else text
