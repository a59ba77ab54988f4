CHECK = "04.5"
EXPECT = "A gap is still open"

my_second_script = [...]  # a call with an error, a better call, a text

ANSWER = my_second_script
