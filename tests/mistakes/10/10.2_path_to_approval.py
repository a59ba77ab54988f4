CHECK = "10.2"
EXPECT = 'This layer looks at something else.'

my_match = {
    "path": "approval",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "approval",
    "size": "cap",
}
ANSWER = my_match
