"""The small versions that the lessons build, for later lessons to reuse.

Made by `studybuddy build` from the solved code of the lessons. Do not edit: change the source of
the lesson and build again.
"""

import ast
import hashlib
import inspect
import json
import operator
import os
import subprocess
import sys
import typing
import unicodedata
from datetime import date
from pathlib import Path
from studybuddy import Tool
from studybuddy import ToolRegistry
from studybuddy import calculator as package_calculator
from studybuddy.messages import calls_of

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
    # type of a plain value
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    # type of a list, with the type of its members
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

# Lesson 08

def is_plain(path):
    # refuse: rules 1, 2 and 3, on the whole text
    if not path or path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    for name in path.split("/"):
        # refuse: rule 4, on one component
        if name == "..":
            return False
    return True


# The lines of 08.1, with your is_plain. A model reads these error texts.
def safe_path(folder, path):
    if not is_plain(path):                                       # refuse
        raise ValueError(f"{path!r} is no plain path. Write it like 'pkg/main.py'.")
    folder = Path(folder).resolve()
    target = (folder / path).resolve()                           # resolve
    if not target.is_relative_to(folder):
        raise ValueError(f"{path!r} leads out of the working folder.")
    return target


def read_text(folder, path, limit=10_000):
    try:
        target = safe_path(folder, path)
        if target.is_dir():
            return {"error": f"{path!r} is a folder. Name a file in it."}
        with open(target, encoding="utf-8", errors="replace") as file:   # open
            text = file.read(limit + 1)                                  # limit
    except ValueError as error:
        return {"error": str(error)}                                     # report
    except OSError:
        return {"error": f"{path!r} cannot be read. Is it there?"}
    return {"content": text[:limit], "truncated": len(text) > limit}


def run_script(folder, path, args=None, seconds=5):
    needed = ("PATH", "SYSTEMROOT")            # an allow list: no key is on it
    few = {name: os.environ[name] for name in needed if name in os.environ}
    try:
        target = safe_path(folder, path)
        # limit: start the script, with a few variables and a few seconds
        done = subprocess.run([sys.executable, str(target), *(args or [])], cwd=folder,
                              env=few, timeout=seconds, capture_output=True, text=True)
    except ValueError as error:
        return {"error": str(error)}
    # limit: the time is over
    except subprocess.TimeoutExpired:
        return {"error": f"{path!r} did not end within {seconds} seconds."}
    return {"stdout": done.stdout, "stderr": done.stderr,              # report
            "return_code": done.returncode}

# Lesson 09

def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = json.dumps([call_id, name, arguments], sort_keys=True)
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


class Gate:
    def __init__(self):
        self.waiting = {}
        self.approved = {}

    def wait(self, call):
        self.waiting[call.id] = fingerprint(call.id, call.name, call.arguments)

    def approve(self, call_id):
        self.approved[call_id] = self.waiting.pop(call_id)

    def reject(self, call_id, reason):
        del self.waiting[call_id]

    def may_run(self, call):
        bound = self.approved.pop(call.id, None)          # used up, whatever comes
        return bound == fingerprint(call.id, call.name, call.arguments)


def ids_of(event):
    if event["type"] == "message":              # what the model asks for
        return [one["id"] for one in calls_of(event["message"])]
    if event["type"] == "done":                 # the answer to a call
        return [event["message"]["tool_call_id"]]
    return [event["id"]] if event["type"] in ("decision", "started") else []


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    *lines, torn = text.split("\n")      # the last item is torn, or empty
    states = {}
    for line in lines:
        event = json.loads(line)
        for call_id in ids_of(event):
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] is True else "rejected"
            else:
                states[call_id] = plain[event["type"]]
    return states


READING = {"calculator", "make_study_plan", "search_notes", "get_files_info",
           "get_file_content"}

def my_rule(name, arguments):
    if name in READING:
        return False
    path = arguments.get("file_path")
    if name != "write_file" or not isinstance(path, str):
        return True
    return not path.startswith("drafts/") or ".." in path.split("/")

# Lesson 10

def show_hidden(text):
    shown = []
    for character in text:
        # is it hidden? True or False
        hidden = (unicodedata.category(character) in ("Cf", "Cc")
                  and character not in "\n\t")
        # put its code into the list, or the character itself
        shown.append(f"<U+{ord(character):04X}>" if hidden else character)
    return "".join(shown)


def as_data(result, origin):
    # a new dictionary: the keys of the result, and our origin
    marked = {**result, "origin": origin}
    # return it as strict JSON, with nothing hidden in it
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))

# Lesson 07

def _lesson_07():
    global json, BaseModel, Field, ValidationError, QuizError, assistant, user, FORM, prompt_for, Question, tidy, problems, unwrap, Quiz, validate, told, small_quiz
    import json
    from pydantic import BaseModel
    from pydantic import Field
    from pydantic import ValidationError
    from studybuddy import QuizError
    from studybuddy.messages import assistant
    from studybuddy.messages import user

    FORM = """{"questions": [{"question": "...", "options": ["...", "...", "...", "..."],
"answer_index": 0, "explanation": "..."}]}"""

    def prompt_for(notes, n):
        return (f"Make a quiz with {n} questions from these notes. Four options each; "
            f"answer_index counts from 0. Answer with JSON in this form:\n{FORM}\n\n"
            f"Notes:\n{notes}")


    class Question(BaseModel):
        question: str
        # validate: options
        options: list[str] = Field(min_length=4, max_length=4)
        # validate: answer_index
        answer_index: int = Field(strict=True, ge=0, le=3)
        explanation: str = ""


    def tidy(text):
        return " ".join(text.split()).casefold()

    def problems(question):
        # validate: rules 1 to 4
        found, options = [], [tidy(option) for option in question.options]
        if len(set(options)) < len(options):
            found.append("Two options are equal.")
        if "" in options:
            found.append("An option is blank.")
        if set(options) & {"a", "b", "c", "d"}:
            found.append("An option is only a letter.")
        texts = [question.question, *question.options]
        if any(char < " " for text in texts for char in text):
            found.append("A text holds a control character. Write backslashes twice.")
        return found


    def unwrap(text):
        found, place = [], text.find("{")
        while place >= 0:
            try:                                      # unwrap: read from this brace on
                value, end = json.JSONDecoder().raw_decode(text, place)
            except (ValueError, RecursionError):
                place = text.find("{", place + 1)     # no JSON here: the next brace
                continue
            # unwrap: keep the value, if it holds questions
            if "questions" in value:
                found.append(value)
            place = text.find("{", end)
        # unwrap: exactly one, else ValueError
        if len(found) != 1:
            raise ValueError(f"There must be one 'questions' object, not {len(found)}.")
        return found[0]


    class Quiz(BaseModel):
        questions: list[Question]

    def validate(data):
        quiz = Quiz.model_validate(data)
        found = [problem for question in quiz.questions for problem in problems(question)]
        if found:
            raise ValueError(" ".join(found[:5]))
        return quiz

    def told(error):
        if not isinstance(error, ValidationError):
            return str(error)
        return " ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}."
                        for one in error.errors()[:5])


    def small_quiz(notes, model, n=3, retries=2):
        messages, reason = [user(prompt_for(notes, n))], ""
        for _ in range(retries + 1):
            text = model.complete(messages, []).text                         # ask
            try:
                quiz = validate(unwrap(text))                    # unwrap, validate
                if len(quiz.questions) == n:
                    return quiz
                reason = f"I asked for {n} questions, and {len(quiz.questions)} came."
            except ValueError as error:
                reason = told(error)
            messages += [assistant(text[:200]),                            # reask
                         user(f"This is not right: {reason} Send the whole quiz again.")]
        raise QuizError(reason)                                            # stop?


_LATER = {
    "FORM": _lesson_07,
    "prompt_for": _lesson_07,
    "Question": _lesson_07,
    "tidy": _lesson_07,
    "problems": _lesson_07,
    "unwrap": _lesson_07,
    "Quiz": _lesson_07,
    "validate": _lesson_07,
    "told": _lesson_07,
    "small_quiz": _lesson_07,
}


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _LATER[name]()
    return globals()[name]
