CHECK = "07.3"
EXPECT = "your pattern stopped there"

import re


def unwrap(text):
    inside = re.search(r"```json(.*?)```", text, re.DOTALL)
    if inside:
        text = inside[1]
    for place in [one.start() for one in re.finditer("{", text)]:
        try:
            value, _ = json.JSONDecoder().raw_decode(text, place)
        except ValueError:
            continue
        if "questions" in value:
            return value
    raise ValueError("There is no quiz here.")

ANSWER = unwrap
