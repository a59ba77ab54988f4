CHECK = "04.5"
EXPECT = "Add a second call"

my_second_script = [
    asks(a_call("c1", "days_until", {"date": "2026-12-10"})),
    "The exam is in 10 days.",
]

ANSWER = my_second_script
