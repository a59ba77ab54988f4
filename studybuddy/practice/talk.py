"""What needs no tool: greetings, thanks, small talk, questions about the model itself.

`small_talk` names the kind; what is answered to each stands in `ANSWERS`.
"""

from __future__ import annotations

import re

from studybuddy.practice.words import STOP, plain, tidy

_KINDS = [
    (
        "abilities",
        r"what (?:all )?(?:can|could|do) (?:you|i) (?:do|ask|help)|"
        r"what (?:else )?(?:can|could) (?:you|i ask|this|it|the bot|studybuddy)|"
        r"what are you (?:able|capable|good)|how (?:can|do|could|will|would) (?:you|"
        r"i) (?:help|use|assist|work with)|"
        r"what (?:is|are) your (?:features|abilities|skills|capabilities|functions|"
        r"tools|commands)|(?:which|what) (?:tools|commands|features|things) (?:do|can|"
        r"are)|^help(?: me)?\W*$|who are you|what are you|"
        r"how do(?:es)? (?:you|this|it|this thing|this bot|this app) work|"
        r"tell me about (?:yourself|you)|introduce yourself|your name|are you (?:a |an |"
        r"really |the )?(?:human|bot|robot|ai|real|person|chatgpt|gpt|gemini|"
        r"language model|llm|machine)|who (?:made|built|created|trained) you",
    ),
    (
        "thanks",
        r"\b(?:thanks|thank you|thank u|thankyou|thankx|cheers|much appreciated|"
        r"appreciate (?:it|that|your)|grateful|dhanyavad|shukriya)\b",
    ),
    (
        "greeting",
        r"^\W*(?:hi+|hello+|hey+|hiya|yo|namaste|hola|greetings|sup|what is up|wassup|"
        r"good (?:morning|afternoon|evening|day))\b(?:[\s,!.]*(?:there|everyone|buddy|"
        r"bot|studybuddy|friend|bro|again|how are you(?: doing)?(?: today)?|"
        r"how is it going|all|sir|nice to meet you|dear|mate|how do you do|to you|"
        r"what is up|there again|team|good (?:morning|evening|afternoon)|"
        r"you there))*[\s!.?]*$|how are (?:you|things)\b|how is it going|"
        r"how have you been|"
        r"what is up|nice to meet you|are you there|you there\b|how is your day|"
        r"how was your (?:day|weekend)",
    ),
    (
        "bye",
        r"\b(?:bye|goodbye|good night|goodnight|see you|see ya|cya|ttyl|"
        r"talk (?:to you )?later|take care|later then|gotta go|got to go|signing off|"
        r"that is all|that will be all|that would be all)\b",
    ),
    (
        "weather",
        r"\b(?:weather|rain|raining|rainy|snow|snowing|sunny|umbrella|humid|forecast|"
        r"hot outside|cold outside|temperature (?:outside|today|tomorrow|in|right now|"
        r"now))\b.{0,40}(?:\b(?:today|tomorrow|tonight|outside|now|city|town|weekend|week|"
        r"like|going|will|need|take|carry|forecast|here|in|morning|evening)\b|\?)|"
        r"is it (?:raining|going to rain|cold|hot|sunny)|will it rain|"
        r"do i need an umbrella",
    ),
    (
        "joke",
        r"\b(?:tell|write|sing|say|make|give|know|compose|recite|want|hear|crack|got|share|"
        r"need|read|do)\b.{0,30}\b(?:jokes?|funny|riddles?|poems?|songs?|story|stories|rap|"
        r"puns?|memes?|haiku|limerick|shayari|laugh|fun fact)\b|^\W*(?:sing|entertain me|"
        r"roast me|a joke|joke|another joke|make me laugh)\b",
    ),
    (
        "feelings",
        r"\bi (?:am|feel|was|have been|am feeling) (?:so |very |really |a bit |just |"
        r"kind of |too |feeling |quite |super |getting |not feeling )*(?:tired|stressed|"
        r"sad|happy|bored|nervous|anxious|scared|worried|sleepy|hungry|excited|depressed|"
        r"lonely|sick|ill|exhausted|done|overwhelmed|confident|afraid|upset|demotivated|"
        r"lazy|fine|good|great|ok|okay|ready)\b|i (?:hate|love|like|miss) (?:my|this|"
        r"maths|math|exams|studying|you|it|college|physics|chemistry|coding|mondays|"
        r"school)|"
        r"i (?:failed|passed|aced|flunked)\b|wish me luck|(?:cheer|motivate) me|motivat|"
        r"i (?:can not|could not) (?:sleep|focus|concentrate)|i give up|my (?:friend|mom|"
        r"dad|brother|sister|teacher|roommate|boyfriend|girlfriend) (?:is|was|said|says|"
        r"thinks)|encourag|feeling (?:sleepy|tired|low|nervous|stressed)",
    ),
    (
        "opinion",
        r"\b(?:do|did|would|will|should|are|were|could|have) you (?:think|like|love|"
        r"prefer|believe|enjoy|feel|ever|recommend|agree|know me|remember|sleep|eat|dream|"
        r"have|want|mind|get)\b|(?:what|which) (?:is|are) (?:your|the best|"
        r"ur) (?:favou?rite|opinion|view|movie|phone|laptop|college|song|game|food|"
        r"thoughts|take|team|place|restaurant|pizza|series)|your (?:favou?rite|opinion|"
        r"thoughts|view|advice)|in your opinion|"
        r"should i (?:drop|take|choose|join|buy|quit|become|go|text|ask|wear|eat|sleep|"
        r"learn|pick|switch|date|skip|call|apply|do an?)|which (?:is|"
        r"one is) better for my|do you have|is it (?:worth|ok|okay|normal|fine) (?:to|if)|"
        r"what should i (?:wear|eat|do|buy|watch|name|have|cook|gift|say|major)|"
        r"what do you think|am i (?:smart|dumb|stupid|going to|late|too|good)|"
        r"will i (?:pass|fail|get)|do you think|is (?:\w+ ){1,4}(?:boring|cool|fun|"
        r"overrated|worth it)\b|best (?:movie|phone|laptop|song|pizza|food|place|"
        r"restaurant)",
    ),
    (
        "outside",
        r"\b(?:right now|last night|yesterday|this evening|at the moment)\b.{0,20}\?|"
        r"\bscores?\b.{0,40}\b(?:match|game|vs)\b|\b(?:match|game)\b.{0,20}\b(?:score|"
        r"today|tonight|right now)\b|\b(?:cricket|football|ipl|world cup|match score|"
        r"who won|score of (?:the|yesterday)|scored (?:the|most)|news|headlines|"
        r"stock price|share price|bitcoin|exchange rate today|movie|movies|netflix|"
        r"restaurant|pizza|order (?:me|food|a|some|lunch|dinner)|recipe|cook|book (?:me|a|"
        r"an|us|two|tickets?|my|the)\b.{0,30}(?:ticket|tickets|train|flight|bus|cab|hotel|"
        r"table|taxi|room|appointment|seat)|flight|flights|cab|uber|"
        r"alarm|"
        r"what time (?:does|do|will|is) (?:[a-z]+ ){1,5}(?:close|open|start|come|leave|arrive|end)|"
        r"(?:price|rate|value) of (?:[a-z]+ ){1,3}(?:today|now|right now|currently)|"
        r"remind me (?:to|at|in|on|tomorrow|later)|reminder|set a timer|play (?:some|a|the|me|"
        r"my|music|song)|music|"
        r"call (?:my|mom|dad|him|her|the)|text (?:my|him|her|mom|dad)|message (?:my|him|"
        r"her)|send (?:a|an|the|my) (?:text|message|mail|email|sms|whatsapp)|whatsapp|"
        r"instagram|youtube|translate|translation|horoscope|what time is it|"
        r"what is the (?:time|date)(?: now| today| right now| please)?\W*$|"
        r"what day is (?:it|today)|current time|time (?:is it|now)|today's date|"
        r"prime minister|president of|capital (?:city )?of|who is the (?:pm|ceo|president|"
        r"king|principal|richest|prime)|how old (?:am|are|is)|where do i live|"
        r"what is my name|girlfriend|boyfriend|traffic|bus timing|train timing|nearest|"
        r"near me|lunch|dinner|breakfast|canteen|mess food|my password|wifi|turn (?:on|"
        r"off)|search the web|google (?:it|for)|gift|birthday|wake me|weekend plans)\b",
    ),
    (
        "earlier",
        r"\b(?:try|do|say|repeat|explain|answer|check|show|give|tell|solve|calculate|run|"
        r"write|redo|rephrase|go over) (?:me )?(?:that|it|this|the (?:same|last|previous|"
        r"first|second)|those|them)(?: \w+){0,2} (?:again|once more|one more time|"
        r"differently|another way|the other way|more simply|in simpler|shorter|over)|"
        r"\b(?:repeat|rephrase|redo) (?:that|it|this|yourself|the)|"
        r"^\W*(?:again|repeat|continue|go on|more|next|carry on|undo|why|how|really|what|"
        r"huh|wait|hmm+|stop|never ?mind|no|yes|ok(?:ay)?|sure|cool|nice|great|wow|lol|"
        r"haha+|good|perfect|awesome|got it|understood|i see|right|correct|wrong|fine|k|"
        r"yep|yeah|nope|yup|alright|hm+|oh|ah+|amazing|brilliant|excellent|super|exactly|"
        r"same)(?:[\s!.?,]+(?:again|repeat|please|it|that|then|one|more|ok(?:ay)?|cool|"
        r"nice|great|lol|got it|good|thanks|makes sense|sure|yes|no|thing|job|work|stuff|"
        r"now|so|much|well done|i see|bro|man|mate|buddy))*[\s!.?]*$|"
        r"are you sure|is that (?:right|correct|true|all|it|so|ok)|that is (?:wrong|not|"
        r"incorrect|right|correct|great|all|it|better|good|cool|nice|perfect|awesome|fine|"
        r"enough|exactly|clear|helpful)|you are (?:wrong|right|great|awesome|the best|"
        r"amazing|funny|so|very|a|an|not|smart|useless|helpful|my)|what (?:did|was|"
        r"were) (?:i|you|we|my|the|your) (?:just |last |first |previous |earlier )?(?:ask|"
        r"say|said|asked|question|answer|talking|tell|told|mean)|make (?:it|that|"
        r"this) (?:shorter|longer|simpler|short|better|bigger)|"
        r"(?:another|one more|more) (?:example|examples|one|way)\W*(?:please)?\W*$|(?:the|"
        r"my) (?:last|previous|earlier|first) (?:answer|question|one|message)|(?:answer|"
        r"explain|say|tell|put) (?:that |it |this |me )?in (?:hindi|tamil|simple|simpler|"
        r"other|easy|short|one|fewer|your own)|makes sense|that (?:helped|helps|worked|"
        r"works|cleared|was (?:helpful|great|useful|quick|clear|fast|easy|perfect|good|"
        r"nice))|got it|i (?:got|get|understand|understood) it(?: now)?\b|never mind|"
        r"forget it|not what i|"
        r"well done|good (?:job|work|bot|one)|nice (?:work|job|one)|great (?:job|work|"
        r"help|answer|explanation)|you (?:rock|did|got|made|said|told|were|just)",
    ),
]
_PATTERNS = [(kind, re.compile(pattern)) for kind, pattern in _KINDS]

_EMPTY = STOP | frozenset(
    """
sec second seconds minute minutes sounds happy year new sure
nope yep yup still incorrect wait no stop sorry never mind back found find forget forgot said
figured myself perfect exactly
needed nothing wrong window oops hope doing morning evening afternoon night fine great awesome cool
bored guess whatever tomorrow already yet still once bit brief time quick fast easy hard talk
else ready done finished leave going went come gone
hmm hm um uh ah oh ok okay hey hi hello yes no yeah please again way same thing things stuff bit lot
one ones two other another last previous first next more less shorter longer simpler
better different differently simply simple words explain tell show give make say help do try
repeat understand
mean means question questions answer answers sure right wrong good nice really actually maybe
today now later here there back well bro sir madam man dude lol haha anything something everything
nothing someone example examples detail details briefly short long quick quickly
""".split()
)


def small_talk(text: str) -> str | None:
    """The kind of small talk that the text is, or None when it may be a question."""
    line = plain(tidy(text)).strip()
    if not re.search(r"[^\W_]", line):
        return "earlier" if line else "empty"
    for kind, pattern in _PATTERNS:
        if kind == "thanks" and len(line.split()) > 14:
            continue
        if pattern.search(line):
            return kind
    return None


def says_nothing(text: str) -> bool:
    """True when no word could name a subject (`do that one again but the other way`)."""
    words = re.findall(r"[^\W_]+(?:[+#]+)?", plain(tidy(text)))
    return not any(w not in _EMPTY and not (len(w) == 1 and w.isalpha()) for w in words)


ANSWERS = {
    "thanks": "You are welcome.",
    "greeting": "Hello.",
    "bye": "Goodbye, and good luck with your studies.",
    "weather": "I do not know the weather. None of my tools can look it up.",
    "joke": "I have no jokes, stories or poems: I follow fixed rules and cannot make things up.",
    "feelings": "I am only a set of rules, so I cannot feel with you. I can help you with your "
    "work.",
    "opinion": "I have no opinions: I am a set of fixed rules.",
    "outside": "None of my tools can do that.",
    "earlier": "I follow fixed rules and cannot rework an earlier answer. "
    "Please ask the whole question again, in other words.",
    "empty": "Please type a question.",
}
