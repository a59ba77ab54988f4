# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 02: Tell the model what it can ask for
#
# **Time** 45 minutes · **Difficulty** nested dictionaries, one look inside a function · **You need** lessons 00 and 01. No key, no network.
#
# A model cannot use a function that it does not know. So you describe each function for it, as data. In this lesson you write such a description, and then a function that writes it for you.
#
# After this lesson you can
#
# 1. **write** a schema by hand,
# 2. **make** a schema from the signature of a function,
# 3. **change** what a model asks for, by changing a description.

# %%
import inspect
import json
import typing
from datetime import date
from itertools import zip_longest

from studybuddy import Agent, PracticeModel, ScriptedModel, ToolRegistry, calculator
from studybuddy.practice.handle import Service
from studybuddy.workbook import lesson

lesson.start("02")

# %% [markdown] claims="none"
# ## Recall: two questions from lessons 00 and 01
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>You changed a function, but the check sees the old one. Why?</summary>
#
# The cell was not run. The kernel keeps the old function until the cell with the new one runs.
#
# </details>
#
# <details><summary>Why may <code>ast.parse</code> see a text that <code>eval</code> must not see?</summary>
#
# Parsing runs nothing. `eval` runs everything.
#
# </details>

# %% [markdown] claims=["The plain mean of the grades is 8.65.", "Without tools, the model asks for nothing."]
# ## Part 1: What is sent (7 minutes)
#
# Meera has a calculator that only calculates. The next day she asks her chat program again: *"I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"*
#
# The answer is again "about 8.65". That is the plain mean, without the credits. The calculator works, but nobody told the model that it exists.
#
# We send the same question to the practice model, with an empty list of tools. It does not guess. It says what is missing.

# %%
question = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"

def ask_once(question, tools):
    """One request to the practice model. Returns the names that it asks for."""
    model = PracticeModel(today="2026-11-30")
    reply = model.complete([{"role": "user", "content": question}], tools)
    calls = [call["function"] for call in reply.tool_calls]
    print(reply.text or f"asks for {calls[0]['name']} with {calls[0]['arguments']}")
    return [call["name"] for call in calls]

asked = ask_once(question, [])
plain_mean = round((8.2 + 9.1) / 2, 2)
lesson.claim("The plain mean of the grades is 8.65.", plain_mean, 8.65)
lesson.claim("Without tools, the model asks for nothing.", asked, [])

# %% [markdown] claims="none"
# ### Predict 02.p1
#
# A **registry** is the list of tools that a model may ask for. We put `calculator` into one. Then `registry.schemas("openai")` makes the part of the request that tells the model about it, in the form of one service, OpenAI.
#
# What does the model get of your function?
#
# - **a** its source code
# - **b** its name, a description and its parameters
# - **c** nothing, until it asks for the function

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("02.p1", my_guess)

# %% [markdown] claims="none"
# ### Run
#
# The next cell prints all that is sent about this tool, as text.

# %%
registry = ToolRegistry([calculator])
schemas = registry.schemas("openai")

print(json.dumps(schemas, indent=1))
lesson.claim("02.p1", sorted(schemas[0]["function"]))

# %% [markdown] claims=["Not one of these lines of the code is in the text.", "With the schema, the model asks for calculator."]
# ### Read: what crosses the line
#
# This text is a **schema**: the description of a tool and its parameters, as JSON. The model reads it together with the question. Here is the same for another tool:
#
# ![Name, description and two parameters cross to the model. The code and the working directory stay.](img/02_what_is_sent.svg)
#
# In words: the name, the description and two parameters cross to the model. The code and the working directory stay. Part 5 shows how a parameter can stay.
#
# The next cell takes the lines of the calculator's code that begin with `except`, and looks for them in this text. Then it asks Meera's question again, with the schema.

# %%
code = inspect.getsource(calculator).splitlines()
of_the_code = [line.strip() for line in code if line.strip().startswith("except")]
sent = [line for line in of_the_code if line in json.dumps(schemas)]
lesson.claim("Not one of these lines of the code is in the text.",
             len(of_the_code) > 0 and sent == [])

asked = ask_once(question, schemas)
lesson.claim("With the schema, the model asks for calculator.", asked, ["calculator"])

# %% [markdown] claims=["The model asks for days_until."]
# ## Part 2: By hand (9 minutes)
#
# Write one schema yourself, and you can read every other. Five steps, and they keep these names in the whole workbook:
#
# | step | question |
# |---|---|
# | **name** | What is it called? |
# | **describe** | When should it be asked for? |
# | **type** | What kind of value? |
# | **require** | Which values must come? |
# | **hide** | What must the model never see? |
#
# JSON has its own names for types: `string` for a text, `integer` for a whole number, `number` for any number, `boolean` for true or false, `array` for a list, `object` for names with values.
#
# ### Run: a complete example

# %%
def days_until(exam_date: str) -> dict:
    """Count the days from today until an exam."""
    return {"days": (date.fromisoformat(exam_date) - date(2026, 11, 30)).days}

DAYS_UNTIL = {"type": "function", "function": {
    "name": "days_until",                                         # name
    "description": "Count the days from today until an exam.",    # describe
    "parameters": {
        "type": "object",
        "properties": {"exam_date": {"type": "string"}},          # type
        "required": ["exam_date"]}}}                              # require

asked = ask_once("How many days until my exam on 2026-12-10?", [DAYS_UNTIL])
lesson.claim("The model asks for days_until.", asked, ["days_until"])

# %% [markdown] claims="none"
# ### Predict 02.p2
#
# This function has a parameter with a default. Its name is not in `required`:
#
# ```python
# def plan_hours(topics: list[str], hours_per_day: float = 2) -> dict:
# ```
#
# The model leaves `hours_per_day` out. It sends only `{"topics": ["SQL"]}`. Your code calls the function with what came. What is `hours_per_day` inside?
#
# - **a** `None`
# - **b** `2`
# - **c** nothing: Python stops with an error

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("02.p2", my_guess)

# %% [markdown] claims="none"
# ### Run
#
# `f(**values)` calls `f` with a dictionary: each key becomes the name of a parameter.

# %%
def plan_hours(topics: list[str], hours_per_day: float = 2) -> dict:
    """Plan the hours of a day."""
    return {"topics": topics, "hours_per_day": hours_per_day}

arguments = json.loads('{"topics": ["SQL"]}')
print("the model sent:", arguments)

result = plan_hours(**arguments)
print("inside:", result["hours_per_day"])
lesson.claim("02.p2", result["hours_per_day"])

# %% [markdown] claims="none"
# ### Exercise 02.1: CALCULATOR
#
# Now the schema of your calculator. **name** and **describe** are done. Fill the two gaps:
#
# 1. **type**: what kind of value is `expression`? Use JSON's name for it.
# 2. **require**: which values must come? A list of names.
#
# The calculator has one parameter, and it has no default.

# %%
CALCULATOR = {"type": "function", "function": {
    "name": "calculator",                                         # name
    "description": "Calculate an arithmetic expression.",         # describe
    "parameters": {
        "type": "object",
        "properties": {
            "expression": {
                "type":                                           # type
                    ### BEGIN SOLUTION
                    "string",
                    ### END SOLUTION
            }},
        "required":                                               # require
            ### BEGIN SOLUTION
            ["expression"],
            ### END SOLUTION
    }}}

# %%
lesson.check("02.1", CALCULATOR)

# %% [markdown] claims="none"
# **Hints for 02.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "JSON Schema has its own names"</summary>
#
# Python says `str`, `int` and `float`. JSON has other names. The list above the first example of this part tells them.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Compare with `DAYS_UNTIL`. Its parameter is a text too, and it must come too.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# "properties": {"expression": {"type": "str..."}},
# "required": [...]
# ```
#
# </details>

# %% [markdown] claims="none"
# ## Part 3: From the signature (11 minutes)
#
# Forty tools by hand are a lot of typing, and a function changes while its schema stays old. But Python knows the **signature** of a function: its parameters, their types and their defaults. `inspect.signature` reads it, and does not call the function.
#
# ### Predict 02.p3
#
# ```python
# def plan(topics: list[str], hours: float = 2, *, today=None) -> dict:
# ```
#
# The `*` only says: what follows it is given by name. Which names belong in `required`?
#
# - **a** `topics`
# - **b** `topics` and `hours`
# - **c** all three

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "a"
### END SOLUTION
lesson.predict("02.p3", my_guess)

# %% [markdown] claims="none"
# ### Run

# %%
def plan(topics: list[str], hours: float = 2, *, today=None) -> dict:
    """Plan the study hours of one day."""
    return {"topics": topics, "hours": hours}

must_come = []
print("the parameters of plan:")
for parameter in inspect.signature(plan).parameters.values():
    has_default = parameter.default is not inspect.Parameter.empty
    print(f"{parameter.name:<7} has a default: {has_default}")
    if not has_default:
        must_come.append(parameter.name)        # require

lesson.claim("02.p3", must_come)

# %% [markdown] claims="none"
# ### Exercise 02.2: json_type
#
# `json_type(annotation)` turns a Python type into a schema. `json_type(str)` returns `{"type": "string"}`. Plain types are done. Fill the two gaps:
#
# 1. **type** of a list. A list has the type `array`, and **`items`** holds the schema of its members. A member can be a list itself. `typing.get_args(list[int])` is the tuple `(int,)`.
# 2. Refuse every other type: raise a `ValueError`.

# %% tags=["small"]
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

def json_type(annotation):
    # type of a plain value
    if annotation in TYPES:
        return {"type": TYPES[annotation]}
    # type of a list, with the type of its members
    if typing.get_origin(annotation) is list:
        ### BEGIN SOLUTION
        member = typing.get_args(annotation)[0]
        return {"type": "array", "items": json_type(member)}
        ### END SOLUTION
    # refuse every other type
    ### BEGIN SOLUTION
    raise ValueError(f"no JSON type for {annotation}")
    ### END SOLUTION

# %%
lesson.check("02.2", json_type)

# %% [markdown] claims="none"
# **Hints for 02.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "A member can be a list itself"</summary>
#
# `TYPES` knows only plain types. Which function knows plain types *and* lists?
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Take the member out of the tuple. Ask `json_type` for its schema. Put this schema under `items`.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# member = typing.get_args(annotation)[0]
# return {"type": "array", "items": ...}
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 02.3: schema_of
#
# Now the whole schema. The contract of `schema_of(function, hidden=())`:
#
# 1. It returns the two levels that you know: `type`, and `function` with `name`, `description` and `parameters`.
# 2. **name**: the function's name. **describe**: the first line of its docstring. No docstring: raise a `ValueError`.
# 3. **type**: `json_type` of each parameter.
# 4. **require**: the names without a default.
# 5. **hide**: a name in `hidden` stands nowhere.
# 6. It never calls the function.
#
# Useful: `function.__name__`, `inspect.getdoc(function)`, `parameter.annotation`.

# %% tags=["small"]
def schema_of(function, hidden=()):
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("02.3", schema_of)

# %% [markdown] claims="none"
# **Hints for 02.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "A parameter with a default may stay away"</summary>
#
# Two questions for each parameter: what is its type, and must it come? The cell after prediction 02.p3 answers the second one.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Begin with an empty dictionary and an empty list. Go through the parameters once. Skip the hidden names first. Build the two levels at the end.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# for name, parameter in inspect.signature(function).parameters.items():
#     if name in hidden:
#         continue
#     properties[name] = ...
#     if ...:
#         required.append(name)
# ```
#
# </details>

# %% [markdown] claims=["The package says that no other name is welcome.", "The package tells the default."]
# ### Investigate: yours beside the package's
#
# Your schema of `plan_hours`, and the package's. The package adds two things. `additionalProperties` says that no other name is welcome. `default` tells the model what it gets when it sends nothing.
#
# Then change `plan_hours` in Part 2: give it one more parameter, or another docstring. Run both cells. Both schemas follow, and nobody typed them again.

# %%
if lesson.passed("02.3"):
    print("yours:    ", json.dumps(schema_of(plan_hours)))

theirs = ToolRegistry([plan_hours]).schemas("openai")[0]
print("package's:", json.dumps(theirs))
inside = theirs["function"]["parameters"]
hours = inside["properties"]["hours_per_day"]
lesson.claim("The package says that no other name is welcome.",
             inside["additionalProperties"] is False)
lesson.claim("The package tells the default.", "default" in hours)

# %% [markdown] claims="none"
# ## Part 4: How the model chooses (7 minutes)
#
# Two tools with names that say nothing. Somebody mixed up the two docstrings: the code of `lookup_a` finds rooms, and the code of `lookup_b` finds marks.
#
# ```python
# def lookup_a(subject: str) -> dict:
#     """Find the marks of a subject."""
#     return {"room": ROOMS.get(subject)}
#
# def lookup_b(subject: str) -> dict:
#     """Find the room of an exam."""
#     return {"marks": MARKS.get(subject)}
# ```
#
# ### Predict 02.p4
#
# *"In which room is my exam in DBMS?"* What does the model ask for?
#
# - **a** `lookup_a`
# - **b** `lookup_b`
# - **c** both

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("02.p4", my_guess)

# %% [markdown] claims="none"
# ### Run

# %%
ROOMS, MARKS = {"DBMS": "B-204"}, {"DBMS": 78}

def lookup_a(subject: str) -> dict:
    """Find the marks of a subject."""
    return {"room": ROOMS.get(subject)}

def lookup_b(subject: str) -> dict:
    """Find the room of an exam."""
    return {"marks": MARKS.get(subject)}

tools = ToolRegistry([lookup_a, lookup_b]).schemas("openai")
print("In which room is my exam in DBMS?")
asked = ask_once("In which room is my exam in DBMS?", tools)
lesson.claim("02.p4", asked)

# %% [markdown] claims=["Asked for a room, it answers with marks."]
# ### Investigate: change one description
#
# Meera asked for a room, and the tool answers with marks. No code is wrong. The *words* are wrong. A description is a **prompt**: a text that you write for the model.
#
# The next cell changes the two descriptions, not the functions. Run it. Then change the words, and run it again:
#
# - Give both tools the same description.
# - Describe one as `College helper`.
# - Use a word that is not in the question: `place` for room.

# %%
wrong = lookup_b("DBMS")
lesson.claim("Asked for a room, it answers with marks.", list(wrong), ["marks"])

tools[0]["function"]["description"] = "Find the room of an exam."
tools[1]["function"]["description"] = "Find the marks of a subject."

asked = ask_once("In which room is my exam in DBMS?", tools)

# %% [markdown] claims=["The description says at most 5. It got 500."]
# ### Trap: the rule that is only a wish
#
# A search must never return 500 passages. "Write the limit into the description," says a classmate. We do so, and look.
#
# A **scripted model** says what a list tells it to say. It stands here for a model that has a bad day. `asks` makes a script: ask for one tool, then end.

# %%
def search(query: str, k: int = 3) -> dict:
    """Search the notes. k is at most 5."""
    return {"passages": k}

def asks(name, **arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"id": "c1", "type": "function", "function": function}
    message = {"role": "assistant", "content": "", "tool_calls": [call]}
    return ScriptedModel([message, "Done."])

order = asks("search", query="joins", k=500)
run = Agent([search], model=order).ask("Search for joins.")
result = run.steps[0].results[0].data
print("passages that were asked for:", result["passages"])
lesson.claim("The description says at most 5. It got 500.", result["passages"], 500)

# %% [markdown] claims=["The model chose the folder."]
# ## Part 5: Hide, compare, make (11 minutes)
#
# A wish in a description is no check. Your code must look at the values before it runs anything. You write this check in lesson 03. One thing you can do now: do not show what the model must not choose.
#
# ### Break it
#
# This toy looks for a word in a file. Its first parameter says in which folder. It reads nothing, it only *names* the folder that it would read. We describe the whole signature. The scripted model sends `/`, the root of the whole disk.

# %%
def find_in_file(working_directory: str, file_name: str, word: str) -> dict:
    """Find a word in a file."""
    return {"it would read in": working_directory}

order = asks("find_in_file", working_directory="/", file_name="os.txt", word="key")

run = Agent([find_in_file], model=order).ask("Look for a key.")
result = run.steps[0].results[0].data
print(result)
lesson.claim("The model chose the folder.", result["it would read in"], "/")

# %% [markdown] claims=["The model sees file_name and word.", "The order with a folder is refused.", "In a dictionary, the last value wins."]
# **The defence** has two halves.
#
# 1. **hide**: the parameter stands in no schema. It is a **hidden parameter**: a value that your code sets and the model never sees.
# 2. Your code sets it **last**: `{**arguments, "working_directory": "notes"}`. In a dictionary the last value wins.
#
# The registry does both with `inject`. If a model sends the value all the same, the registry answers with an error.

# %%
registry = ToolRegistry()
registry.add(find_in_file, inject={"working_directory": "notes"})      # hide

parameters = registry.schemas("openai")[0]["function"]["parameters"]
lesson.claim("The model sees file_name and word.",
             list(parameters["properties"]), ["file_name", "word"])

run = Agent(registry, model=order).ask("Look for a key.")
result = run.steps[0].results[0].data
print(result)
lesson.claim("The order with a folder is refused.", sorted(result), ["error"])

arguments = {"working_directory": "/", "file_name": "os.txt"}
folder = {**arguments, "working_directory": "notes"}["working_directory"]
lesson.claim("In a dictionary, the last value wins.", folder, "notes")

# %% [markdown] claims=["OpenAI's form has two levels.", "Gemini's form is flat.", "In Gemini's form the default is a sentence."]
# ### Run: two dialects
#
# A **provider** is a service that offers a model over the network. Providers agree on the idea and differ in the form. OpenAI's form has two levels, as you wrote it. Gemini's form is flat, and another key holds the parameters. Its documentation names no `default`, so there the default becomes a sentence in the description.
#
# You write the function once. The registry speaks both dialects.

# %%
registry = ToolRegistry([plan_hours])
openai, gemini = registry.schemas("openai")[0], registry.schemas("gemini")[0]

print(f"{'OpenAI':<47}Gemini")
left, right = [json.dumps(one, indent=1).splitlines() for one in (openai, gemini)]
for a, b in zip_longest(left, right, fillvalue=""):
    print(f"{a:<47}{b}".rstrip())

hours = gemini["parameters_json_schema"]["properties"]["hours_per_day"]
lesson.claim("OpenAI's form has two levels.", sorted(openai), ["function", "type"])
lesson.claim("Gemini's form is flat.",
             sorted(gemini), ["description", "name", "parameters_json_schema"])
lesson.claim("In Gemini's form the default is a sentence.",
             hours["description"], "Default: 2.")

# %% [markdown] claims=["With items, it accepts the schema.", "Without items, it refuses."]
# ### Run: a list without items
#
# What happens to a schema that is not complete? The **practice server** reads requests as strictly as a real one, and refuses in the same words. Lesson 05 puts it on a network. Here we call it as a function.
#
# We send the schema of `plan_hours` twice. The second time, `items` is missing: nobody says what `topics` is a list of.

# %%
service = Service(PracticeModel(), key="practice")
def service_says(schema):
    request = {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
               "tools": [{"function_declarations": [schema]}]}
    place = "/v1beta/models/practice:generateContent?key=practice"
    answer = service.handle("POST", place, {}, json.dumps(request).encode())
    error = json.loads(answer.body).get("error", {"message": "accepted"})
    return error["message"].strip()

schema = ToolRegistry([plan_hours]).schemas("gemini")[0]
lesson.claim("With items, it accepts the schema.", service_says(schema), "accepted")
del schema["parameters_json_schema"]["properties"]["topics"]["items"]
refused = service_says(schema)
print(refused)
lesson.claim("Without items, it refuses.", refused.endswith("items: missing field."))

# %% [markdown] claims="none"
# ### Why?
#
# The server accepts a schema, and the model reads it. Why must your code still check each value that comes? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# A schema tells the model what you want. It does not stop a model that sends something else, as the trap in Part 4 showed. It also knows only types and names: a text can be a date that does not exist. So your code checks before it runs.
#
# </details>

# %% [markdown] claims="none"
# ### Make 02.4: a tool of your own
#
# Write a function that Meera could need, and a question for it. The contract of `my_tool` and `my_question`:
#
# 1. `my_tool` has a docstring, and each parameter has a type.
# 2. The practice model gets your tool and the calculator. For `my_question` it asks for **your** tool, with all values that the tool needs.
# 3. For *"What is 15% of 2,480?"* and *"I got 42 marks out of 60. What percentage is that?"* it still asks for `calculator`.
# 4. Your function runs with the values that came.
#
# Ideas: the fine for a late library book, the price of printed pages, kilometres as miles.

# %%
my_question = "?"  # type a question that needs your tool
### BEGIN SOLUTION
my_question = "My library book is 6 days late. What is the fine?"
### END SOLUTION

my_tool = ...  # put your function here: def my_tool(...)
### BEGIN SOLUTION
def my_tool(days_late: int) -> dict:
    """Find the fine for a library book that comes back late."""
    return {"days_late": days_late, "fine": 2 * days_late}
### END SOLUTION

# %%
lesson.check("02.4", (my_tool, my_question))

# %% [markdown] claims="none"
# **Hints for 02.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "The question lacks a value"</summary>
#
# Each parameter without a default needs a value. The practice model takes it from your question: a number, a date, or a text in quotes.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Underline the two most important words of your question. Use both in the first line of the docstring. Leave out wide words such as "calculate" or "percentage".
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# def my_tool(pages: int) -> dict:
#     """Find the price of printed ..."""
#     return {"price": ...}
# ```
#
# </details>

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **write** a schema | name, describe, type, require: four steps, two levels |
# | **make** one from a signature | Python knows names, types and defaults, and nothing is called |
# | **change** the model's choice | the model reads your description, never your code |
#
# In `studybuddy` this is `ToolRegistry([...]).schemas("openai")`. It also reads the descriptions of parameters from the docstring, `Literal` for a few allowed words, and pydantic models.
#
# **Explain it to a friend:** what does the model get to know about your function, and what does it never see?

# %%
lesson.finish("02")

# %%
if lesson.live("Ask a real model in which room the exam is"):
    agent = Agent([lookup_a, lookup_b], model="auto")
    run = agent.ask("In which room is my exam in DBMS?")
    print([call.name for step in run.steps for call in step.calls])
    print(run.answer)
