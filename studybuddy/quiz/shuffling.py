"""Put the options of a question into another order, with the key moved along.

Models like one place for the right answer. Where an option or the explanation speaks of another
by its letter or its place ("both A and B", "all of the above"), the order is kept: the words would
point to something else.
"""

from __future__ import annotations

import random
import re

from studybuddy.quiz.models import Question

_ORDINAL = r"(?:first|second|third|fourth|last|1st|2nd|3rd|4th)"
_THING = r"(?:options?|answers?|choices?|alternatives?|statements?|items?)"
# Broad on purpose: an order that is kept needlessly harms nobody.
_REFERENCES = (
    re.compile(
        r"\b(?:all|none|any|both|neither|either|each|some|two|three|one) (?:\w+ )?of "
        r"(?:the |these|those|them|above|below)"
        r"|\b(?:the|as|see|listed) above\b|\babove (?:options|answers|choices)"
        r"|\b(?:options|answers|choices|ones) (?:above|below)\b|\b(?:the|as|see) "
        r"below\b"
        rf"|\b{_THING}\W{{1,3}}(?:number |no\. ?|nr\. ?|#)?(?:[a-d1-4]|one|two|three|four)\b"
        rf"|\b{_ORDINAL} (?:two|three|one|{_THING})\b|\b(?:the|to|in) (?:former|latter)\b"
        rf"|\b{_ORDINAL} (?:and|or|is|are|was)\b|\b(?:previous|preceding|other|next|following) "
        rf"{_THING}|\b(?:index|number|position|no\.|#) ?[0-4]\b|\b(?:both|neither) the\b",
        re.IGNORECASE),
    re.compile(
        r"[(\[][A-Da-d][)\]]|(?:^|\s)[A-D][).:]|\b[A-D]\s*(?:,|/|-|\u2013|&|\band\b|\bor\b|\bnor\b)"
        r"\s*[A-D]\b|^\W*[A-D]\W*$|\b[A-D] (?:is|was|are|were|would|because|since|has|does|says|"
        r"gives|means|describes|refers|names|states)\b|\b(?i:is|not|why|while|but|and|or|than|only|"
        r"unlike|both|answer|correct|except|with|in|to|as|of) [B-D]\b|[\"'*`][A-D][\"'*`]"),
)


def refers_to_place(question: Question) -> bool:
    """Whether the options or the explanation speak of an option by its letter or its place."""
    return any(pattern.search(text) for pattern in _REFERENCES
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
