CHECK = "11.1"
EXPECT = 'gap is still open'

def attendance(attended: int, held: int, required: int = 75) -> dict:
    """Tell how many classes I may miss, or must attend."""
    # build: bad input comes back as error
    ...  # YOUR CODE HERE
    # build: may_miss and must_attend, in whole numbers
    ...  # YOUR CODE HERE
    return {"percent": 100 * attended / held,
            "may_miss": may_miss, "must_attend": must_attend}

ANSWER = attendance
