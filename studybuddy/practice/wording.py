"""The final answer, written from what the tools really gave back.

What stands in a result is data: it is shown or quoted, and nothing in it is ever followed.
"""

from __future__ import annotations

import json
import math
import re

from studybuddy.practice import notes
from studybuddy.practice.words import stem

MAX_RESULT = 100_000
MAX_QUOTE = 400
MAX_ROWS = 30


def read_result(content: object) -> dict:
    """A tool message's content as a dict; a text that is no JSON object becomes `result`."""
    text = (
        content
        if isinstance(content, str)
        else ""
        if content is None
        else str(content)[:MAX_RESULT]
    )
    if len(text) <= MAX_RESULT:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = text
    else:
        data = text
    return data if isinstance(data, dict) else {"result": data}


def error_of(result: dict) -> str | None:
    """The error sentence of a result, or None."""
    error = result.get("error")
    if error is None or error is False or error == "":
        return None
    return error if isinstance(error, str) else _plain(error)


def was_rejected(result: dict) -> bool:
    """True when a person did not allow the call."""
    words = (
        f"{result.get('status', '')} {result.get('error', '')} {result.get('message', '')}".lower()
    )
    return result.get("status") in ("rejected", "denied") or bool(
        re.search(
            r"\b(?:rejected|not approved|declined|did not (?:allow|approve)|"
            r"refused by (?:the|a) "
            r"(?:person|user))\b",
            words[:2000],
        )
    )


def show_number(value: object) -> str:
    """A number for reading: 372.0 as 372, and a long decimal rounded with its full value."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return _plain(value)
    if isinstance(value, int):
        return _grouped(value)
    if not math.isfinite(value):
        return str(value)
    if value == int(value) and abs(value) < 1e15:
        return _grouped(int(value))
    full = repr(value)
    if "e" in full or len(full.partition(".")[2]) <= 4:
        return full
    short = f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3g}"
    return f"about {short} ({full})"


def _grouped(value: int) -> str:
    try:
        return str(value)
    except ValueError:  # more digits than Python prints
        return "a very large number"


def answer(done: list[tuple[str, dict, dict]]) -> str:
    """The answer to the calls of a turn: (tool name, arguments, result), in order."""
    repaired = [
        (n, a, r)
        for i, (n, a, r) in enumerate(done)
        if not (
            error_of(r)
            and not was_rejected(r)
            and any(later[0] == n and not error_of(later[2]) for later in done[i + 1 :])
        )
    ]
    return "\n\n".join(_one(name, arguments, result) for name, arguments, result in repaired)


def _one(name: str, arguments: dict, result: dict) -> str:
    if was_rejected(result):
        reason = _plain(result.get("reason") or result.get("error") or result.get("message") or "")
        reason = re.sub(r"^The (?:student|person|user) rejected this call[:.]? *", "", reason)
        return f"You did not allow {name}, so I have not done it." + (
            f" The note was: {reason[:300]}" if reason else ""
        )
    if result.get("status") == "needs_approval":
        return f"{name} waits for your approval. Nothing has happened yet."
    error = error_of(result)
    if error and result.get("status") in ("not_sent", "unknown"):
        return error[:600]  # the arguments were right, and asking again might do it twice
    if error:
        return f"The tool {name} gave an error: {error[:600]}\n{_advice(name, arguments)}"
    if result.get("status") in ("sent", "saved") and isinstance(result.get("message"), str):
        text = result["message"][:1000]
    elif isinstance(result.get("plan"), list):
        text = _plan(result)
    elif isinstance(result.get("results"), list):
        text = _passages(arguments, result)
    elif "result" in result and isinstance(arguments.get("expression"), str):
        text = _calculated(arguments["expression"], result["result"])
    elif set(result) - {"origin", "truncated", "total_chars"} == {"result"}:
        value = result["result"]
        text = (
            f"{name} gave: {show_number(value)}"
            if not isinstance(value, str) or "\n" not in value
            else f"{name} gave:\n{value[:4000]}"
        )
    else:
        text = _fields(name, result)
    if result.get("truncated"):
        total = result.get("total_chars")
        size = f" ({total} characters in all)" if total else ""
        text += f"\nThis is only the start: the result was cut off{size}."
    return text


def _calculated(expression: str, value: object) -> str:
    shown = show_number(value)
    if shown.startswith("about"):
        return f"{expression} is {shown}."
    return f"{expression} = {shown}."


def _plan(result: dict) -> str:
    rows = [row for row in result["plan"] if isinstance(row, dict)]
    exam, days = result.get("exam_date"), result.get("days_left")
    head = "Here is your study plan"
    head += f" for the exam on {_plain(exam)}" if exam else ""
    head += (
        f" ({show_number(days)} {'day' if days == 1 else 'days'} left)" if days is not None else ""
    )
    lines = [head + ":"]
    width = max((len(_plain(row.get("topic"))[:60]) for row in rows[:MAX_ROWS]), default=0)
    for row in rows[:MAX_ROWS]:
        hours = row.get("hours")
        lines.append(
            f"{_plain(row.get('date'))}  {_plain(row.get('topic'))[:60]:<{width}}  "
            f"{show_hours(hours)}".rstrip()
        )
    if len(rows) > MAX_ROWS:
        lines.append(f"... and {len(rows) - MAX_ROWS} more sessions.")
    for key in ("note", "notes", "message", "warning"):
        if isinstance(result.get(key), str) and result[key]:
            lines.append(result[key][:400])
    return "\n".join(lines)


def show_hours(hours: object) -> str:
    """Hours with their unit: `2 hours`, `0.67 hours`; nothing where there are none."""
    if isinstance(hours, bool) or not isinstance(hours, (int, float)):
        return _plain(hours) if hours is not None else ""
    return f"{round(hours, 2):g} {'hour' if hours == 1 else 'hours'}"


def _passages(arguments: dict, result: dict) -> str:
    query = next((v for k, v in arguments.items() if isinstance(v, str)), "this")
    found = [r for r in result["results"] if isinstance(r, (dict, str)) and r]
    if not found:
        message = result.get("message")
        text = f'The notes hold nothing on "{query}".'
        return f"{text} {_plain(message)[:400]}" if message else text
    texts = [_passage(one) for one in found]
    if alike := notes.only_alike(query, texts):
        return (f'The notes hold nothing on "{query}", only words that look alike, such as '
                f'"{alike}". Try other words.')
    lines = [f'The notes say on "{query}":']
    for passage in found[:10]:
        if isinstance(passage, str):
            lines.append(f'- "{_quoted(passage, query)}"')
            continue
        source = passage.get("source")
        where = f" ({_plain(source)})" if source else ""
        lines.append(f'- "{_quoted(_passage(passage), query)}"{where}')
    return "\n".join(lines)


def _passage(found: dict | str) -> str:
    """The text of a passage that a search gave."""
    if isinstance(found, str):
        return found
    return _plain(found.get("text") or found.get("content") or found.get("passage") or "")


# "A deadlock is a state ...": the subject, and what says that the rest tells what it is.
_SAYS_WHAT = re.compile(
    r"(?:[^\w\s]+ )?([\w()'+/-]{1,40}(?: [\w()'+/-]{1,40}){0,5}?) "
    r"(?:(?:is|are) (?:an?|the|one|called|defined)|means?|describes?|stands? for|refers? to)\b")


def _quoted(text: str, query: str) -> str:
    """A passage in one line, without its headings; of a long one the part from the sentence with
    most of the query, and among equal ones from the first that says what the thing is."""
    from studybuddy.rag.chunks import without_headings

    text = " ".join(without_headings(text).split())
    if len(text) <= MAX_QUOTE:
        return text
    asked = {stem(word) for word in re.findall(r"\w{2,40}", query.lower())}
    starts = [0, *(found.end() for found in re.finditer(r"[.!?:] ", text))]

    def worth(place: int) -> tuple[int, bool]:
        sentence = text[starts[place]:[*starts[1:], len(text)][place]].lower()
        shared = asked & {stem(word) for word in re.findall(r"\w{2,40}", sentence)}
        subject = _SAYS_WHAT.match(sentence)
        defines = subject and asked & {stem(word) for word in re.findall(r"\w{2,40}", subject[1])}
        return len(shared), bool(defines)

    start = starts[max(range(len(starts)), key=worth)]  # of equal ones the first
    start = min(start, max(place for place in starts if place <= len(text) - MAX_QUOTE // 2))
    cut = text[start:start + MAX_QUOTE]
    if start + MAX_QUOTE < len(text):
        cut = (cut.rpartition(" ")[0] or cut) + " ..."
    return f"... {cut}" if start else cut


def _fields(name: str, result: dict) -> str:
    fields = [(k, v) for k, v in result.items() if k not in ("origin", "truncated", "total_chars")]
    if not fields:
        return f"{name} gave an empty result."
    long = [k for k, v in fields if isinstance(v, str) and ("\n" in v or len(v) > 200)]
    parts = [
        f"{_plain(k).replace('_', ' ')}: {show_number(v)}" for k, v in fields[:20] if k not in long
    ]
    text = f"{name} gave " + (", ".join(parts) + "." if parts else "this.")
    for key in long[:3]:
        text += f"\n{key}:\n{str(result[key])[:4000]}"
    return text


def _plain(value: object) -> str:
    """Any JSON value as one text."""
    if isinstance(value, str):
        return value
    if value is None:
        return "nothing"
    if isinstance(value, list) and all(isinstance(v, (str, int, float)) for v in value):
        return ", ".join(str(v) for v in value[:50])
    try:
        return json.dumps(value, ensure_ascii=False, default=str)[:2000]
    except (ValueError, RecursionError):
        return "a value that cannot be shown"


def _advice(name: str, arguments: dict) -> str:
    if "expression" in arguments:
        return (
            f"I sent {str(arguments['expression'])[:200]}. Please write the sum with "
            "numbers and + - * / only, or ask in other words."
        )
    if "exam_date" in arguments:
        return (
            "Please change what it names and ask again, for example: "
            '"Make a study plan for algebra and geometry, exam on 15 January, 2 hours a day."'
        )
    return "Please change what it names and ask again."


# One repair by rule -------------------------------------------------------------------------
def repaired(arguments: dict, error: str, today) -> dict | None:
    """The arguments with one fault mended that the error names, or None when no rule fits."""
    from studybuddy.practice.dates import find_dates

    said = error[:2000]
    if re.search(
        r"unknown|unexpected|not (?:a )?(?:known|allowed)|does not know|no (?:field|"
        r"parameter|argument)|not accept",
        said,
        re.IGNORECASE,
    ):
        named = [k for k in arguments if re.search(rf"(?<!\w){re.escape(k)}(?!\w)", said)]
        if len(named) == 1 and len(arguments) > 1:
            return {k: v for k, v in arguments.items() if k != named[0]}
    for key, value in arguments.items():
        if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", said):
            continue
        if (
            "YYYY-MM-DD" in said
            and isinstance(value, str)
            and not re.fullmatch(r"\d{4}-\d\d-\d\d", value)
        ):
            dates = find_dates(value.lower()[:100], today)
            if dates:
                return {**arguments, key: dates[0].date.isoformat()}
        if isinstance(value, (int, float)) and re.search(r"\b(?:string|text)\b", said):
            return {**arguments, key: str(value)}
        if isinstance(value, str) and re.search(r"\b(?:list|array)\b", said):
            return {**arguments, key: [value]}
        if (
            isinstance(value, float)
            and re.search(r"\b(?:integer|whole number)\b", said)
            and value == int(value)
        ):
            return {**arguments, key: int(value)}
    return None
