CHECK = "10.2"
EXPECT = 'Write one layer of the table'

my_match = {
    "path": 5,
    "tool": "allow list",
    "field": "hidden parameter",
    "mail": "approval",
    "size": "cap",
}
ANSWER = my_match
