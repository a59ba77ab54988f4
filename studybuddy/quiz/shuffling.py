"""Put the options of a question into another order, with the key moved along.

Models like one place for the right answer. Where an option or the explanation speaks of another
by its letter or its place ("both A and B", "all of the above"), the order is kept: the words would
point to something else.
"""

from __future__ import annotations

import random
import re

from studybuddy.quiz.labels import label_of
from studybuddy.quiz.models import Question

_ORDINAL = r"(?:first|second|third|fourth|last|1st|2nd|3rd|4th)"
_PLACE = (rf"(?:{_ORDINAL}|top|bottom|middle|final|upper|lower|lowest|highest|left|next|other"
          r"|others|previous|preceding|following|former|latter|remaining)")
_THING = r"(?:options?|answers?|choices?|alternatives?|statements?|items?|entry|entries|ones?)"
_ALL = r"(?:all|none|any|both|neither|either|each|every|everything|nothing|some|two|three|one|no)"
_NUMBER = r"(?:[0-4]|one|two|three|four|i{1,3}|iv)"
# Broad on purpose: an order that is kept needlessly harms nobody.
_REFERENCES = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (
    # all of the above, neither of them, every option, all four, none above
    rf"\b{_ALL} (?:\w+ )?of (?:the |these|those|them|above|below)",
    rf"\b{_ALL} (?:of )?(?:the )?(?:(?:four|three|two|other) )?"
    r"(?:above|below|options?|answers?|choices?|alternatives?|statements?)\b",
    r"\ball (?:four|three)\b|\b(?:both|neither) the\b",
    # the option above, the one below, as listed above
    rf"\b(?:{_THING}|{_PLACE}|list|see|as|the|listed) (?:just |right )?(?:above|below)\b"
    r"|\babove (?:options|answers|choices)|\bthe ones? (?:before|after)\b",
    # option 2, statement ii, number three, the second answer, the last one, the third is
    rf"\b{_THING}\W{{0,3}}(?:number |no\. ?|nr\. ?|#)?(?:[a-d]|{_NUMBER})\b",
    rf"(?:(?:\b|_)(?:index|number|position|no\.|nr\.|letter|line|row|distractor)|#) ?"
    rf"(?:[a-d]|{_NUMBER})\b",
    rf"\b{_PLACE} (?:\w+ )?{_THING}\b|\b{_ORDINAL} (?:two|three|listed|place|position)\b",
    rf"\b(?:listed|named|stands?) {_ORDINAL}\b|\bthe (?:former|latter)\b",
    rf"\b{_ORDINAL} (?:and|or|is|are|was)\b|\b{_ORDINAL} \w+ (?:is|are) (?:right|wrong|correct)\b",
    rf"(?:\bthe |^\W*){_ORDINAL}(?=[.,;:!]|\W*$| [a-z]+s\b)",
    rf"\b{_PLACE} (?:\w+ ){{0,3}}(?:in|of|on|from) (?:the|this) (?:list|row|options|answers)\b",
    # a and b, c or d, 1 and 3, II only
    r"\b(?:[a-d]|[1-4]|i{1,3}|iv)[).]?,? (?:and|or|nor|&) (?:not )?[(]?(?:[a-d]|[1-4]|i{1,3}|iv)\b"
    r"(?![-.]\w)|\b[a-d], ?[a-d]\b",
    r"\b(?:only|both|neither|nor) [(]?(?:[b-d]|[1-4]|i{1,3}|iv)\b|\b(?:i{1,3}|iv) only\b",
    # the answer is b, correct: c, (a), 2)
    r"\b(?:is|are|was|be|not|choose|pick|hence|thus|so|key|right|correct|wrong):? [(]?[b-d]\b"
    r"(?![-'])|\b(?:is|are) a(?=[.,;:!)]|\W*$)|\b(?:right|correct|wrong|key)\W{1,3}[1-4]\b",
    r"[(\[](?:[a-d]|i{1,3}|iv)[)\]]|(?:^|(?<![,(])\s)(?:[a-d]|[1-4]|i{1,3}|iv)\)",
    # the same in German, Hindi, French and Spanish
    r"\b(?:oben|obige\w*|unten|genannte\w*|antwort(?:en)?|r\u00e9ponses?|ci-dessus|anteriores)\b"
    r"|\u0935\u093f\u0915\u0932\u094d\u092a|\u0909\u092a\u0930\u094d\u092f\u0941\u0915\u094d\u0924"
    r"|\u0909\u092a\u0930\u094b\u0915\u094d\u0924|\u0907\u0928\u092e\u0947\u0902 \u0938\u0947",
)) + tuple(re.compile(pattern) for pattern in (
    # A capital letter that stands alone, but for the article "A" in front of a noun.
    r"(?<![^\W_])[B-D](?![^\W_]|[+#]{1,2}(?:\W|$)|[-'\u2019][a-z])|\bOption[A-D]\b",
    r"(?:^|\s)A(?:[).:,;]|\W*$)|^\W*A\W*$|[\"'*`\u201c]A[\"'*`\u201d]"
    r"|\b(?i:or|and|answer|not) A\b(?! [a-z])",
    r"\bA (?:is|was|are|were|would|because|since|has|does|says|gives|means|describes|refers|names"
    r"|states|can|cannot|could|must|may|should|will|and|or)\b"
    r"|\bA [a-z]{2,}s (?:the|an?|no|all|its|[A-Z]\w*)\b",
))


def refers_to_place(question: Question) -> bool:
    """Whether the options or the explanation speak of an option by its letter or its place.

    A letter in front of an option counts as well: moved, it would be a wrong one.
    """
    return any(map(label_of, question.options)) or any(
        pattern.search(text) for pattern in _REFERENCES
        for text in (*question.options, question.explanation))


def shuffled(question: Question, order: random.Random) -> Question:
    """The question with its options in another order; as it is where that would mislead."""
    if refers_to_place(question):
        return question
    places = list(range(len(question.options)))
    order.shuffle(places)
    return question.model_copy(update={
        "options": [question.options[place] for place in places],
        "answer_index": places.index(question.answer_index)})
