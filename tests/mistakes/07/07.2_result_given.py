CHECK = "07.2"
EXPECT = "Give the function itself"

result = []

ANSWER = result
