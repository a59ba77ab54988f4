CHECK = "10.2"
EXPECT = 'Keep the five keys on the left.'

my_match = {
    "path": "path rule",
    "field": "hidden parameter",
    "mail": "approval",
    "size": "cap",
}
ANSWER = my_match
