# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 04: The agent loop
#
# **Time** 45 minutes · **Difficulty** short functions, the order matters · **You need** lists, dictionaries, loops, lesson 03. No key, no network.
#
# A model can ask for a tool. Your dispatcher can answer. What is missing is the part between them: a **loop** that sends, runs, and sends again, until an answer comes. A model, tools and a loop: this is an **agent**.
#
# After this lesson you can
#
# 1. **script** a model,
# 2. **order** the messages so that a real service accepts them,
# 3. **write** the loop with its limit.

# %%
import json

from studybuddy import Agent, ModelError, PracticeModel, ScriptedModel, run_agent, trace
from studybuddy.practice.strict import StrictModel
from studybuddy.workbook import lesson
from studybuddy.workbook.small import registry, run_tool

lesson.start("04")

# %% [markdown] claims="none"
# ## Recall: two questions from earlier lessons
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>Why is an allow list stronger than a list of forbidden words?</summary>
#
# What nobody thought of is refused too.
#
# </details>
#
# <details><summary>What does the dispatcher return when the tool raises?</summary>
#
# A JSON text with `error`: the type of the error and a sentence, no path.
#
# </details>

# %% [markdown] claims="none"
# ## The story
#
# Meera asks two things at once: *"What is my average, and what must I get in the next 20 credits to reach 9.0?"*
#
# The second number needs the first one. So one call is not enough: the model must see the first result before it can ask again. Her chat runs one tool, shows the result, and stops. At the end of this lesson, your own loop answers both.
#
# `run_tool` is what you wrote in lesson 03, and `registry` holds the same tools.

# %% [markdown] claims="none"
# ## Part 1: Four kinds of message (8 minutes)
#
# A conversation is a list of messages: the **history**. A model has no other memory. It reads the whole list at every **request**.
#
# ### Run: a scripted model
#
# A **scripted model** says what a list tells it to say, one item for each request. So you know beforehand what it says, and you can watch your own code.
#
# Here the first item asks for the calculator. The second item is a text: the final answer.

# %%
question = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"
arguments = json.dumps({"expression": "(8.2*20 + 9.1*22) / 42"})

call = {"id": "c1", "type": "function",
        "function": {"name": "calculator", "arguments": arguments}}
script = [{"role": "assistant", "content": "", "tool_calls": [call]},
          "Your average is 8.67."]

print(json.dumps(script, indent=1))

# %% [markdown] claims="none"
# ### Predict 04.p1
#
# The next cell runs this script. The history then holds four messages. One of them has the role `tool`. Who writes this message?
#
# - **a** the model
# - **b** your code
# - **c** the service that offers the model

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("04.p1", my_guess)

# %%
run = Agent(registry, model=ScriptedModel(script)).ask(question)

print("the messages, one line each")
for message in run.messages:
    print(f"{message['role']:<10} {message['content'] or '(a call)'}")
lesson.claim("04.p1", run.messages[2])

# %% [markdown] claims="none"
# ### Six words
#
# Between a question and its answer, your code does six things. They keep these names in the whole workbook:
#
# | word | what it means |
# |---|---|
# | **ask** | Send the history to the model. |
# | **inspect** | Are there calls? |
# | **authorise** | May this call run? |
# | **run** | Through the dispatcher. |
# | **append** | Keep every message. |
# | **stop?** | Answered, or at the limit? |
#
# Lesson 03 gave you two of them in one function: your `run_tool` authorises a call, and runs it.

# %% [markdown] claims="none"
# ![Timeline of four messages in a row: user, assistant with call c1, tool answer for c1, assistant with the answer. A curve with the label c1 ties the call to its answer.](img/04_timeline.svg)
#
# The numbers in the picture count the messages, from 0. In words: the **user** asks. The **assistant** asks for a tool, with call c1. Your code writes the **tool** message, with the answer for c1. The **assistant** gives the answer. The fourth kind, **system**, stands first where there is one: it holds your standing instruction.

# %% [markdown] claims=["The tool message holds exactly what run_tool returned."]
# ### Run: the same by hand
#
# No loop yet: each thing is done in a line of its own. Read the comments. They are the words of the table.

# %%
tools, model = registry.schemas("openai"), ScriptedModel(script)
messages = [{"role": "user", "content": question}]

message = model.complete(messages, tools).message              # ask
messages.append(message)                                       # append
call = message["tool_calls"][0]                                # inspect: a call
function = call["function"]
content = run_tool(function["name"], function["arguments"])    # authorise, run
answer = {"role": "tool", "tool_call_id": call["id"], "content": content}
messages.append(answer)                                        # append
messages.append(model.complete(messages, tools).message)       # ask, append, stop

print("roles:", [message["role"] for message in messages])
lesson.claim("The tool message holds exactly what run_tool returned.",
             messages[2]["content"] == run_tool("calculator", arguments))

# %% [markdown] claims="none"
# ### Exercise 04.1: my_script
#
# Write a script of your own for the question *"What is 15% of 2,480?"*. Fill the two gaps:
#
# 1. the arguments, as a JSON **text**: one `expression` for the calculator,
# 2. the last item: a text that tells the result.

# %%
my_script = [
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c1", "type": "function", "function": {
            "name": "calculator",
            "arguments":  # the arguments, as a text
                ### BEGIN SOLUTION
                json.dumps({"expression": "15 / 100 * 2480"}),
                ### END SOLUTION
        }},
    ]},
    # the final answer
    ### BEGIN SOLUTION
    "15% of 2,480 is 372.",
    ### END SOLUTION
]

# %%
lesson.check("04.1", my_script)

# %% [markdown] claims="none"
# **Hints for 04.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Arguments travel as text"</summary>
#
# A dictionary is no text. `json.dumps` makes a text of it.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Look at `arguments` in the first cell of this part. Yours has another expression. The last item is a plain text between quotes, with the number in it.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# json.dumps({"expression": "15 / 100 * ..."})
# ```
#
# </details>

# %% [markdown] claims=["In the right order, the history is accepted."]
# ## Part 2: The order (7 minutes)
#
# ### Run: a model that reads strictly
#
# A scripted model never looks at the history. A real service does: before the model reads the list, the service checks it. `StrictModel` is a scripted model with this check. It speaks in the words of a real service.
#
# `send` gives it a history, and tells what came back: the answer, or the kind and the words of the error.

# %%
def send(history):
    try:
        return StrictModel(script).complete(history, tools).text
    except ModelError as error:
        return f"{error.kind}: {error.message}"

user, asks_c1, answers_c1 = messages[:3]
came_back = send([user, asks_c1, answers_c1])

print("came back:", came_back)
lesson.claim("In the right order, the history is accepted.", came_back, script[1])

# %% [markdown] claims="none"
# ### Predict 04.p2
#
# The same three messages, in another order: the tool message stands *before* the assistant message that asked. All ids are right. What does the service do?
#
# - **a** It sorts them and answers.
# - **b** It refuses the request.
# - **c** It answers, but without the result.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("04.p2", my_guess)

# %%
came_back = send([user, answers_c1, asks_c1])

print("sent: user, tool, assistant")
print("came back:", came_back)
lesson.claim("04.p2", came_back)

# %% [markdown] claims="none"
# ### Check yourself 04.2: put the lines in order
#
# This is one round of the loop. Put four of these lines in order. One line is wrong and stays out.
#
# ```
# a   messages.append(message)
# b   message = model.complete(messages, tools).message
# c   if not message.get("tool_calls"): return message["content"]
# d   messages.extend(answer_calls(message, run_tool))
# e   messages = [message]
# ```
#
# `answer_calls` gives the list of tool messages. You write it in Part 3.

# %%
my_order = ""  # four letters, first line first, for example "a b c d"
### BEGIN SOLUTION
my_order = "b a c d"
### END SOLUTION

# %%
lesson.check("04.2", my_order)

# %% [markdown] claims="none"
# **Hints for 04.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Append before you return"</summary>
#
# The final answer is a message too. When the function has returned, nothing can be appended any more.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Say these words of the table, in this order: ask, append, inspect, run. Each word is one line. In a round, append comes twice: the message is kept as soon as it is there, and the answers after they have run.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# It begins with `b` and ends with `d`.
#
# </details>

# %% [markdown] claims="none"
# ## Part 3: Each call, one answer (8 minutes)
#
# A model can ask for several tools in **one** reply, when no call needs the result of another. Meera wants to know her average *and* her attendance: 31 of 40 classes.
#
# `asks` builds such a message from calls. It saves some typing.

# %%
def a_call(call_id, name, arguments):
    return {"id": call_id, "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)}}

def asks(*calls):
    return {"role": "assistant", "content": "", "tool_calls": list(calls)}

both = asks(a_call("c1", "calculator", {"expression": "(8.2*20 + 9.1*22) / 42"}),
            a_call("c2", "calculator", {"expression": "31 / 40 * 100"}))

# %% [markdown] claims="none"
# ### Predict 04.p3
#
# The model asks with `both`, and then gives its answer. How many requests does the model get, from the question to the answer?
#
# - **a** 1
# - **b** 2
# - **c** 3

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("04.p3", my_guess)

# %%
model = StrictModel([both, "Your average is 8.67, your attendance is 77.5%."])
run = Agent(registry, model=model).ask("What is my average, and my attendance?")

print("what was said and done, line by line")
print(trace.text(run))
lesson.claim("04.p3", model.requests)

# %% [markdown] claims=["A call without an answer is refused.", "The refusal names c2."]
# ### Run: one answer is missing
#
# In the last output, the number before each line names the request that it belongs to, and "model" is the `assistant` of the history.
#
# Now your code answers only the first call of `both`, and asks again. The strict model reads the history.
#
# The long sentences come from a real service. (The one in Part 2 even has its spelling mistake.) When you meet such a sentence one day, look at the history: which call has no answer, or which answer has no call?

# %%
user, first, second = run.messages[0], run.messages[2], run.messages[3]

came_back = send([user, both, first])

print("one answer:", came_back)
print("two answers:", send([user, both, first, second]))
lesson.claim("A call without an answer is refused.",
             came_back.startswith("bad_response"))
lesson.claim("The refusal names c2.", came_back.endswith(": c2"))

# %% [markdown] claims="none"
# ### Exercise 04.3: answer_calls
#
# `answer_calls(message, run_tool)` returns a list: one tool message for each call, in the order of the calls. Fill the two gaps:
#
# 1. in `answer_to`: one tool message, with role, id and content,
# 2. in `answer_calls`: for each call, **run** it and **append** its answer.
#
# `run_tool` takes the name and the arguments, as they came. It never raises.

# %% tags=["small"]
def answer_to(call, content):
    # one tool message: three keys
    ### BEGIN SOLUTION
    return {"role": "tool", "tool_call_id": call["id"], "content": content}
    ### END SOLUTION

def answer_calls(message, run_tool):
    answers = []
    # for each call: run, append
    ### BEGIN SOLUTION
    for call in message["tool_calls"]:
        function = call["function"]
        content = run_tool(function["name"], function["arguments"])
        answers.append(answer_to(call, content))
    ### END SOLUTION
    return answers

# %%
lesson.check("04.3", answer_calls)

# %% [markdown] claims="none"
# **Hints for 04.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "One call stayed without an answer"</summary>
#
# `message["tool_calls"]` is a list. One round of a `for` loop takes one call.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# In Part 1 you ran one call by hand. The line with `run_tool` and the line with `"role": "tool"` go into this exercise, with `call` from the loop.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# for call in ...:
#     function = call["function"]
#     content = run_tool(function["name"], ...)
#     answers.append(answer_to(...))
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: your own answers
#
# Your function answers `both`. Then the strict model reads the history that you made. Change the id in one answer: put the line `answers[1]["tool_call_id"] = "c1"` before the `for`. What does the service say?

# %%
if lesson.passed("04.3"):
    answers = answer_calls(both, run_tool)
    for answer in answers:
        print(answer)
    print("came back:", send([user, both, *answers]))

# %% [markdown] claims="none"
# ## Part 4: The loop and its limit (12 minutes)
#
# A loop goes on until an answer comes. But some models get **stuck**: they ask for the same thing again and again. So every loop has a **step limit**, `max_steps`.
#
# ### Predict 04.p4
#
# A stuck model, and `max_steps=3`. How many requests does the loop make?
#
# - **a** 2
# - **b** 3
# - **c** 4

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("04.p4", my_guess)

# %% [markdown] claims="none"
# ### Run
#
# `run_agent` is the loop of the package as one function. It takes your list of messages, and the list grows.

# %%
def again(history):
    call_id = f"c{len(history)}"
    return asks(a_call(call_id, "calculator", {"expression": "2 +"}))

def ask_stuck(max_steps):
    model = StrictModel([again] * 60)
    history = [{"role": "user", "content": "What is 2 +?"}]
    answer = run_agent(history, model=model, max_steps=max_steps, log=None)
    return model.requests, answer

requests, answer = ask_stuck(max_steps=3)
print("a stuck model, with max_steps=3")
print("the answer:", answer)
lesson.claim("04.p4", requests)

# %% [markdown] claims=["The second call holds the result of the first."]
# ### Run: the question with two parts
#
# Back to Meera's real question. She has 42 credits now, and 62 after the next 20. The second item of this script is a *function*: it reads the first result in the history, and asks with it. So the two calls cannot stand in one reply.
#
# A **trace** is a view of a run. Here it is drawn as a timeline. Each call and its answer carry the same id. The numbers count the messages, from 0, as `run.messages` does.

# %%
two_parts = question + " And what must I get in the next 20 credits to reach 9.0?"

def second_call(history):
    average = json.loads(history[-1]["content"])["result"]
    return asks(a_call("c2", "calculator",
                       {"expression": f"(9.0 * 62 - {average} * 42) / 20"}))

first_call = asks(a_call("c1", "calculator", {"expression": "(8.2*20 + 9.1*22) / 42"}))
model = StrictModel([first_call, second_call, "Your average is 8.67. You need 9.69."])
run = Agent(registry, model=model).ask(two_parts)

lesson.claim("The second call holds the result of the first.",
             str(run.steps[0].results[0].data["result"]) in run.steps[1].calls[0].raw)
trace.timeline(run)

# %% [markdown] claims="none"
# ### Investigate: step by step
#
# One **step** is one request and the calls that follow from it. The first lines show one step. The table shows the whole run. Here the numbers count the steps, not the messages: 0 is your question, and a call and its answer have the same number.
#
# A trace says "model" for what the history calls `assistant`, and the name of the tool for `tool`. They are the same messages. Change `step=2`, and find out: in which step does the number 9.69 appear first, and who wrote it?

# %%
print(trace.text(run, step=2))

trace.table(run)

# %% [markdown] claims=["A limit of 5 gives 5 requests, a limit of 50 gives 50.", "Both end in the same sentence, but for the number.", "With the stuck rule, the run is stuck after 3 requests."]
# ### Trap: the repair that repairs nothing
#
# "The model could not finish in 5 steps. So I give it 50." Each request costs time, and with a real service also money. Does it help?
#
# What helps is a **stuck rule**: three requests with the same call and the same result, and the run ends. `Agent` has this rule.

# %%
few, sentence_few = ask_stuck(max_steps=5)
many, sentence_many = ask_stuck(max_steps=50)
run = Agent(registry, model=StrictModel([again] * 60), max_steps=50).ask("What is 2 +?")

print(few, "requests: ", sentence_few)
print(many, "requests:", sentence_many)
print(len(run.steps), "requests: ", run.answer)
lesson.claim("A limit of 5 gives 5 requests, a limit of 50 gives 50.",
             [few, many], [5, 50])
lesson.claim("Both end in the same sentence, but for the number.",
             sentence_few.replace("5", "50") == sentence_many)
lesson.claim("With the stuck rule, the run is stuck after 3 requests.",
             [run.status, len(run.steps)], ["stuck", 3])

# %% [markdown] claims="none"
# ### Exercise 04.4: small_loop
#
# This time you write the whole function, in about eight lines. The contract of `small_loop(messages, model, tools, run_tool, max_steps=5)`:
#
# 1. **ask:** `model.complete(messages, tools).message` gives the next message.
# 2. **append** every message to `messages` itself, also the last one.
# 3. **inspect:** without calls, return the message's `content`.
# 4. **authorise, run, append:** your `answer_calls` does this.
# 5. **stop?** Ask at most `max_steps` times. The calls of the last request are answered too. Then return a sentence of your own that says: not finished.

# %% tags=["small"]
def small_loop(messages, model, tools, run_tool, max_steps=5):
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("04.4", small_loop)

# %% [markdown] claims="none"
# **Hints for 04.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Count requests"</summary>
#
# Each round of the loop asks once. `range(max_steps)` gives exactly `max_steps` rounds.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Put your four lines of 04.2 inside a `for` loop. Behind the loop stands one more `return`, for the limit.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# for _ in range(...):
#     message = ...
#     messages.append(message)
#     if ...:
#         return message["content"]
#     messages.extend(...)
# return "..."
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: your agent at work
#
# A model, tools, and *your* loop: this is an agent. The practice model reads Meera's question, and nobody wrote a script for it. Then ask a question of your own, for example *"My SGPA is 8.2 with 20 credits and 9.1 with 22: what is my CGPA?"*

# %%
history = [{"role": "user", "content": two_parts}]

if lesson.passed("04.4"):
    print(small_loop(history, PracticeModel(today="2026-11-30"), tools, run_tool))

trace.timeline(history)

# %% [markdown] claims=["Two empty ids are refused."]
# ## Part 5: Break it, then make it (10 minutes)
#
# ### Break it
#
# Some services send calls with an empty id. Your code then copies it into the answer, and every answer fits every call. The next request is refused.

# %%
def answered(message):
    return [{"role": "tool", "tool_call_id": call["id"], "content": "{}"}
            for call in message["tool_calls"]]

message = asks(a_call("", "calculator", {"expression": "2 + 3"}),
               a_call("", "calculator", {"expression": "2 * 3"}))
came_back = send([user, message, *answered(message)])

print("came back:", came_back)
lesson.claim("Two empty ids are refused.", came_back.startswith("bad_response"))

# %% [markdown] claims=["The good id stays, the others are new.", "With new ids, the history is accepted."]
# **The defence:** *before* you run the calls, give a new id where it is missing, empty or already used. A good id is never changed: the service knows its own.
#
# Here the ids are c7, an empty one, and c1. The id c1 was used before.

# %%
def with_ids(message, used):
    fresh = (f"new{n}" for n in range(1, 1000))
    for call in message["tool_calls"]:
        if not call.get("id") or call["id"] in used:
            call["id"] = next(one for one in fresh if one not in used)
        used.add(call["id"])

message = asks(*[a_call(one, "calculator", {}) for one in ("c7", "", "c1")])
with_ids(message, used={"c1"})
ids = [call["id"] for call in message["tool_calls"]]

print("ids:", ids)
lesson.claim("The good id stays, the others are new.", ids, ["c7", "new1", "new2"])
lesson.claim("With new ids, the history is accepted.",
             send([user, message, *answered(message)]), script[1])

# %% [markdown] claims="none"
# ### Why?
#
# Each reply also carries a **finish reason**: a word that says why the model stopped, such as `stop` or `tool_calls`. Your loop did not look at it. Why is this right? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# Services use these words in different ways. Some say `stop` and send calls all the same. Each call needs its answer, whatever the word is. So the loop looks at the calls themselves.
#
# </details>

# %% [markdown] claims="none"
# ### Make 04.5: my_second_script
#
# In lesson 03, errors became data. Now use that. Write a script for a question of your own, in which the model makes a mistake and corrects itself:
#
# 1. a call that comes back with an `error`, for example with broken arguments,
# 2. a corrected call, with a **new** id,
# 3. a text that holds the result of the tool.
#
# The tools are `calculator`, `list_topics`, `log_hours` and `days_until`. Use `asks` and `a_call`. An item may also be a function of the history, like `second_call`.

# %%
my_second_script = [...]  # a call with an error, a better call, a text
### BEGIN SOLUTION
my_second_script = [
    asks(a_call("c1", "days_until", {"date": "2026-12-10"})),
    asks(a_call("c2", "days_until", {"exam_date": "2026-12-10"})),
    "The exam is in 10 days.",
]
### END SOLUTION

# %%
lesson.check("04.5", my_second_script)

# %% [markdown] claims="none"
# **Hints for 04.5.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Your first call worked"</summary>
#
# The dispatcher refuses a field that the schema does not name, a field that is missing, and a tool that is not there.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Copy the first item, repair its arguments, and give it another id. To see what a call gives, try `run_tool("days_until", "{}")` in a new cell.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# my_second_script = [
#     asks(a_call("c1", "calculator", {"text": "2 + 3"})),
#     asks(a_call("c2", ...)),
#     "The result is ...",
# ]
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: yours beside the package's
#
# Ten scripts go through your loop and through `run_agent`. A strict model reads each history. "The other" is the package.
#
# When your check passes, they differ with one script: broken arguments. Your history keeps the broken text, and many services refuse a history that holds such a text. The package answers the call with the error, and writes `{}` into the history.

# %%
def calc(call_id, expression):
    return a_call(call_id, "calculator", {"expression": expression})

broken = a_call("c1", "calculator", {})
broken["function"]["arguments"] = '{"expression": "2 + 3",}'
three = [asks(calc(f"c{n}", f"{n} + 1")) for n in (1, 2, 3)]

# %%
scripts = {
    "no call": ["Hello."],
    "one call": [asks(calc("c1", "2 + 3")), "5"],
    "two calls": [both, "8.67 and 77.5"],
    "two steps": [first_call, second_call, "8.67 and 9.69"],
    "text and a call": [{**first_call, "content": "I look."}, "8.67"],
    "no such tool": [asks(a_call("c1", "weather", {})), "I cannot know."],
    "corrected": [asks(calc("c1", "2 +")), asks(calc("c2", "2 + 3")), "5"],
    "broken arguments": [asks(broken), "Sorry."],
    "last request": [*three, asks(calc("c4", "4 + 1")), "At last."],
    "stuck": [again] * 9,
}

# %%
def on_script(loop):
    def play(name):
        model = StrictModel(scripts[name])
        history = [{"role": "user", "content": name}]
        said = loop(history, model)
        answer = said if history[-1]["role"] == "assistant" else "no answer"
        return f"requests: {model.requests}, messages: {len(history)}, {answer}"
    return play

yours = on_script(lambda history, model: small_loop(history, model, tools, run_tool))
package = on_script(lambda history, model: run_agent(history, model=model, log=None))

lesson.compare(yours, package, list(scripts))

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **script** a model | you know what it says, so you can watch your own code |
# | **order** the messages | ask, then append, then one answer for each call, by its id |
# | **write** the loop with its limit | `for`, four lines, and a sentence at the limit |
#
# In `studybuddy` this is `run_agent`, and `Agent`. `Agent` adds a stuck rule, new ids, approvals, and a run that can be saved. `trace` shows every run as text, table and timeline. In lesson 05, your loop meets real services.
#
# **Explain it to a friend:** what happens between a question and its answer? Use the six words.

# %%
lesson.finish("04")

# %%
if lesson.live("The question with two parts, to a real model"):
    run = Agent(registry).ask(two_parts)
    print(trace.text(run))
