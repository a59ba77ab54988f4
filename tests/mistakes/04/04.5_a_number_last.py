CHECK = "04.5"
EXPECT = "Put it between quotes."

my_second_script = [
    asks(a_call("c1", "calculator", {"expression": "15% of"})),
    asks(a_call("c2", "calculator", {"expression": "15% * 2480"})),
    372.0,
]

ANSWER = my_second_script
