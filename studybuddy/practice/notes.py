"""A question about course notes -> a search query and, where a number is asked for, k."""

from __future__ import annotations

import re

from studybuddy.practice.numbers import UNITS
from studybuddy.practice.words import STOP, plain, stem, tidy

MAX_QUERY = 200

_PASSAGE = (
    r"(?:passages?|results?|excerpts?|snippets?|hits?|sources?|paragraphs?|extracts?|chunks?|"
    r"quotes?|matches|references|entries|sections?|places|bits?|pieces|notes|lines|mentions|items|"
    r"answers)"
)
_K = re.compile(
    rf"\b(\d{{1,3}}|{'|'.join(list(UNITS)[1:])}|a couple of|a couple|a single|single|a few|"
    rf"a pair of) (?:\w+ ){{0,2}}?{_PASSAGE}\b"
    rf"|\btop (\d{{1,2}}|{'|'.join(list(UNITS)[1:])})\b|\bk ?= ?(\d{{1,2}})\b"
)

_ASKS = re.compile(
    r"\b(?:explain|define|describe|summari[sz]e|outline|elaborate|clarify|compare|contrast|"
    r"differentiate|distinguish|derive|state|prove|discuss|illustrate|teach|search|find|look|"
    r"lookup|recap|brief|remind|review|"
    r"meaning|definition|difference|differences|summary|overview|notes?|passages?|excerpts?|"
    r"pages?|lecture|lectures|slides?|textbook|pdf|chapter|material|handout|covered|mentioned|"
    r"discussed|wrote|written|"
    r"formula|theorem|law of|types of|kinds of|steps|advantages|disadvantages|properties|"
    r"causes of|effects of|example of|examples of|role of|use of|uses of|purpose of|stages of|"
    r"function of|vs|versus|concept of|principle of|concept|doubt|confused|confusing|understand|"
    r"mixing up|mix up|clear up|"
    r"revise|know about|about|stuck on|used for|stands? for|full form|proof of|intuition|quote|"
    r"cite|list|name the|give)\b"
    r"|\b(?:what|why|how|when|where|which|who|whose)\b|^(?:is|are|was|were|do|does|did|can|could|"
    r"will|would|has|have|should)\b|\?"
)

_LEAD = re.compile(
    r"^(?:(?:[\s,.:;!?\-–—*•\"']|"
    r"(?:please|pls|plz|kindly|hi+|hello|hey|hii|yo|sir|madam|bro|dude|ok|okay|so|um+|hmm+|well|"
    r"now|also|and|but|just|actually|basically|quick question|quickly|quick|one doubt|doubt|"
    r"hey studybuddy|studybuddy|sorry)\b|"
    r"(?:can|could|would|will|cud|wud) (?:you|u|i|someone|somebody|anyone|we|ya)(?: please| pls|"
    r" plz| kindly| quickly| just| briefly)*\b|"
    r"(?:i|we) (?:really |just |still |also |totally )?(?:do not|don't|dont|did not|didn't|didnt|"
    r"can't|cant|cannot|never|keep|always) (?:really |quite |fully )?(?:get|understand|know|"
    r"remember|recall|forget(?:ting)?|confus(?:e|ing)|follow|grasp)\b|"
    r"(?:i'?m|i am|im|am) (?:so |a bit |really |still |totally |very )?(?:confused|stuck|lost|"
    r"unsure|not sure|struggling|weak|blanking)(?: about| on| with| by| between| in)?\b|"
    r"i (?:forgot|forget|want|wanna|need|would like|have|had|got|missed)\b|i'?d like\b|"
    r"(?:to )?(?:know|understand|learn|revise|recall|hear|read|see)\b(?: more| all| everything)?|"
    r"a doubt\b|"
    r"(?:tell|show|give|get|teach|fetch|remind|send|help|quote|bring|let) (?:me|"
    r"us)(?: out)?(?: understand| know| find| with)?\b|(?:look|search|dig|check|go|see|pull|"
    r"bring)(?: up| for| through| in| into| out)*\b|find(?: out| me)?\b|lookup\b|"
    r"(?:explain|define|describe|summari[sz]e|outline|elaborate|clarify|discuss|state|derive|"
    r"prove|list|name|quote|cite|recap|review|compare|illustrate|explane|get|what about|"
    r"how about)(?: to me| me| on| upon| again| briefly| clearly)?\b|"
    r"(?:what|wat|wht|whta)(?:'s|s)?(?: exactly| really| even)?(?: is| are| r| was| were| does|"
    r" do| did| the hell is)?(?: exactly| really| even)?(?: meant by| meant)?\b|"
    r"(?:who|where|when|why|how|which)(?:'s|s)?(?: exactly)?(?: is| are| was| were| do| does| did|"
    r" can| should| would| to)?\b|"
    r"(?:is|are|was|were|do|does|did|am|has|have)\b|"
    r"(?:the )?(?:meaning|definition|defn|concept|idea|basics|summary|overview|gist|explanation|"
    r"short note|brief|part|section|bit|full form|main points?|key points?|main ideas?)s? (?:of|"
    r"about|on|behind|for)\b|"
    r"(?:my|the|our|these|any|class|lecture|course|from|in|through|across|all|that|this|those|"
    r"your|some) (?:\w+ )?(?:notes?|lectures?|slides?|textbook|material|pdfs?|handouts?|"
    r"documents?)\b(?: say| says| have| mention| contain| cover| tell| talk| explain| and find|"
    r" for| on| about| and tell me| and| to)*(?: about| on| for| of)?|"
    r"(?:from|in|of|for|on|about|regarding|to|with|say|said|says|wrote|write|written|notes|note)\b|"
    r"(?:i|we|the prof|the teacher|our prof|prof|teacher|he|she|they|lecturer) (?:wrote|write|"
    r"noted|said|have|studied|learned|learnt|had|mentioned|covered|did)(?: down)?\b|"
    rf"(?:the |only |just |at most |exactly |top |best )*(?:\d{{1,3}}|{'|'.join(list(UNITS)[1:])}|"
    rf"a couple of|a couple|a single|single|a few|a pair of|top \d+|some|"
    rf"any) (?:\w+ ){{0,2}}?{_PASSAGE}\b(?: of| on| about| for| from| that mention| mentioning|"
    rf" where| which| explaining| covering| with)*|{_PASSAGE} (?:on|about|for|of|that mention|"
    rf"mentioning|explaining)\b|"
    r"(?:a|an|the)\b"
    r"))+",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?:[\s,.:;!?\-–—*]|"
    r"\b(?:please|pls|plz|pls\?|thanks|thank you|thx|for me|to me|again|briefly|in brief|"
    r"in detail|in short|in simple (?:words|terms|language|english)|simply|in easy (?:words|"
    r"language)|with (?:an )?examples?|with a simple example|"
    r"in one line|in a few lines|in my own words|step by step|at all|really|exactly|covered|"
    r"mentioned|discussed|explained|defined|described|mean|means|meant|stand for|stands for|work|"
    r"works|"
    r"can (?:you|u)(?: please| pls| plz)?(?: explain| help| tell me| clarify)?(?: it| this| that|"
    r" me)?|could (?:you|u)(?: please)?(?: explain| help| clarify)?(?: it| this| that)?|"
    r"explain(?: it| this| that)?|help(?: me)?|"
    r"(?:in|from|using|according to|as per|based on|out of|inside|through|across|with) (?:my|the|"
    r"our|class|lecture|course|your|these|those)(?: \w+)? ?(?:notes?|slides?|textbook|lectures?|"
    r"material|pdfs?|handouts?|book|documents?)|(?:in|from) (?:class|notes|lecture)|"
    r"in general|i forgot|i forget|idk|like i am (?:5|five)|for (?:my |the |tomorrow's |"
    r"an )?(?:exam|test|viva|interview)|asap|quickly|actually|even|bro|sir|or not|right|"
    r"again and again|and why|and how|"
    rf"(?:just|only|top|give|show|with|max|at most|and|,|k\s*=)*\s*(?:\d{{1,2}}|"
    rf"{'|'.join(list(UNITS)[1:])}|a single|a couple of)? ?(?:passages?|results?|excerpts?|"
    rf"snippets?|hits?|sources?|paragraphs?)(?: only| max| is enough| are enough| will do|"
    rf" is fine)?|k ?= ?\d+|one passage only)"
    r")+$",
    re.IGNORECASE,
)


_TASK = (
    r"(?:explain|define|describe|summari[sz]e|outline|elaborate|clarify|compare|contrast|"
    r"differentiate|distinguish|"
    r"derive|state|prove|discuss|illustrate|teach|tell|give|show|find|search|look|list|help|"
    r"remind|quote|recap|clear|break|walk|go|"
    r"cover|bring|fetch|pull|get|name|check|quickly|please|also|provide|share)"
)
_TO_MODEL = re.compile(
    rf"\b(?:can|could|will|would|do|did|are|were|have|should|may|might) (?:you|u)\b(?! (?:please |"
    rf"kindly |just |quickly |also |again |briefly )*{_TASK}\b)"
    r"|\b(?:can|could|may|should|shall) (?:i|we) (?:please )?(?:ask|talk|say|go|get|have|leave|"
    r"call|trust|try|start|stop|skip|take)\b"
    r"|\b(?:let us|let me) (?:talk|go|start|begin|move|try|know|see)\b|\bdo not\b.{0,20}\bthink\b"
)
_STUCK = re.compile(
    r"\b(?:confused|confusing|not able to|unable to|stuck|forgot|forget|forgetting|doubt|"
    r"unsure|struggling|weak|"
    r"mixing up|mix up|mixed up|missed|mess up|lost|"
    r"do not (?:\w+ )?(?:get|understand|know|remember|recall|follow)|can not (?:\w+ )?(?:get|"
    r"understand|remember|recall|figure|follow)|did not (?:\w+ )?(?:get|understand)|"
    r"want to|need to|would like to|need|want|trying to|have to)\b"
)
_PERSONAL = re.compile(
    r"\b(?:i|you|u|my|me|your|we|us|it|that|this|he|she|they|him|her|them|mine|"
    r"yours)\b"
)


def asks(text: str) -> bool:
    """True when the text asks for something that notes could hold.

    A question or a request with a subject counts, and so does a bare subject (`Pythagoras
    theorem`). What is said about the speaker, or asked of the model itself, does not.
    """
    line = plain(tidy(text))
    if names_notes(line):
        return True
    if _TO_MODEL.search(line):
        return False
    if _STUCK.search(line):
        return True
    if not _ASKS.search(line):
        return len(line.split()) <= 6 and not _PERSONAL.search(line)
    if re.search(r"\b(?:i|me|my)\b", line) and not re.search(
        rf"\b{_TASK}\b|\bwhat\b|\bhow\b|\bwhy\b|\bwhere\b|\bwhen\b|\bwhich\b|\bwho\b|\babout\b",
        line,
    ):
        return False
    return True


def wants_words(text: str) -> bool:
    """True when the text asks for an explanation or a proof, so that numbers in it are no sum."""
    return bool(
        re.match(
            r"(?:\W|\b(?:please|can|could|would|you|kindly|hi|hey|hello|so|ok|i|need|to|want|"
            r"help|me|"
            r"understand|quickly|briefly)\b)*"
            r"(?:explain|define|describe|prove|derive|discuss|summari[sz]e|elaborate|why|meaning|"
            r"illustrate|state|compare|what is meant|"
            r"how (?:is|are|does|do) (?!\w+ (?:cost|take)|i |we |you |they |it )|"
            r"what (?:does|do|did) [^?.]{0,80} (?:mean|stand for))\b",
            plain(tidy(text)),
        )
    )


def names_notes(text: str) -> bool:
    """True when the text speaks of notes, passages, slides and the like."""
    return bool(
        re.search(
            r"\b(?:notes?|passages?|excerpts?|snippets?|slides?|lectures?|textbook|handouts?|"
            r"course material|pdfs?|what i wrote|i wrote)\b",
            plain(tidy(text)),
        )
    )


def read_notes(text: str) -> dict:
    """`{"query": ...}` and, only where the person gives a number of passages, `"k"`."""
    typed = " ".join(tidy(text).split())
    arguments: dict = {"query": query_of(typed)}
    found = _K.search(typed.lower())
    if found:
        word = next(g for g in found.groups() if g)
        k = (
            int(word)
            if word.isdigit()
            else UNITS.get(word)
            or {"a couple of": 2, "a couple": 2, "a pair of": 2, "a few": 3}.get(word, 1)
        )
        if (
            not re.search(rf"\b{re.escape(word)} \w+ notes\b", typed.lower())
            or "passage" in typed.lower()
        ):
            arguments["k"] = k
    return arguments


def query_of(typed: str) -> str:
    """The core of the question: what it is about, as it was typed."""
    pieces = []
    for piece in re.split(r"(?<=[.!?;:,])\s+|\s+[-–—]\s+", typed):
        cleaned = _core(piece)
        if cleaned and not re.fullmatch(
            r"(?:it|this|that|them|me|you|u|i|we|one|so|only|just|no|"
            r"not|ok|okay|exam|tomorrow|today|there|here)",
            cleaned,
            re.IGNORECASE,
        ):
            pieces.append(cleaned)
    query = " ".join(pieces) or typed
    return query[:MAX_QUERY].strip()


def _core(piece: str) -> str:
    piece = piece.strip()
    lead = _LEAD.match(piece)
    rest = piece[lead.end() :] if lead else piece
    trail = _TRAIL.search(rest[-200:])
    if trail:
        rest = rest[: len(rest) - len(rest[-200:]) + trail.start()]
    return rest.strip(" \t\"'.,;:?!-–—*")  # a word such as C++ or f' keeps its sign inside


_ALIKE = 5  # letters at the beginning of two words that may be forms of one


def only_alike(query: str, texts: list[str]) -> str | None:
    """A word of these passages that only looks like one of the query, where nothing else speaks for
    them: no word of the query stands in them in any form, and one of its words has nothing alike.

    A search takes "operating" for a form of "operational", so it finds operating systems for an
    operational amplifier. None where the passages may be meant; a query of one word, or with signs
    and digits, is left to the search.
    """
    words = [word for word in tidy(query).lower().strip(" .,;:?!\"'").split()
             if word not in STOP]
    if len(words) < 2 or not all(re.fullmatch(r"[a-z]{3,}", word) for word in words):
        return None
    found = dict.fromkeys(re.findall(r"[a-z]+", " ".join(texts).lower()))
    if {stem(word) for word in words} & {stem(word) for word in found}:
        return None
    alike = [next((one for one in found if one[:_ALIKE] == word[:_ALIKE]), None) for word in words]
    return next(filter(None, alike), None) if None in alike else None
