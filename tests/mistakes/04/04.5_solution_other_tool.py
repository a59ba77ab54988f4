CHECK = "04.5"
EXPECT = None

my_second_script = [
    asks(a_call("c1", "topics", {})),
    asks(a_call("c2", "list_topics", {})),
    "One topic is joins.",
]

ANSWER = my_second_script
