CHECK = "04.5"
EXPECT = "A script is a list of messages"

my_second_script = "The exam is in 10 days."

ANSWER = my_second_script
