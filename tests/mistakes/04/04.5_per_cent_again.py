CHECK = "04.5"
EXPECT = "Write per cent as a division by 100."

my_second_script = [
    asks(a_call("c1", "calculator", {"expression": "15% of"})),
    asks(a_call("c2", "calculator", {"expression": "15% * 2480"})),
    "15% of 2,480 is 372.",
]

ANSWER = my_second_script
