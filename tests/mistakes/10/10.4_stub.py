CHECK = "10.4"
EXPECT = 'Choose one of the places in the table.'

my_attack = {
    "where": "",
    "text": "",
    "goal": "",
}
ANSWER = my_attack
