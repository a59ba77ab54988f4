CHECK = "10.2"
EXPECT = 'It is about size. Which layer counts?'

my_match = {
    "path": "path rule",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "approval",
    "size": "path rule",
}
ANSWER = my_match
