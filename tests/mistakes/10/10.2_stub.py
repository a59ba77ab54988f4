CHECK = "10.2"
EXPECT = 'Write one layer of the table'

my_match = {
    "path": "",
    "tool": "",
    "field": "",
    "mail": "",
    "size": "",
}
ANSWER = my_match
