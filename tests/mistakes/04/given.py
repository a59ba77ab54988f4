"""What the lesson has defined before its exercises: each answer runs after this."""

import json

from studybuddy import Agent, ModelError, PracticeModel, ScriptedModel, run_agent, trace
from studybuddy.practice.strict import StrictModel
from studybuddy.workbook.small import answer_calls, answer_to, registry, run_tool

tools = registry.schemas("openai")


def a_call(call_id, name, arguments):
    return {"id": call_id, "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)}}


def asks(*calls):
    return {"role": "assistant", "content": "", "tool_calls": list(calls)}
