"""The parts of a quiz as HTML and text: what QuizPanel shows with widgets and without."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

from studybuddy.panels.markup import block, escaped, inline, plain, word
from studybuddy.quiz import Question, Quiz
from studybuddy.quiz.labels import mixed_labels, without_labels

LETTERS = "ABCD"


def labelled(question: Question) -> list[tuple[str, str]]:
    """(letter, text) of each option. A letter that a text brings along is not said twice; where
    the texts bring them along in another order, there is no letter of ours."""
    if mixed_labels(question.options):
        return [("", text) for text in question.options]
    return [(f"{letter}.", text)
            for letter, text in zip(LETTERS, without_labels(question.options), strict=True)]


def line(letter: str, text: str) -> str:
    """An option within a list or a sentence, as HTML."""
    return f"<bdi>{letter}</bdi> {escaped(text)}" if letter else escaped(text)


def explained(question: Question, choice: int | None) -> str:
    """What each option is, the explanation and the source; with the verdict on `choice`."""
    answer = question.answer_index
    options = [line(*option) for option in labelled(question)]
    parts = []
    if choice is not None:
        verdict = (f"{word('RIGHT', 'good')} Your answer is right." if choice == answer else
                   f"{word('WRONG', 'bad')} The answer is <bdi>{options[answer]}</bdi>")
        parts.append(f"<p>{verdict}</p>")
    rows = []
    for position, option in enumerate(options):
        kind = "good" if position == answer else "bad" if position == choice else "note"
        said = "right" if position == answer else "wrong"
        if position == choice:
            said = f"your answer, {said}"
        why = _why(question, position)
        more = f"<br>{inline(why)}" if why else ""
        rows.append(f'<li class="sb-{kind}" dir="auto">{option} '
                    f"<bdi><strong>({said})</strong></bdi>{more}</li>")
    parts.append(f"<ul>{''.join(rows)}</ul>")
    if question.explanation.strip():
        parts.append(block(question.explanation.strip(), label="Why:"))
    if question.source:
        parts.append(f'<p class="sb-small">Source: {inline(question.source)}</p>')
    return "\n".join(parts)


def _why(question: Question, position: int) -> str:
    """The sentences of the explanation that name this wrong option and no other one."""
    if position == question.answer_index:
        return ""
    options = without_labels(question.options)
    sentences = re.split(r"(?<=[.!?])\s+", question.explanation.strip())
    if len(sentences) < 2:  # it stands below as a whole
        return ""
    return " ".join(sentence for sentence in sentences
                    if [n for n, option in enumerate(options) if _names(sentence, option)]
                    == [position])


def _names(sentence: str, option: str) -> bool:
    return bool(option.strip()) and re.search(
        rf"(?<!\w){re.escape(option.strip())}(?!\w)", sentence, re.IGNORECASE) is not None


def title(quiz: Quiz) -> str:
    """The first line of the panel, as text."""
    return f"Quiz: {plain(' '.join(quiz.topic.split()))}" if quiz.topic.strip() else "Quiz"


def head(quiz: Quiz, sentence: str) -> str:
    """The title, the note of the quiz, and a sentence of ours (HTML), such as where one is."""
    note = f'<p class="sb-small">{escaped(quiz.note)}</p>' if quiz.note else ""
    said = f'<p class="sb-small">{sentence}</p>' if sentence else ""
    return (f'<p class="sb-title" dir="auto"><strong>{html.escape(title(quiz))}</strong></p>'
            f"{note}{said}")


def link(topic: str, kind: str, text: str) -> str:
    """A link that saves `text`: it holds the whole file, so nothing is asked from any server."""
    name = "-".join(re.findall(r"[a-z0-9]+", topic.lower()))[:40] or "results"
    mime = {"csv": "text/csv", "json": "application/json"}[kind]
    return (f'<a download="quiz-{name}.{kind}" href="data:{mime};charset=utf-8,{quote(text)}">'
            f"as {kind.upper()}</a>")


def as_text(quiz: Quiz) -> str:
    """All questions with their options, the right answers at the end."""
    lines = [title(quiz)]
    if quiz.note:
        lines.append(plain(quiz.note))
    if not quiz.questions:
        lines.append("This quiz has no questions.")
    for number, question in enumerate(quiz.questions, start=1):
        lines += ["", f"{number}. {plain(question.question)}"]
        lines += [f"   {f'{letter} {plain(text)}'.strip()}"
                  for letter, text in labelled(question)]
    if quiz.questions:
        lines += ["", "Answers:"]
    for number, question in enumerate(quiz.questions, start=1):
        letter, text = labelled(question)[question.answer_index]
        lines.append(f"{number}. {f'{letter} {plain(text)}'.strip()}")
    return "\n".join(lines)


def as_html(quiz: Quiz) -> str:
    """All questions with their options; each answer is folded."""
    parts = [head(quiz, "" if quiz.questions else "This quiz has no questions.")]
    for number, question in enumerate(quiz.questions, start=1):
        options = "".join(f'<li dir="auto">{line(*option)}</li>'
                          for option in labelled(question))
        parts.append(
            f'<p class="sb-text sb-question" dir="auto"><strong><bdi>{number}.</bdi> '
            f"{escaped(question.question)}</strong></p>\n<ul>{options}</ul>\n"
            f"<details><summary>Answer to question {number}</summary>\n"
            f"{explained(question, None)}\n</details>")
    return "\n".join(parts)
