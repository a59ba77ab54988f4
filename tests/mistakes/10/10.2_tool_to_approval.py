CHECK = "10.2"
EXPECT = 'It never gets that far: the name is not on the list.'

my_match = {
    "path": "path rule",
    "tool": "approval",
    "field": "hidden parameter",
    "mail": "approval",
    "size": "cap",
}
ANSWER = my_match
