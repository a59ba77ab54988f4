CHECK = "10.2"
EXPECT = 'The mail tool is on the list. What must happen before it runs?'

my_match = {
    "path": "path rule",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "allow list",
    "size": "cap",
}
ANSWER = my_match
