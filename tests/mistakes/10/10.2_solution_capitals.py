CHECK = "10.2"
EXPECT = None

my_match = {
    "path": "Path rule ",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "APPROVAL",
    "size": "cap",
}
ANSWER = my_match
