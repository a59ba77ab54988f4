"""What the lesson has defined before its exercises: each answer runs after this."""

import re
from datetime import date, timedelta

sent = []


def email_plan_to_me() -> dict:
    """Send the study plan by mail."""
    sent.append("a mail")
    return {"sent": True}


def sentences(text):
    return re.split(r"(?<=[.!?])\s+", " ".join(text.split()))


question_words = {"what", "is", "a", "the", "how", "why", "does"}


def words(text):
    return re.findall(r"\w+", text.lower())


def key_words(question):
    return " ".join(word for word in words(question) if word not in question_words)
