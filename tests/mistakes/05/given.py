import json

import openai
from google import genai
from google.genai import errors, types

from studybuddy import Agent, GeminiModel, practice, run_agent
from studybuddy.workbook.small import registry, run_tool

model = "gemini-3.8-flash"
declarations = [types.FunctionDeclaration(**schema)
                for schema in registry.schemas("gemini")]
config = types.GenerateContentConfig(
    tools=[types.Tool(function_declarations=declarations)],
    automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True))


def connect(address, key):
    options = types.HttpOptions(base_url=address, api_version="v1beta")
    return genai.Client(api_key=key, http_options=options)


def run(name, args):
    return json.loads(run_tool(name, json.dumps(args)))


def answer_part(call, result):
    return types.Part(function_response=types.FunctionResponse(
        id=call.id, name=call.name, response=result))


def join_answers(calls, run):
    parts = [answer_part(call, run(call.name, call.args)) for call in calls]
    return types.Content(role="user", parts=parts)


def small_gemini_loop(client, model, contents, config, run, max_steps=20):
    for _ in range(max_steps):
        response = client.models.generate_content(
            model=model, contents=contents, config=config)
        content = response.candidates[0].content if response.candidates else None
        if content is None:
            return "The service sent no answer."
        contents.append(content)
        calls = [part.function_call for part in content.parts or [] if part.function_call]
        if not calls:
            return response.text or "The answer was empty."
        contents.append(join_answers(calls, run))
    return f"I could not finish in {max_steps} steps."
