CHECK = "10.2"
EXPECT = None

my_match = {
    "path": "path rule",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "approval",
    "size": "cap",
}
ANSWER = my_match
