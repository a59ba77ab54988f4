CHECK = "06.4"
EXPECT = "Your code did not search"


def answer_with_source(question, search):
    return "In BCNF each determinant is a superkey. (dbms.pdf p.3)"


ANSWER = answer_with_source
