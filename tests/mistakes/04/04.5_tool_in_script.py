CHECK = "04.5"
EXPECT = "Your code writes the tool message"

my_second_script = [
    asks(a_call("c1", "days_until", {"date": "2026-12-10"})),
    {"role": "tool", "tool_call_id": "c1", "content": "{}"},
    asks(a_call("c2", "days_until", {"exam_date": "2026-12-10"})),
    "The exam is in 10 days.",
]

ANSWER = my_second_script
