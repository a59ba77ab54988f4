"""What the lesson has defined before its exercises: each answer runs after this."""

import hashlib
import json

from studybuddy.messages import calls_of


def fingerprint(call_id, name, arguments):
    text = json.dumps([call_id, name, arguments], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def ids_of(event):
    if event["type"] == "message":
        return [one["id"] for one in calls_of(event["message"])]
    if event["type"] == "done":
        return [event["message"]["tool_call_id"]]
    return [event["id"]] if event["type"] in ("decision", "started") else []


READING = {"calculator", "make_study_plan", "search_notes", "get_files_info",
           "get_file_content"}
