CHECK = "11.1"
EXPECT = 'Do not round the percent'

def attendance(attended: int, held: int, required: int = 75) -> dict:
    """Tell how many classes I may miss, or must attend."""
    numbers = (attended, held, required)
    if any(type(one) is not int for one in numbers) or not 0 <= attended <= held:
        return {"error": "Give whole numbers, and no more attended than held."}
    if held == 0 or not 1 <= required <= 99:
        return {"error": "Give 1 class or more, and a rule from 1 to 99."}
    may_miss = max(0, 100 * attended // required - held)
    too_few = required * held - 100 * attended
    must_attend = max(0, -(-too_few // (100 - required)))
    return {"percent": 100 * attended // held,
            "may_miss": may_miss, "must_attend": must_attend}

ANSWER = attendance
