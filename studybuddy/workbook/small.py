"""The small versions that the lessons build, for later lessons to reuse.

Made by `studybuddy build` from the solved code of the lessons. Do not edit: change the source of
the lesson and build again.
"""

import ast
import inspect
import json
import operator
import typing
from datetime import date
from studybuddy import Tool
from studybuddy import ToolRegistry
from studybuddy import calculator as package_calculator

# Lesson 01

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.Mod: operator.mod}
SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos}

def walk(node):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](walk(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        # walk, then compute
        left, right = walk(node.left), walk(node.right)
        return OPERATORS[type(node.op)](left, right)
    # allow nothing else
    raise ValueError(f"not allowed: {type(node).__name__}")


MAX_BITS = 1_000

def safe_power(base, exponent):
    if isinstance(base, int) and isinstance(exponent, int):
        if base.bit_length() * exponent > MAX_BITS:
            raise ValueError("this power is too large")
    return base ** exponent


OPERATORS[ast.Pow] = safe_power      # now ** is on the list, with its bound

def calculator(expression):
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        tree = ast.parse(expression, mode="eval")
        return {"expression": expression, "result": walk(tree.body)}
    except SyntaxError:
        return {"error": "this is not a complete calculation"}
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": str(error)}

# Lesson 02

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    # type: a plain value
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    # type: a list, with the type of its members
    if typing.get_origin(annotation) is list:
        member = typing.get_args(annotation)[0]
        return {"type": "array", "items": json_type(member)}
    # refuse every other type
    raise ValueError(f"no JSON type for {annotation}")


def schema_of(function, hidden=()):
    text = inspect.getdoc(function)
    if not text:
        raise ValueError(f"{function.__name__} has no docstring")
    properties, required = {}, []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in hidden:
            continue
        properties[name] = json_type(parameter.annotation)
        if parameter.default is inspect.Parameter.empty:
            required.append(name)
    parameters = {"type": "object", "properties": properties, "required": required}
    return {"type": "function", "function": {
        "name": function.__name__, "description": text.splitlines()[0],
        "parameters": parameters}}

# Lesson 03

def list_topics() -> dict:
    """List the topics of the course."""
    return {"topics": ["keys", "joins", "normal forms"]}

def log_hours(topic: str, hours: float = 2, sessions: int = 1) -> dict:
    """Log study hours for one topic, in one or more sessions."""
    return {"topic": topic, "total": hours * sessions}

def days_until(exam_date: str, today: str = "2026-11-30") -> dict:
    """Count the days until an exam. The date is written YYYY-MM-DD."""
    left = date.fromisoformat(exam_date) - date.fromisoformat(today)
    return {"exam_date": exam_date, "days": left.days}


registry = ToolRegistry([list_topics, package_calculator, log_hours,
                         Tool(days_until, inject={"today": "2026-11-30"})])
FUNCTIONS = {tool.name: tool.function for tool in registry}
SCHEMAS = {tool.name: tool.parameters.schema for tool in registry}


def refuse(word):
    raise ValueError(f"{word} is no JSON number")

def one_of_each(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)

def read_arguments(text):
    # parse: rules 1 to 3
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    # parse: rule 4, then return the dictionary
    if not isinstance(value, dict):
        raise ValueError("the arguments must be one object")
    return value


KINDS = {"string": str, "integer": int, "number": (int, float), "boolean": bool,
         "array": list, "object": dict}

def argument_problems(arguments, schema):
    # validate
    fields = schema["properties"]
    problems = [f"`{name}` is missing." for name in schema["required"]
                if name not in arguments]
    for name, value in arguments.items():
        if name not in fields:
            problems.append(f"`{name}` is no parameter of this tool.")
            continue
        kind = fields[name]["type"]
        no_number = isinstance(value, bool) and kind != "boolean"
        if no_number or not isinstance(value, KINDS[kind]):
            problems.append(f"`{name}` must be of the kind {kind}.")
    return problems


def run_tool(name, arguments_json):
    if name not in FUNCTIONS:  # allow
        tools = ", ".join(FUNCTIONS)
        return json.dumps({"error": f"No tool is called {name!r}. There are: {tools}."})
    try:  # parse
        arguments = read_arguments(arguments_json)
    except (ValueError, RecursionError):
        return json.dumps({"error": "The arguments are no strict JSON object."})
    problems = argument_problems(arguments, SCHEMAS[name])  # validate
    if problems:
        return json.dumps({"error": " ".join(problems)})
    try:  # run, then answer
        return json.dumps(FUNCTIONS[name](**arguments), allow_nan=False)
    except Exception as error:
        return json.dumps({"error": f"{name} failed with {type(error).__name__}."})

# Lesson 04

def answer_to(call, content):
    # one tool message: three keys
    return {"role": "tool", "tool_call_id": call["id"], "content": content}

def answer_calls(message, run_tool):
    answers = []
    # for each call: run, append
    for call in message["tool_calls"]:
        function = call["function"]
        content = run_tool(function["name"], function["arguments"])
        answers.append(answer_to(call, content))
    return answers


def small_loop(messages, model, tools, run_tool, max_steps=5):
    for _ in range(max_steps):
        # ask, append
        message = model.complete(messages, tools).message
        messages.append(message)
        # inspect
        if not message.get("tool_calls"):
            return message["content"]
        # authorise, run, append
        messages.extend(answer_calls(message, run_tool))
    # stop?
    return f"I could not finish in {max_steps} steps."

# Lesson 06

def cut(text, limit=800):
    passages, current = [], ""
    for paragraph in text.split("\n\n"):
        paragraph = paragraph.strip()
        if not paragraph:
            continue
        if current and len(current) + 2 + len(paragraph) <= limit:
            current += "\n\n" + paragraph
        else:
            if current:
                passages.append(current)
            current = paragraph
    if current:
        passages.append(current)
    return passages
