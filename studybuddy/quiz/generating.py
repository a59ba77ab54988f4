"""Ask a model for a quiz on notes, and ask again, with the reason, until it is one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from studybuddy.jsontext import QUOTE
from studybuddy.messages import Reply, assistant, system, text_of, user, visible
from studybuddy.models.base import ModelError
from studybuddy.models.retry import tell
from studybuddy.quiz import asking
from studybuddy.quiz.errors import QuizError, quoted
from studybuddy.quiz.models import Question, Quiz
from studybuddy.quiz.parsing import in_one, read_quiz, wrong_number
from studybuddy.quiz.passages import MAX_CHARS, choose_passages, read_notes
from studybuddy.quiz.shuffling import shuffled
from studybuddy.quiz.support import SHORT, Support
from studybuddy.showing import short

if TYPE_CHECKING:
    import threading

    from studybuddy.models.base import ChatClient, Model

MAX_QUESTIONS = 50
"""Questions of one quiz."""

_CUT = "The reply was cut off before its end. Fewer questions with short texts will fit."


def generate_quiz(notes: str | list, n: int = 5, client: ChatClient | None = None,
                  model: Model | str | None = None, retries: int = 2, *,
                  seed: int | str | None = None, check_support: bool = True,
                  max_chars: int = MAX_CHARS, on_event: Callable[[dict], None] | None = None,
                  cancel: threading.Event | None = None) -> Quiz:
    """A quiz of `n` questions on notes, written by a model and checked.

    A reply that is no good quiz is answered with the exact reason, and the model writes the whole
    quiz again: at most `retries + 1` replies. Quizzes are never merged. There are fewer than `n`
    questions in three cases, and then `quiz.note` says why: a reply was cut off (the model is then
    asked for half as many), the model says that the notes hold too little, or after the last reply
    questions without support in the notes were left out.

    Args:
        notes: A text, a list of texts, or passages {"text", "source"} as a search gives them.
        n: Questions, 1 to 50.
        client: Anything shaped like an OpenAI client, with `model` as the model's name.
        model: Without a client a Model, or a name as in `Agent`; None is "auto".
        retries: Requests after the first one, 0 or more.
        seed: Decides the order of the options, and the choice among long notes; None: each time
            another. The order stays where an option or an explanation names another one by letter
            or place.
        check_support: Drop a question whose answer does not stand in the notes, by the rule of
            `studybuddy.quiz.support`. False keeps all.
        max_chars: Characters of notes that are sent. Of longer notes passages are chosen that are
            spread over all of them.
        on_event: Hears of each request, {"type": "request", "attempt": 1, "questions": n,
            "passages": sent, "of": all}, of each {"type": "reask", "attempt": 1, "reason": ...},
            and of the waits of the model.
        cancel: Ends a waiting request when it is set.

    Returns:
        The quiz. `source` of each question is the passage that fits its answer best, found by us
        and not taken from the model's word; None when none fits.

    Raises:
        QuizError: No reply was a usable quiz, or the notes are empty. It carries the last reason.
        ModelError: The model gave no reply at all, as it comes from the model.
        ValueError, TypeError: An argument is not as it should be.
    """
    for name, value, least, most in (("n", n, 1, MAX_QUESTIONS), ("retries", retries, 0, 100),
                                     ("max_chars", max_chars, 100, 10**7)):
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"{name} must be a whole number from {least} to {most:,}.")
    passages = read_notes(notes)
    if not passages:
        raise QuizError("The notes are empty. Give a text, or passages of your notes.")
    sent = choose_passages(passages, max_chars, seed)
    talk = _Talk(_model(client, model), n, Support(sent), check_support)
    quiz = talk.run(asking.task(sent, n), retries, on_event, cancel,
                    {"passages": len(sent), "of": len(passages)})
    order = random.Random(seed)
    return quiz.model_copy(update={
        "questions": [shuffled(question, order) for question in quiz.questions]})


def _model(client: ChatClient | None, model: Model | str | None) -> Model:
    """The model to ask, by the rule of `run_agent`."""
    if client is not None:
        from studybuddy.models.openai_chat import ClientModel

        return ClientModel(client, model if isinstance(model, str) else None)
    if model is None or isinstance(model, str):
        from studybuddy.models import choose

        return choose(model or "auto")
    return model


class _Talk:
    """The conversation with the model: requests, reasons, and the best quiz so far."""

    def __init__(self, model: Model, n: int, support: Support, check_support: bool):
        self.model = model
        self.n = n
        self.wanted = n  # fewer after a reply that was cut off
        self.support = support
        self.check_support = check_support
        self.best: Quiz | None = None  # what was left of a quiz of which questions were dropped
        self.unsupported = False  # whether an answer did not stand in the notes

    def run(self, task: str, retries: int, on_event, cancel, about: dict) -> Quiz:
        messages = [system(asking.SYSTEM), user(task)]
        reason = ""
        for attempt in range(1, retries + 2):
            tell(on_event, {"type": "request", "attempt": attempt, "questions": self.wanted,
                            **about})
            try:
                reply = self.model.complete(messages, [], response_schema=asking.schema(),
                                            cancel=cancel, on_event=on_event)
                text = _text(reply)
            except ModelError as error:
                if self.best is None or error.kind == "cancelled":
                    raise
                break  # what is there is good
            try:
                return self._judge(text, reply)
            except QuizError as error:
                reason = str(error)
            if attempt <= retries:
                tell(on_event, {"type": "reask", "attempt": attempt, "reason": reason})
                said = visible(text) or ("I asked for a tool." if reply.tool_calls else "")
                _answer(messages, said, asking.again(reason, self.wanted))
        if self.best is not None:
            return self.best
        count = "1 reply" if retries == 0 else f"{retries + 1} replies"
        raise QuizError(" ".join(filter(None, [
            f"There is no usable quiz after {count}.", reason, self._too_short()])))

    def _judge(self, text: str, reply: Reply) -> Quiz:
        """The quiz of a reply. Raises QuizError with the reason to send back."""
        quiz = self._read(text, reply)
        good, bad = [], []
        for number, question in enumerate(quiz.questions, 1):
            passage, supported = self.support.best(question)
            if self.check_support and not supported:
                bad.append(_without_support(number, question))
            else:
                good.append(question.model_copy(update={
                    "source": passage.source if passage else None}))
        if not bad:
            return quiz.model_copy(update={"questions": good, "note": self._note(quiz)})
        self.unsupported = True
        if len(good) > (len(self.best.questions) if self.best else 0):
            left_out = "1 question was" if len(bad) == 1 else f"{len(bad)} questions were"
            self.best = quiz.model_copy(update={"questions": good, "note": " ".join(filter(None, [
                f"{left_out} left out, because the answer does not stand in the notes.",
                self._too_short()]))})
        raise QuizError(in_one(bad))

    def _read(self, text: str, reply: Reply) -> Quiz:
        """The reply as a quiz with a number of questions that can be taken."""
        if not text.strip() and reply.tool_calls:
            raise QuizError("There are no tools here. Answer with the quiz itself.")
        try:
            quiz, reasons = read_quiz(text)
        except QuizError as error:
            # A limit that was met behind the last brace cut off nothing that counts.
            whole = text.rstrip().rstrip("`").rstrip().endswith(("}", "]"))
            if not error.cut_off and (reply.finish != "length" or whole):
                raise
            self.wanted = max(1, self.wanted // 2)
            raise QuizError(_CUT) from None
        if quiz is None:
            raise QuizError(in_one(reasons))
        count = len(quiz.questions)
        fewer = 0 < count < self.n and (quiz.note.strip() or self.wanted < self.n)
        if count != self.n and not fewer:
            note = short(quiz.note, QUOTE)
            said = f' The note says: "{note}".' if note else ""
            raise QuizError(wrong_number(count, self.wanted) + said)
        return quiz

    def _too_short(self) -> str:
        """For the person: that the notes are too short for the check; empty where they are not."""
        if not self.unsupported or self.support.words > SHORT:
            return ""
        return (f"The notes have {self.support.words} words only, and an answer must stand in "
                "them: give longer notes, or switch the check off with check_support=False.")

    def _note(self, quiz: Quiz) -> str:
        if len(quiz.questions) == self.n:
            return ""
        return short(quiz.note, QUOTE) or "A reply was cut off, so there are fewer questions."


def _text(reply: object) -> str:
    """What was said, thoughts included. Raises ModelError when a filter stopped it."""
    if not isinstance(reply, Reply):
        raise ModelError("bad_response",
                         f"The model gave back {type(reply).__name__}, not a Reply.")
    text = text_of(reply.message)
    if reply.finish == "blocked" and not text.strip():
        raise ModelError("blocked", "The service blocked this quiz. Use other notes.")
    return text


def _answer(messages: list[dict], text: str, words: str) -> None:
    """Add a bad reply, shortened and without thoughts, and what is wrong with it.

    An empty reply is not kept, since some services refuse it; the words then go to the request.
    """
    if text.strip():
        messages += [assistant(short(text, QUOTE)), user(words)]
    else:
        messages[-1] = user(f"{messages[-1]['content']}\n\n{words}")


def _without_support(number: int, question: Question) -> str:
    return (f"Question {number}: the answer {quoted(question.answer)} does not stand in the notes. "
            "Ask something whose answer does.")
