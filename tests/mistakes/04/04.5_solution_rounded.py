CHECK = "04.5"
EXPECT = None

my_second_script = [
    asks(a_call("c1", "calculator", {"expression": "(8.2*20 + 9.1*22) /"})),
    asks(a_call("c2", "calculator", {"expression": "(8.2*20 + 9.1*22) / 42"})),
    "Your average is 8.67.",
]

ANSWER = my_second_script
