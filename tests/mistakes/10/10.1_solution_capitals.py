CHECK = "10.1"
EXPECT = None

my_match = {
    "path": "Path rule ",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "APPROVAL",
    "size": "cap",
}
ANSWER = my_match
