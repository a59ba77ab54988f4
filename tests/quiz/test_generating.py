"""Asking a model for a quiz: the reasons that go back, the bounds, and what comes out."""

import json
import threading
from types import SimpleNamespace

import pytest

from studybuddy import ModelError, PracticeModel, QuizError, ScriptedModel, generate_quiz
from studybuddy.messages import Reply, assistant, call
from studybuddy.quiz.asking import schema
from tests.quiz.replies import GOOD, MARS, MERCURY, NOTES, SATURN, question, quiz

WRONG = quiz(question(answer_index=9))
MADE_UP = question(question="Which planet has a hotel?",
                   options=["Vulcan", "Arrakis", "Tatooine", "Solaris"], answer_index=3)


class Spy:
    """A scripted model that keeps what it was sent."""

    name = "spy"

    def __init__(self, *script):
        self.inner = ScriptedModel(list(script))
        self.sent: list[list[dict]] = []
        self.schemas: list[dict] = []

    def complete(self, messages, tools, *, response_schema=None, cancel=None, on_event=None):
        assert tools == []
        self.sent.append([dict(message) for message in messages])
        self.schemas.append(response_schema)
        return self.inner.complete(messages, tools)

    def last_words(self):
        """The last user message of each request."""
        return [messages[-1]["content"] for messages in self.sent]


def length(text):
    return Reply(assistant(text), "length")


def test_bad_bad_good():
    spy = Spy("no", WRONG, GOOD)
    made = generate_quiz(NOTES, 1, model=spy, retries=2)
    assert made.questions[0].answer == "Mercury"
    first, second, third = spy.last_words()
    assert "exactly 1 question" in first and NOTES.split(".")[0] in first
    assert "no JSON object" in second and '"answer_index" is 9' in third
    assert spy.schemas == [schema()] * 3
    roles = [message["role"] for message in spy.sent[2]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]


def test_the_requests_are_bounded_and_the_error_carries_the_last_reason():
    for retries in (0, 1, 3):
        spy = Spy(*["no"] * 3, WRONG, WRONG)
        with pytest.raises(QuizError) as caught:
            generate_quiz(NOTES, 1, model=spy, retries=retries)
        assert len(spy.sent) == retries + 1
    assert '"answer_index" is 9' in str(caught.value) and "after 4 replies" in str(caught.value)


@pytest.mark.parametrize("huge", ["{" + "x" * 500_000, "word " * 100_000, GOOD * 20_000])
def test_of_a_huge_reply_little_is_sent_back(huge):
    spy = Spy(huge, GOOD)
    generate_quiz(NOTES, 1, model=spy, retries=1)
    more = sum(len(message["content"]) for message in spy.sent[1]) - sum(
        len(message["content"]) for message in spy.sent[0])
    assert more < 800
    assert len(spy.sent[1][2]["content"]) <= 240


@pytest.mark.parametrize("empty", [
    "", " \n", {"role": "assistant", "content": None}, Reply(assistant(""), "length"),
    "<think>Planets...</think>"])
def test_an_empty_reply_is_not_kept(empty):
    spy = Spy(empty, GOOD)
    assert len(generate_quiz(NOTES, 1, model=spy).questions) == 1
    second = spy.sent[1]
    assert [message["role"] for message in second] == ["system", "user"]
    assert "cannot be used" in second[-1]["content"]


def test_a_call_is_answered_in_words():
    asks = assistant("", [call("calculator", {"expression": "1+1"}, "c1")])
    spy = Spy(asks, GOOD)
    assert len(generate_quiz(NOTES, 1, model=spy).questions) == 1
    assert "There are no tools here" in spy.last_words()[1]
    assert not any(message.get("tool_calls") for message in spy.sent[1])


@pytest.mark.parametrize("cut", [
    length(quiz(MERCURY, SATURN, MARS, MERCURY)[:300]), quiz(MERCURY, SATURN, MARS)[:300],
    length("A quiz: "), "<think>Let me"])
def test_a_reply_that_was_cut_off_leads_to_fewer_questions(cut):
    spy = Spy(cut, quiz(MERCURY, SATURN))
    made = generate_quiz(NOTES, 4, model=spy)
    assert "cut off" in spy.last_words()[1] and "exactly 2 questions" in spy.last_words()[1]
    assert len(made.questions) == 2 and "cut off" in made.note


def test_after_a_cut_the_whole_number_is_welcome_too():
    made = generate_quiz(NOTES, 2, model=Spy(length("{"), quiz(MERCURY, SATURN)))
    assert len(made.questions) == 2 and made.note == ""


def test_a_length_limit_behind_the_quiz_does_no_harm():
    assert len(generate_quiz(NOTES, 1, model=Spy(length(GOOD + "\nI hope"))).questions) == 1


def test_a_whole_reply_with_a_fault_hears_the_fault_in_spite_of_the_limit():
    for bad, says in ((WRONG, '"answer_index" is 9'), (f'{{"quiz": {GOOD}}}', "its names: quiz")):
        spy = Spy(length(bad), GOOD)
        assert len(generate_quiz(NOTES, 1, model=spy).questions) == 1
        assert says in spy.last_words()[1] and "cut off" not in spy.last_words()[1]


def test_a_draft_before_a_cut_off_quiz_is_not_taken():
    draft = quiz(question(answer_index=0))
    for cut in (quiz(SATURN)[:-9], '{"topic": "x", "questions": [{"que', '{"topi'):
        spy = Spy(length(f"{draft}\nCorrected:\n{cut}"), GOOD)
        assert generate_quiz(NOTES, 1, model=spy).questions[0].answer == "Mercury"
        assert "cut off" in spy.last_words()[1]


def test_fewer_questions_need_a_reason():
    spy = Spy(quiz(MERCURY, SATURN), quiz(MERCURY, SATURN, MARS))
    assert len(generate_quiz(NOTES, 3, model=spy).questions) == 3
    assert "There are 2 questions in the quiz, not 3." in spy.last_words()[1]
    spy = Spy(quiz(MERCURY, SATURN, note="The notes hold facts for 2 questions only."))
    made = generate_quiz(NOTES, 3, model=spy)
    assert len(made.questions) == 2 and made.note == "The notes hold facts for 2 questions only."
    with pytest.raises(QuizError, match="The note says: \"Nothing here"):
        generate_quiz(NOTES, 3, model=Spy(quiz(note="Nothing here.")), retries=0)
    long = "The notes tell of the weather, and " * 4 + "of nothing that a quiz could ask."
    with pytest.raises(QuizError, match="a quiz could ask"):
        generate_quiz(NOTES, 3, model=Spy(quiz(note=long)), retries=0)


def test_an_answer_without_support_is_asked_for_again():
    spy = Spy(quiz(MERCURY, MADE_UP), quiz(MERCURY, SATURN))
    made = generate_quiz(NOTES, 2, model=spy)
    assert [entry.answer for entry in made.questions] == ["Mercury", "Saturn"]
    assert 'Question 2: the answer "Solaris" does not stand in the notes.' in spy.last_words()[1]


def test_what_stays_without_support_is_left_out():
    bad = quiz(MERCURY, SATURN, MADE_UP)
    for script in ([bad] * 3, [bad, "no", WRONG], [quiz(MADE_UP, MERCURY, MADE_UP | {
            "question": "Which has two?"}), bad, "no"]):
        made = generate_quiz(NOTES, 3, model=Spy(*script))
        assert [entry.answer for entry in made.questions] == ["Mercury", "Saturn"]
        assert made.note.startswith("1 question was left out")
    with pytest.raises(QuizError, match="Solaris"):
        generate_quiz(NOTES, 1, model=Spy(*[quiz(MADE_UP)] * 3))


def test_of_short_notes_it_says_why_questions_are_missing():
    tiny = "A quokka is a small marsupial. It lives on Rottnest Island."
    other = question(question="What is a quokka?", answer_index=0,
                     options=["A small marsupial", "A fish", "A bird", "A tree"])
    lost = MADE_UP | {"question": "Which has two?"}
    made = generate_quiz(tiny, 2, model=Spy(*[quiz(other, lost)] * 3))
    assert made.note.startswith("1 question was left out") and "11 words only" in made.note
    for script in ([quiz(MADE_UP)] * 3, [quiz(MADE_UP), "no", "no"]):
        with pytest.raises(QuizError, match="11 words only.*check_support=False"):
            generate_quiz(tiny, 1, model=Spy(*script))
    for notes, script in ((tiny, ["no"] * 3), (NOTES * 2, [quiz(MADE_UP)] * 3)):
        with pytest.raises(QuizError) as caught:  # that is not the reason here
            generate_quiz(notes, 1, model=Spy(*script))
        assert "words only" not in str(caught.value)


def test_the_model_fails_while_a_question_is_replaced():
    made = generate_quiz(NOTES, 2, model=Spy(quiz(MERCURY, MADE_UP)))  # the script runs out
    assert [entry.answer for entry in made.questions] == ["Mercury"]


def test_the_check_can_be_switched_off():
    made = generate_quiz(NOTES, 1, model=Spy(quiz(MADE_UP)), check_support=False)
    assert made.questions[0].answer == "Solaris" and made.questions[0].source is not None
    made = generate_quiz("Nothing.", 1, model=Spy(quiz(MADE_UP)), check_support=False)
    assert made.questions[0].source is None


def test_the_source_is_the_passage_and_not_the_models_word():
    hits = [{"text": "Saturn has bright rings of ice.", "source": "sky.pdf", "page": 2},
            {"text": "Mercury is the planet nearest to the sun.", "source": "sky.pdf p.7"}]
    spy = Spy(quiz(question(source="made-up.pdf"), SATURN))
    made = generate_quiz(hits, 2, model=spy)
    assert [entry.source for entry in made.questions] == ["sky.pdf p.7", "sky.pdf p.2"]
    assert "[2] sky.pdf p.7\nMercury is" in spy.last_words()[0]


def test_long_notes_are_sent_in_part_and_from_everywhere():
    notes = [f"Fact {number}. " + "filling words " * 40 for number in range(100)] + [NOTES]
    spy, events = Spy(GOOD), []
    generate_quiz(notes, 1, model=spy, seed=1, max_chars=6_000, check_support=False,
                  on_event=events.append)
    sent = spy.last_words()[0]
    assert len(sent) < 7_500
    numbers = [number for number in range(100) if f"Fact {number}. " in sent]
    assert numbers[0] < 20 and numbers[-1] >= 80 and len(numbers) >= 8
    assert events == [{"type": "request", "attempt": 1, "questions": 1, "passages": len(numbers)
                       + (NOTES[:20] in sent), "of": 101}]


def test_options_are_shuffled_with_a_seed():
    bank = [question(MERCURY, question=f"Which planet is nearest to the sun ({number})?",
                     options=["Mercury", "Mars", "Saturn", "Jupiter"], answer_index=0)
            for number in range(8)]
    orders = []
    for seed in (1, 1, 2):
        made = generate_quiz(NOTES, 8, model=Spy(quiz(*bank)), seed=seed)
        assert all(entry.answer == "Mercury" for entry in made.questions)
        orders.append([entry.options for entry in made.questions])
        assert len({entry.answer_index for entry in made.questions}) > 1
    assert orders[0] == orders[1] != orders[2]
    kept = question(explanation="Option B is nearest.")
    assert generate_quiz(NOTES, 1, model=Spy(quiz(kept)), seed=3).questions[0].options == (
        MERCURY["options"])


def test_events_tell_of_each_request_and_reason():
    events = []
    generate_quiz(NOTES, 1, model=Spy("no", GOOD), on_event=events.append)
    assert [event["type"] for event in events] == ["request", "reask", "request"]
    assert "no JSON object" in events[1]["reason"]

    def broken(event):
        raise RuntimeError("listener")

    with pytest.warns(UserWarning, match="listener"):
        assert generate_quiz(NOTES, 1, model=Spy(GOOD), on_event=broken).questions


def test_a_model_that_fails_is_not_asked_again():
    for kind in ("auth", "rate_limit", "cancelled"):
        def fails(messages, kind=kind):
            raise ModelError(kind, "It failed.")

        spy = Spy(fails, GOOD)
        with pytest.raises(ModelError) as caught:
            generate_quiz(NOTES, 1, model=spy)
        assert caught.value.kind == kind and len(spy.sent) == 1
    with pytest.raises(ModelError) as caught:
        generate_quiz(NOTES, 1, model=Spy(Reply(assistant(""), "blocked")))
    assert caught.value.kind == "blocked"

    class Silent:
        def complete(self, messages, tools, **more):
            return None

    with pytest.raises(ModelError, match="NoneType"):
        generate_quiz(NOTES, 1, model=Silent())


def test_cancel_reaches_the_model():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(ModelError) as caught:
        generate_quiz(NOTES, 1, model=PracticeModel(), cancel=cancel)
    assert caught.value.kind == "cancelled"


class Completions:
    """The least that a client of the caller's own offers."""

    def __init__(self, *texts):
        self.texts, self.asked = list(texts), []

    def create(self, *, model, messages):
        self.asked.append((model, json.loads(json.dumps(messages))))
        return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(
            content=self.texts.pop(0)))])


def test_a_client_of_ones_own():
    completions = Completions("sorry", f"```json\n{GOOD}\n```")
    client = SimpleNamespace(chat=SimpleNamespace(completions=completions))
    made = generate_quiz(NOTES, 1, client, "some-model")
    assert made.questions[0].answer == "Mercury"
    (name, messages), (_, again) = completions.asked
    assert name == "some-model" and '"answer_index"' in messages[0]["content"]
    assert "no JSON object" in again[-1]["content"]


def test_names_of_models():
    made = generate_quiz("A mutex is a lock with an owner. A file is a named sequence of bytes. A "
                         "cat is an animal with sharp claws. A page is a block of equal size.", 2,
                         model="practice")
    assert len(made.questions) == 2
    with pytest.raises(ModelError, match="no model 'oracle'"):
        generate_quiz(NOTES, 1, model="oracle")


@pytest.mark.parametrize("more", [{"n": 0}, {"n": 51}, {"n": True}, {"n": "5"}, {"retries": -1},
                                  {"retries": 1.5}, {"max_chars": 0}])
def test_arguments_that_are_none(more):
    with pytest.raises(ValueError, match="must be a whole number"):
        generate_quiz(NOTES, model=Spy(), **more)


def test_notes_that_are_none():
    for notes in ("", " \n", []):
        with pytest.raises(QuizError, match="notes are empty"):
            generate_quiz(notes, model=Spy())
    with pytest.raises(TypeError):
        generate_quiz(None, model=Spy())
