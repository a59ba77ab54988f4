CHECK = "10.2"
EXPECT = 'A prompt stops nobody. Choose a layer that the model cannot talk to.'

my_match = {
    "path": "path rule",
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "system prompt",
    "size": "cap",
}
ANSWER = my_match
