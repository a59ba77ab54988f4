"""The study planner: every topic gets time, no day too much; errors name today and the limits."""

import json
from collections import defaultdict
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studybuddy.showing import UNSEEN
from studybuddy.tools import planner
from studybuddy.tools.planner import make_study_plan

CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"
TODAY = date(2026, 11, 29)
TOPICS = ["Waves", "Optics"]


def strict(answer):
    text = json.dumps(answer, allow_nan=False, ensure_ascii=False)
    return json.loads(text.encode("utf-8"))


def plan(topics=TOPICS, exam_date="2026-12-05", hours_per_day=2, today=TODAY):
    answer = strict(make_study_plan(topics, exam_date, hours_per_day, today=today))
    assert "error" not in answer, answer
    return answer


def error(topics=TOPICS, exam_date="2026-12-05", hours_per_day=2, today=TODAY):
    answer = strict(make_study_plan(topics, exam_date, hours_per_day, today=today))
    assert list(answer) == ["error"]
    return answer["error"]


def rows(answer):
    return [(row["date"][5:], row["topic"], row["hours"]) for row in answer["plan"]]


def test_whole_days_in_a_row_and_revision_at_the_end():
    answer = plan()
    assert rows(answer) == [
        ("11-30", "Waves", 2.0),
        ("12-01", "Waves", 2.0),
        ("12-02", "Optics", 2.0),
        ("12-03", "Optics", 2.0),
        ("12-04", "Revision", 2.0),
    ]
    assert answer["exam_date"] == "2026-12-05"
    assert answer["days_left"] == 6
    assert answer["total_hours"] == 10.0
    assert "note" not in answer


def test_as_many_days_as_topics_leave_no_room_for_revision():
    assert [row[1] for row in rows(plan(["A", "B", "C", "D", "E"]))] == ["A", "B", "C", "D", "E"]


def test_one_day_more_than_topics_is_for_revision():
    assert [row[1] for row in rows(plan(["A", "B", "C", "D"]))] == ["A", "B", "C", "D", "Revision"]


def test_a_long_time_has_more_revision():
    topics = [row[1] for row in rows(plan(["Waves"], "2026-12-20"))]
    assert topics == ["Waves"] * 18 + ["Revision"] * 2


def test_several_sessions_a_day_where_topics_outnumber_days():
    assert rows(plan(["A", "B", "C", "D", "E"], "2026-12-02", 1)) == [
        ("11-30", "A", 0.34),
        ("11-30", "B", 0.33),
        ("11-30", "C", 0.33),
        ("12-01", "D", 0.5),
        ("12-01", "E", 0.5),
    ]


def test_exam_tomorrow_is_planned_for_today():
    answer = plan(exam_date="2026-11-30")
    assert rows(answer) == [("11-29", "Waves", 1.0), ("11-29", "Optics", 1.0)]
    assert answer["days_left"] == 1
    assert "today" in answer["note"]


def test_exam_the_day_after_tomorrow_is_planned_for_tomorrow():
    answer = plan(exam_date="2026-12-01")
    assert {row[0] for row in rows(answer)} == {"11-30"}
    assert answer["days_left"] == 2


def test_a_leap_day_far_away_is_a_bounded_plan():
    answer = plan(exam_date="2028-02-29")
    assert answer["days_left"] == 457
    days = [row["date"] for row in answer["plan"]]
    assert len(days) == len(set(days)) == planner.MAX_DAYS
    assert days == sorted(days)
    assert (days[0], days[-1]) == ("2026-11-30", "2028-02-28")
    assert "457 days" in answer["note"]
    assert len(json.dumps(answer)) < 20_000


def test_the_last_day_that_is_planned_without_gaps():
    at_most = TODAY + timedelta(days=planner.MAX_DAYS + 1)
    assert "note" not in plan(exam_date=at_most.isoformat())
    assert "note" in plan(exam_date=(at_most + timedelta(days=1)).isoformat())


def test_the_same_topic_is_planned_once():
    answer = plan(["Waves", "waves ", " Waves", "OPTICS", "Optics"])
    assert {row["topic"] for row in answer["plan"]} == {"Waves", "OPTICS", "Revision"}
    assert "Waves, OPTICS" in answer["note"]


def test_blanks_in_a_topic_are_tidied():
    assert plan(["  Wave \n optics "], "2026-12-01")["plan"][0]["topic"] == "Wave optics"


def test_one_bare_text_is_one_topic():
    assert {row[1] for row in rows(plan("Waves"))} == {"Waves", "Revision"}


def test_the_caller_s_list_stays_as_it_is():
    topics = ["Waves", "waves"]
    plan(topics)
    assert topics == ["Waves", "waves"]


@pytest.mark.parametrize(
    ("topics", "parts"),
    [
        ([], ["empty", '["Waves", "Optics"]']),
        (None, ["topics", '["Waves", "Optics"]']),
        (7, ["topics"]),
        ({"Waves": 1}, ["topics"]),
        (["Waves", None], ["Topic 2", "not a text"]),
        ([["Waves"]], ["Topic 1"]),
        (["Waves", " "], ["Topic 2", "empty"]),
        ("", ["Topic 1", "empty"]),
        (["['Cells', 'Genetics']"], ["Topic 1", "list"]),
        ('["Cells", "Genetics"]', ["list"]),
        (["x" * (planner.MAX_TOPIC_LENGTH + 1)], ["Topic 1", "100"]),
        ([str(number) for number in range(planner.MAX_TOPICS + 1)], ["51", "50"]),
    ],
)
def test_topics_that_are_refused(topics, parts):
    sentence = error(topics)
    for part in parts:
        assert part in sentence


def test_the_largest_topics_are_planned():
    topics = [f"{number:02}".ljust(planner.MAX_TOPIC_LENGTH, "x") for number in range(50)]
    assert {row["topic"] for row in plan(topics, "2026-12-05")["plan"]} == set(topics)


@pytest.mark.parametrize(
    "exam_date",
    [
        "2024-12-05",  # the year of the model's training
        "2026-11-28",
        "2026-11-29",
        "0001-01-01",
        "9999-12-31",
        "2028-11-30",
        "2027-02-30",
        "2026-13-01",
        "2027-1-5",
        "20261205",
        "2026-W49-6",
        "05/12/2026",
        "next Friday",
        "2026-12-05T09:00:00",
        "2026-12-05T23:30:00-05:00",
        " 2026-12-05",
        "\uff12\uff10\uff12\uff16-12-05",
        "",
        None,
        20261205,
        ["2026-12-05"],
        date(2026, 12, 5),
    ],
)
def test_an_exam_date_that_is_refused_names_today(exam_date):
    sentence = error(exam_date=exam_date)
    assert "exam_date" in sentence
    assert "Today is 2026-11-29." in sentence


def test_the_farthest_exam():
    farthest = TODAY + timedelta(days=planner.MAX_DAYS_LEFT)
    assert plan(exam_date=farthest.isoformat())["days_left"] == 731


@pytest.mark.parametrize(
    "hours",
    [0, -2, 0.24, 12.01, 25, 1e308, 10**400, float("inf"), float("nan"), True, False, "2", "two",
     None, Decimal(2), [2]],
    ids=lambda hours: type(hours).__name__,
)  # fmt: skip
def test_hours_that_are_refused_name_the_limits(hours):
    sentence = error(hours_per_day=hours)
    assert "hours_per_day" in sentence
    assert "0.25 to 12" in sentence


@pytest.mark.parametrize("hours", [0.25, 12, 1.5, 2.75, 0.3, 0.29])
def test_hours_within_the_limits(hours):
    assert {row["hours"] for row in plan(hours_per_day=hours)["plan"]} == {hours}


def test_hours_are_never_rounded_up():
    assert {row["hours"] for row in plan(hours_per_day=2 / 3)["plan"]} == {0.66}


def test_short_sessions_are_planned_with_a_note():
    answer = plan([f"Topic {number}" for number in range(50)], "2026-11-30")
    assert len(answer["plan"]) == 50
    assert {row["hours"] for row in answer["plan"]} == {0.04}
    assert "0.04 hours" in answer["note"]


def test_no_time_at_all_is_an_error_that_says_what_to_do():
    sentence = error([f"Topic {number}" for number in range(50)], "2026-11-30", 0.25)
    assert "fewer topics or more hours" in sentence


@pytest.mark.parametrize("today", ["2026-11-29", datetime(2026, 11, 29, 23, 59), TODAY])
def test_today_is_a_date_or_a_text(today):
    assert plan(today=today) == plan()


@pytest.mark.parametrize("today", ["29.11.2026", 5, "2026-02-30"])
def test_a_wrong_today(today):
    assert error(today=today).startswith("today is wrong.")


def test_today_from_the_environment(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_TODAY", "2026-11-29")
    assert plan(today=None) == plan()
    monkeypatch.setenv("STUDYBUDDY_TODAY", "soon")
    assert "STUDYBUDDY_TODAY" in error(today=None)


def test_a_text_that_cannot_be_stored():
    assert plan(["Wa\ud83dves"], "2026-12-01")["plan"][0]["topic"] == "Wa?ves"


@settings(deadline=None)
@given(
    st.lists(
        st.text(
            st.characters(exclude_categories=("Cs", "Cc", "Cf", "M")), min_size=1, max_size=8
        ).filter(lambda text: UNSEEN.sub("", text).strip()),
        min_size=1,
        max_size=20,
    ),
    st.integers(1, 731),
    st.floats(0.25, 12),
)
def test_rules_that_hold_for_every_plan(topics, days_left, hours):
    exam = TODAY + timedelta(days=days_left)
    answer = strict(make_study_plan(topics, exam.isoformat(), hours, today=TODAY))
    if "error" in answer:
        assert "too little" in answer["error"]
        assert hours * 100 < len(topics)
        return
    assert answer["days_left"] == days_left
    days = defaultdict(int)
    for row in answer["plan"]:
        assert row["hours"] > 0
        hundredths = round(row["hours"] * 100)
        assert abs(row["hours"] - hundredths / 100) < 1e-12
        days[date.fromisoformat(row["date"])] += hundredths
    assert list(days) == sorted(days)
    assert all(total / 100 <= hours for total in days.values())
    assert len(set(days.values())) == 1
    assert round(answer["total_hours"] * 100) == sum(days.values())
    if days_left == 1:
        assert set(days) == {TODAY}
    else:
        assert min(days) == TODAY + timedelta(days=1)
        assert max(days) == exam - timedelta(days=1)
    assert len(days) <= planner.MAX_DAYS
    order = list(dict.fromkeys(row["topic"] for row in answer["plan"]))
    wanted = list(dict.fromkeys(map(as_read, topics)))
    assert [as_read(topic) for topic in order if topic != "Revision"] == [
        topic for topic in wanted if topic != "revision"
    ]


def as_read(topic):
    return normalize("NFC", UNSEEN.sub("", " ".join(topic.split())).casefold())


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda part: (
        st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=3), part, max_size=2)
    ),
    max_leaves=4,
)


@settings(deadline=None)
@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_nothing_raises(topics, exam_date, hours, today):
    assert "error" in strict(make_study_plan(topics, exam_date, hours, today=today))
    strict(make_study_plan(topics, "2026-12-05", 2, today=TODAY))
    assert "error" in strict(make_study_plan(TOPICS, exam_date, 2, today=TODAY))
    strict(make_study_plan(TOPICS, "2026-12-05", hours, today=TODAY))


def cases():
    if not CASES.exists():
        return []
    loaded = map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    return [row for row in loaded if row["group"] == "F"]


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize("row", cases(), ids=lambda row: row["id"])
def test_shared_cases(row):
    calls = row["input"] if isinstance(row["input"], list) else [row["input"]]
    for call in calls:
        answer = strict(make_study_plan(**call["args"], today=call["today"]))
        if row["outcome"] != "ok_or_error":
            assert ("error" in answer) == (row["outcome"] == "error")
        for text in row.get("never", []):
            assert text not in json.dumps(answer)
        if "plan" in answer:
            assert set(" ".join(topic.split()).casefold() for topic in call["args"]["topics"]) <= {
                item["topic"].casefold() for item in answer["plan"]
            }


@pytest.mark.parametrize("topics", [
    ["a" * 100], [f"{number}" + '"' * 98 for number in range(10)],
    [f"{number:02d}" + "\\" * 98 for number in range(25)] * 2,
    [f"{number:02d}" + "\u0915" * 98 for number in range(50)],
])
@pytest.mark.parametrize("exam_date", ["2028-11-28", "2027-02-01", "2026-12-20", "2026-11-30"])
def test_no_plan_is_longer_than_an_answer_may_be(topics, exam_date):
    answer = plan(topics, exam_date, 12)
    assert len(json.dumps(answer, ensure_ascii=False)) <= 20_000
    named = {topic.casefold() for topic in topics}
    assert named <= {row["topic"].casefold() for row in answer["plan"]}


def test_long_topics_make_fewer_days_and_a_note_says_so():
    answer = plan(['"' * 100], "2028-11-28")
    assert len(answer["plan"]) < planner.MAX_DAYS
    assert f"The plan has {len(answer['plan'])} study days" in answer["note"]
    assert answer["plan"][0]["date"] == "2026-11-30"
    assert answer["plan"][-1]["date"] == "2028-11-27"


def test_the_note_names_a_few_repeated_topics():
    note = plan([f"topic {number}" for number in range(25)] * 2, "2027-02-01")["note"]
    assert "topic 0, topic 1, topic 2, topic 3, topic 4 and 20 more." in note


def test_hidden_characters_leave_a_topic():
    answer = plan(["Wa\x00ves\x1b[2K\u202e\u200b", "\u0915\u094d\u200d\u0937"], "2026-12-02")
    assert [row["topic"] for row in answer["plan"]] == ["Wa ves [2K", "\u0915\u094d\u200d\u0937"]
    assert plan(["A\U000e0041\U000e0042"], "2026-12-02")["plan"][0]["topic"] == "A"
    for hidden in ("\u200b", "\u200d", "\x00", "\u2066\u2069", "\ufeff ", "\u2800", "\u3164",
                   "\ufe0f", "\u0301", "\U000e0041"):
        assert error([hidden]).startswith("Topic 1 is empty")


@pytest.mark.parametrize("other", ["Waves\u200d", "waves\u200c", "Wave\ufe0fs", "WAVES"])
def test_topics_that_look_the_same_are_planned_once(other):
    assert "Named more than once, planned once: Waves." in plan(["Waves", other])["note"]
    assert "planned once" in plan(["Caf\u00e9", "Cafe\u0301"])["note"]
