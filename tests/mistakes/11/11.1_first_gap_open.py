CHECK = "11.1"
EXPECT = 'gap is still open'

def attendance(attended: int, held: int, required: int = 75) -> dict:
    """Tell how many classes I may miss, or must attend."""
    ...  # YOUR CODE HERE
    may_miss = max(0, 100 * attended // required - held)
    too_few = required * held - 100 * attended
    must_attend = max(0, -(-too_few // (100 - required)))
    return {"percent": 100 * attended / held,
            "may_miss": may_miss, "must_attend": must_attend}

ANSWER = attendance
