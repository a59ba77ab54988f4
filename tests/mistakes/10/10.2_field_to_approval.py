CHECK = "10.2"
EXPECT = 'The schema does not know this field. Which step refuses it?'

my_match = {
    "path": "path rule",
    "tool": "allow list",
    "field": "approval",
    "mail": "approval",
    "size": "cap",
}
ANSWER = my_match
