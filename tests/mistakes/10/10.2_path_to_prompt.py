CHECK = "10.2"
EXPECT = 'A prompt stops nobody. Which rule looks at the path?'

my_match = {
    "path": "system prompt",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "approval",
    "size": "cap",
}
ANSWER = my_match
