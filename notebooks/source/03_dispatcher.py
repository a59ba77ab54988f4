# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 03: A dispatcher that always answers
#
# **Time** 45 minutes · **Difficulty** short functions, one rule at a time · **You need** dictionaries, `try` and `except`, lessons 01 and 02. No key, no network.
#
# A model asks your program for tools. Each such request is a **call**: an id, the name of a tool, and the arguments. Sometimes a call is broken, and sometimes it asks for too much. Your program must answer every call, and it must never stop.
#
# After this lesson you can
#
# 1. **predict** what broken arguments do,
# 2. **validate** arguments against a schema,
# 3. **write** a dispatcher that never raises.

# %%
import json
import math
from datetime import date

from studybuddy import Agent, PracticeModel, ScriptedModel, Tool, ToolRegistry
from studybuddy import calculator as package_calculator
from studybuddy.workbook import lesson

lesson.start("03")

# %% [markdown] claims="none"
# ## Recall: two questions from earlier lessons
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>Which four kinds of message did the first conversation hold, in order?</summary>
#
# `user`, `assistant` that asks for a tool, `tool`, `assistant` that answers.
#
# </details>
#
# <details><summary>What does the model get to know about your function?</summary>
#
# Its name, its description and its parameters. Never the code.
#
# </details>

# %% [markdown] claims="none"
# ## The story
#
# Meera asks for her average. That evening, three calls arrive. The first has one comma too many. The second says NaN where a number should be. The third asks for the weather, and there is no such tool.
#
# Her old chat shows a long error at the first call, and stops. At the end of this lesson, your own dispatcher answers all three.

# %% [markdown] claims=["The schema of days_until does not show today."]
# ## Part 1: What arrives (6 minutes)
#
# ### Run: Meera's tools
#
# She has four tools: three small functions, and the calculator of the package. Each returns a dictionary. `today` is a **hidden parameter**, as in lesson 02: her program sets it.
#
# Two dictionaries come from the registry. `FUNCTIONS` is the **allow list**: what is not in it does not exist for the model. `SCHEMAS` holds what you wrote by hand in lesson 02.

# %% tags=["small"]
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

# %% tags=["small"]
registry = ToolRegistry([list_topics, package_calculator, log_hours,
                         Tool(days_until, inject={"today": "2026-11-30"})])
FUNCTIONS = {tool.name: tool.function for tool in registry}
SCHEMAS = {tool.name: tool.parameters.schema for tool in registry}

# %%
for name, schema in SCHEMAS.items():
    kinds = {field: entry["type"] for field, entry in schema["properties"].items()}
    print(f"{name:<12} {kinds}  required: {schema['required']}")

lesson.claim("The schema of days_until does not show today.",
             "today" not in SCHEMAS["days_until"]["properties"])

# %% [markdown] claims="none"
# ### Predict 03.p1
#
# Meera asks for her average. The model answers with a call. Which type do its `arguments` have when they reach your program?
#
# - **a** a dictionary
# - **b** a text
# - **c** a list

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("03.p1", my_guess)

# %%
model = PracticeModel(today="2026-11-30")
question = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"

reply = model.complete([{"role": "user", "content": question}],
                       registry.schemas("openai"))
call = reply.tool_calls[0]["function"]

print("name:     ", call["name"])
print("arguments:", call["arguments"])
lesson.claim("03.p1", type(call["arguments"]).__name__)

# %% [markdown] claims="none"
# ### Five steps for every call
#
# A **dispatcher** is the function that takes a call and always answers in JSON. Its steps keep these names in the whole workbook:
#
# | step | question |
# |---|---|
# | **allow** | Is this name on my list? |
# | **parse** | Is the text JSON? |
# | **validate** | Does each value fit the schema? |
# | **run** | Call the function. |
# | **answer** | Always a JSON text. |
#
# ![Four gates in a row: allow, parse, validate, run. Below them stands one wide box: answer. Each gate can stop the call, and every way ends in an answer.](img/03_gates.svg)
#
# In words: each gate can stop the call. But every way ends in the same box, and the model gets an answer.

# %% [markdown] claims=["The old chat stops at the first call."]
# ## Part 2: Parse strictly (11 minutes)
#
# `json.loads` **parses** a JSON text: it makes a Python value of it. A broken text raises an error. This is the first call of Meera's evening, and her old chat:

# %%
def old_chat(text):
    return package_calculator(**json.loads(text))

try:
    print(old_chat('{"expression": "(8.2*20 + 9.1*22) / 42",}'))
    ended = "with an answer"
except ValueError as error:
    ended = "with a " + type(error).__name__

print("the old chat ended", ended)
lesson.claim("The old chat stops at the first call.",
             ended, "with a JSONDecodeError")

# %% [markdown] claims="none"
# A broken text is easy to see, because Python complains. The next one is different. NaN means "not a number".
#
# ### Predict 03.p2
#
# What does `json.loads('{"hours": NaN}')["hours"]` give?
#
# - **a** an error
# - **b** a float
# - **c** `None`

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("03.p2", my_guess)

# %% [markdown] claims="none"
# ### Run: five texts

# %%
for text in ['{"hours": 2}', '[2]', '"2"', 'null', '{"hours": NaN}']:
    value = json.loads(text)
    print(f"{text:<15} becomes a {type(value).__name__:<9} {value}")

lesson.claim("03.p2", value["hours"])

# %% [markdown] claims="none"
# ### Exercise 03.1: nine calls
#
# Here are nine calls: the name of a tool, and the text of its arguments. Your dispatcher will be strict. It guesses nothing, and it runs a tool only when *everything* about the call is clear.
#
# Which tools will it run, and where does it answer with an error **before** the tool runs?

# %%
nine = {
    1: ("list_topics", ''),
    2: ("calculator", 'null'),
    3: ("calculator", '{"expression": "(8.2*20 + 9.1*22) / 42",}'),
    4: ("calculator", "{'expression': '2 + 3'}"),
    5: ("calculator", '{"expression": "2 + 3", "expression": "2 * 3"}'),
    6: ("log_hours", '{"topic": "keys", "hours": NaN}'),
    7: ("calculator", '{"expression": "2 + 3", "precision": 2}'),
    8: ("calculator", '{"expression": 17}'),
    9: ("calculator", '{"expression": "1/0"}'),
}

# %%
# write "runs" or "error" for each call
my_table = {1: "?", 2: "?", 3: "?", 4: "?", 5: "?", 6: "?", 7: "?", 8: "?", 9: "?"}
### BEGIN SOLUTION
my_table = {1: "runs", 2: "error", 3: "error", 4: "error", 5: "error", 6: "error",
            7: "error", 8: "error", 9: "runs"}
### END SOLUTION

# %%
lesson.check("03.1", my_table)

# %% [markdown] claims="none"
# **Hints for 03.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Write runs or error"</summary>
#
# Each row needs one of these two words, between quotes.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Take one call through allow, parse and validate. If nothing stops it, the tool runs.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# Two of the nine run. One of the two sends no text at all.
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 03.2: read_arguments
#
# `read_arguments(text)` returns a dictionary, or raises a `ValueError` and nothing else.
#
# 1. An empty or blank text gives `{}`.
# 2. `parse_constant=` takes a function for NaN and Infinity. Use `refuse`.
# 3. `object_pairs_hook=` takes a function for the names and values of each object. Use `one_of_each`.
# 4. Refuse everything that is no dictionary.
#
# Fill the two gaps. (A broken text needs no work: the error of `json.loads` *is* a ValueError.)

# %% tags=["small"]
def refuse(word):
    raise ValueError(f"{word} is no JSON number")

def one_of_each(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)

def read_arguments(text):
    # parse: rules 1 to 3
    ### BEGIN SOLUTION
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    ### END SOLUTION
    # parse: rule 4, then return the dictionary
    ### BEGIN SOLUTION
    if not isinstance(value, dict):
        raise ValueError("the arguments must be one object")
    return value
    ### END SOLUTION

# %%
lesson.check("03.2", read_arguments)

# %% [markdown] claims="none"
# **Hints for 03.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "NaN came through"</summary>
#
# `json.loads` asks your helper only if you hand it over. Write its name without brackets after it.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# `text.strip()` is empty for a blank text, and an empty text counts as false. After that line, one call of `json.loads` with three arguments does the rest.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# value = json.loads(text, parse_constant=..., object_pairs_hook=...)
# if not isinstance(value, ...):
#     raise ...
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: yours beside json.loads
#
# The same texts go through your function and through Python's. Where does Python say nothing, and yours refuses? Add a text of your own.

# %%
texts = ['{"hours": 2}', '', 'null', '{"hours": NaN}', '{"hours": 2, "hours": 9}']

lesson.compare(read_arguments, json.loads, texts)

# %% [markdown] claims="none"
# ## Part 3: The allow list (7 minutes)
#
# The name of the tool is text, too. `globals()` is the dictionary of all names in this notebook. So this short dispatcher finds every tool:
#
# ```python
# def by_any_name(name, text):
#     return globals()[name](**json.loads(text))
# ```
#
# ### Predict 03.p3
#
# This notebook also has a function `clear_grades`. No schema mentions it. The model sends the name `clear_grades`, with `{}`. What happens?
#
# - **a** a `KeyError`
# - **b** nothing: an unknown name is passed over
# - **c** the function runs

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("03.p3", my_guess)

# %% [markdown] claims="none"
# ### Run
#
# This is safe to run. It works on one small list that was made for it.

# %%
grades = [8.2, 9.1]

def clear_grades():
    grades.clear()

def by_any_name(name, text):
    return globals()[name](**json.loads(text))

print("grades before:", grades)
try:
    by_any_name("clear_grades", "{}")
except KeyError as error:
    print("KeyError:", error)
print("grades after: ", grades)
lesson.claim("03.p3", grades)

# %% [markdown] claims=["Of the three names, only calculator is on the list."]
# ### Run: the defence
#
# Look the name up in `FUNCTIONS`, and nowhere else. What nobody put on the list is refused. The error lists the tools, so that the model can choose again.

# %%
def allow(name):
    # allow
    if name not in FUNCTIONS:
        return f"There is no tool {name!r}. The tools are: {', '.join(FUNCTIONS)}."
    return ""

names = ["calculator", "clear_grades", "weather"]
for name in names:
    print(f"{name:<13} {allow(name) or 'on the list'}")

on_the_list = [name for name in names if not allow(name)]
lesson.claim("Of the three names, only calculator is on the list.",
             on_the_list, ["calculator"])

# %% [markdown] claims="none"
# ## Part 4: Validate and answer (10 minutes)
#
# The last step writes JSON. Python has `json.dumps` for this. But what does it do with a value that JSON does not know?
#
# ### Predict 03.p4
#
# A tool returns the mean of no marks: NaN. What does `json.dumps({"result": float("nan")})` do?
#
# - **a** It raises an error.
# - **b** It gives a text that strict JSON refuses.
# - **c** It gives a text with `null`.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("03.p4", my_guess)

# %%
try:
    text = json.dumps({"result": float("nan")})
except ValueError:
    text = "ValueError"

print("json.dumps gives:", text)
lesson.claim("03.p4", text)

# %% [markdown] claims=["json.dumps refuses a complex number.", "JSON cannot read what str wrote."]
# ### Trap: the repair that repairs nothing
#
# A tool can return a complex number. Then `json.dumps` raises a `TypeError`. A friend says: "Take `str(result)` instead. It never raises." True. But can the other side *read* the text?

# %%
def fails(function, value):
    try:
        function(value)
    except (TypeError, ValueError):
        return True
    return False

result = {"result": 1j}
text = str(result)

print("str writes", text)
lesson.claim("json.dumps refuses a complex number.", fails(json.dumps, result))
lesson.claim("JSON cannot read what str wrote.", fails(json.loads, text))

# %% [markdown] claims=["The first answer is an error, the second is a result."]
# ### Run: an error that helps
#
# A **scripted model** says what a list tells it to say. Its second line is a function: it reads the error of the dispatcher, then writes the call again.

# %%
def asks(number, text):
    function = {"name": "calculator", "arguments": text}
    call = {"id": f"c{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": "", "tool_calls": [call]}

broken = '{"expression": "(8.2*20 + 9.1*22) / 42",}'

def second_try(messages):
    error = json.loads(messages[-1]["content"])["error"]
    return asks(2, broken.replace(",}", "}") if "comma" in error else broken)

# %%
script = [asks(1, broken), second_try, "Your average is 8.67."]
run = Agent(registry, model=ScriptedModel(script)).ask("What is my average?")

for step in run.steps[:2]:
    print(step.results[0].content, "\n")
print(run.answer)
kinds = ["error" in step.results[0].data for step in run.steps[:2]]
lesson.claim("The first answer is an error, the second is a result.",
             kinds, [True, False])

# %% [markdown] claims="none"
# ### Why?
#
# Why is an error a *result*, and not a crash? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# A crash ends the program, and Meera sees an error that is not meant for her. A result goes back to the model. The model reads the sentence and can try again. So the error must be a plain sentence that says what is wrong.
#
# </details>

# %% [markdown] claims=["With a today of its own, the model makes 10 days look like 1.", "The registry refuses a today that the model sends."]
# ### Run: why validate?
#
# The schema of `days_until` hides `today`. But a schema is only a description: the model can send the field all the same. If nobody looks, it wins. Then 10 days look like 1.
#
# To **validate** is to compare the values with the schema *before* anything runs.

# %%
sent = '{"exam_date": "2026-12-10", "today": "2026-12-09"}'

unchecked = days_until(**json.loads(sent))
answer = json.loads(registry.run_tool("days_until", sent))

print("right:        ", days_until("2026-12-10")["days"], "days")
print("not validated:", unchecked["days"], "day")
print("validated:    ", answer)
lesson.claim("With a today of its own, the model makes 10 days look like 1.",
             [days_until("2026-12-10")["days"], unchecked["days"]], [10, 1])
lesson.claim("The registry refuses a today that the model sends.",
             list(answer), ["error"])

# %% [markdown] claims="none"
# ### Exercise 03.3: argument_problems
#
# This time you write the whole function. `argument_problems(arguments, schema)` takes two dictionaries. It returns a **list of sentences**, and never raises:
#
# 1. Each name of `schema["required"]` that is missing is a problem.
# 2. Each name that is not in `schema["properties"]` is a problem.
# 3. The kind of a field such as `topic` is `schema["properties"]["topic"]["type"]`. The value must be of the type that `KINDS` holds for this kind. `True` is a boolean, and no number.
# 4. One sentence for each problem, with the field's name in it. Collect all of them. When all is well, the list is empty.

# %% tags=["small"]
KINDS = {"string": str, "integer": int, "number": (int, float), "boolean": bool,
         "array": list, "object": dict}

def argument_problems(arguments, schema):
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("03.3", argument_problems)

# %% [markdown] claims="none"
# **Hints for 03.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "True passed as a number"</summary>
#
# In Python, `isinstance(True, int)` is true. So ask for `bool` *before* you compare with `KINDS`.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Begin with an empty list. One loop goes through the required names, a second one through the arguments. Each `if` appends one sentence. The last line returns the list.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# for name, value in arguments.items():
#     if name not in schema["properties"]:
#         problems.append(f"`{name}` is ...")
#         continue
#     kind = schema["properties"][name]["type"]
#     ...
# ```
#
# </details>

# %% [markdown] claims=["1e999 slips past refuse and becomes infinity.", "The first check lets NaN pass."]
# ## Part 5: Break it, then make it (11 minutes)
#
# ### Break it
#
# `refuse` stops the words NaN and Infinity. The text `1e999` is no such word: it is a number, and JSON allows it. What does Python make of it?
#
# Then a range check: from 0.25 to 12 hours. It looks right. Give it a NaN.

# %%
def in_range(hours):
    return not (hours < 0.25 or hours > 12)

huge = json.loads('{"hours": 1e999}', parse_constant=refuse)["hours"]
nan = float("nan")

print("1e999 becomes", huge)
print("is NaN in the range?", in_range(nan))
lesson.claim("1e999 slips past refuse and becomes infinity.", math.isinf(huge))
lesson.claim("The first check lets NaN pass.", in_range(nan))

# %% [markdown] claims=["The safe check lets only 2 pass."]
# **The defence:** say what you *want*, not what you fear. It is the allow list again. `<`, `<=`, `>` and `>=` are all false for NaN, so `low <= hours <= high` refuses it. Where there is no upper limit, `math.isfinite` refuses infinity too.

# %%
def in_range_safe(hours):
    return math.isfinite(hours) and 0.25 <= hours <= 12

hours = [2, nan, huge, -1]
passed = [one for one in hours if in_range_safe(one)]

print("from", hours, "pass", passed)
lesson.claim("The safe check lets only 2 pass.", passed, [2])

# %% [markdown] claims=["SystemExit is no Exception.", "The registry answers all the same."]
# ### Investigate: a tool that ends the program
#
# `except Exception` catches almost everything that a tool can raise. `sys.exit()` raises `SystemExit`, and this is no Exception: its parents are printed below. The package catches it all the same, and answers. Then raise `KeyError("x")` in the tool, and run again: does the answer show the text of the error?

# %%
def leave() -> dict:
    """Leave the program."""
    raise SystemExit

parents = [kind.__name__ for kind in SystemExit.__mro__]
answer = ToolRegistry([leave]).run_tool("leave", "")

print(parents)
print(answer)
lesson.claim("SystemExit is no Exception.", "Exception" not in parents)
lesson.claim("The registry answers all the same.", list(json.loads(answer)), ["error"])

# %% [markdown] claims="none"
# ### Make 03.4: run_tool
#
# Now put the five steps together. `run_tool(name, arguments_json)` gets two texts, and **always returns a text of strict JSON**:
#
# | when | the JSON holds |
# |---|---|
# | **allow:** the name is not in `FUNCTIONS` | `error`: a sentence that lists the tools |
# | **parse:** the text is refused | `error`: a sentence |
# | **validate:** there are problems | `error`: all the problems in one text |
# | **run:** the tool raises | `error`: the type of the error and a sentence, no path |
# | **answer:** JSON cannot hold the result | `error`: a sentence |
# | all is well | the dictionary that the tool returned |
#
# Use what you wrote. The tool runs only after all checks. To try each row, the check puts four more tools on your list.

# %% tags=["small"]
def run_tool(name, arguments_json):
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("03.4", run_tool)

# %% [markdown] claims="none"
# **Hints for 03.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "stopped your dispatcher"</summary>
#
# Which line raises: the parsing, or the call of the tool? Each of the two needs a `try` of its own. Then you know what the sentence must say.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Four ways out with `error`, one way out with the result. Each of them ends in `return json.dumps(...)`. Call the tool with `FUNCTIONS[name](**arguments)`.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# problems = argument_problems(arguments, ...)
# if problems:
#     return json.dumps({"error": " ".join(problems)})
# try:
#     return json.dumps(FUNCTIONS[name](**arguments), allow_nan=...)
# except Exception as error:
#     ...
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: yours beside the package's
#
# Twenty calls: the nine of Part 2, and eleven more. Both dispatchers answer each one. We compare the *names* in the two answers, because the sentences differ. "The other" is the package.
#
# When your check passes, three calls still differ: `null` for a tool without parameters, and `"3"` and `3.0` for a whole number. The package forgives what is clear. Yours is stricter. Which one do you want for a tool that sends mail?
#
# Calls 3, 6 and 10 are those of Meera's evening.

# %%
more = [
    ("weather", '{"city": "Pune"}'), ("clear_grades", ""), ("list_topics", "null"),
    ("log_hours", '{"topic": "keys", "sessions": "3"}'),
    ("log_hours", '{"topic": "keys", "sessions": 3.0}'),
    ("log_hours", '{"topic": "keys", "sessions": true}'),
    ("log_hours", '{"topic": "keys", "hours": 1e999}'), ("log_hours", '{"hours": 1.5}'),
    ("days_until", '{"exam_date": "10th Dec"}'), ("days_until", sent),
    ("days_until", '{"exam_date": "2026-12-10"}'),
]

# %%
def names_in(dispatcher):
    def ask(name, text):
        answer = dispatcher(name, text)
        return list(json.loads(answer)) if answer else answer
    return ask

twenty = [*nine.values(), *more]      # number 10 is the weather
lesson.compare(names_in(run_tool), names_in(registry.run_tool), twenty)

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **predict** what broken arguments do | Python reads NaN, keeps the last of two, and runs any name it finds |
# | **validate** against a schema | a schema only describes; your function compares |
# | **write** a dispatcher that never raises | allow, parse, validate, run: every way ends in an answer |
#
# In `studybuddy` this is `from studybuddy import run_tool`, and `ToolRegistry.run_tool` for tools of your own. They take the same five steps, and they also forgive what is clear, such as `"3"` for 3. The code stands in `studybuddy/registry.py`: `read_call` is allow, parse and validate, `run_call` is run and answer.
#
# In lesson 04, a loop calls your `run_tool`.
#
# **Explain it to a friend:** why does a good error name the field?

# %%
lesson.finish("03")
