CHECK = "10.2"
EXPECT = 'This layer looks at something else.'

my_match = {
    "path": "path rule",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "path rule",
    "size": "cap",
}
ANSWER = my_match
