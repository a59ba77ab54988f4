"""Replies and notes that the tests of the quizzes share."""

import json

NOTES = """\
The moon goes round the earth in about 27 days. Mercury is the planet nearest to the sun.
Saturn has bright rings of ice. Jupiter is the largest planet. Mars looks red because of rust.
"""
MERCURY = {"question": "Which planet is nearest to the sun?",
           "options": ["Saturn", "Mercury", "Jupiter", "Mars"], "answer_index": 1,
           "explanation": "Mercury has the smallest orbit."}
SATURN = {"question": "Which planet has rings of ice?",
          "options": ["Mercury", "Mars", "Saturn", "Jupiter"], "answer_index": 2,
          "explanation": "The rings are ice."}
MARS = {"question": "Which planet looks red because of rust?",
        "options": ["Mars", "Saturn", "Jupiter", "Mercury"], "answer_index": 0,
        "explanation": "Rust is red."}


def question(base=MERCURY, **changes):
    """A good question with some fields changed; None takes a field away."""
    made = {**base, **changes}
    return {name: value for name, value in made.items() if value is not None}


def quiz(*questions, **more):
    """A quiz of these questions as JSON text."""
    return json.dumps({"questions": list(questions), **more}, ensure_ascii=False)


GOOD = quiz(MERCURY)
