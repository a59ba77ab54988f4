# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 05: The same loop on real providers
#
# **Time** 45 minutes · **Difficulty** short functions, new names · **You need** lists, dictionaries, your loop from lesson 04. No key, no network.
#
# A **provider** is a service that offers a model over the network. Each one has its own form for the same four messages: its **protocol**. Your loop stays the same. What you send must fit the form exactly.
#
# After this lesson you can
#
# 1. **declare** tools for Gemini,
# 2. **keep and join** contents so that the service accepts them,
# 3. **compare** two protocols on one question.

# %%
import json
import os
import textwrap

import openai
from google import genai
from google.genai import errors, types

from studybuddy import Agent, GeminiModel, environment, practice, run_agent
from studybuddy.messages import assistant
from studybuddy.messages import call as make_call
from studybuddy.workbook import lesson
from studybuddy.workbook.bars import bars
from studybuddy.workbook.small import registry, run_tool

lesson.start("05")

# %% [markdown] claims="none"
# ## Recall: two questions from earlier lessons
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>Why is a list without items a bad schema?</summary>
#
# The type of its members is lost, and some services refuse it.
#
# </details>
#
# <details><summary>Why must the assistant message stand before the tool message?</summary>
#
# The tool message answers its call. Without the call before it, the history is refused.
#
# </details>

# %% [markdown] claims="none"
# ## The story
#
# Meera finds an old tutorial for Gemini. Its loop has these three lines in it:
#
# ```python
# GenerateContentConfig(temperature=0, ...)
# Content(role="model", parts=[Part(function_call=call)])
# Content(role="tool", parts=[...])
# ```
#
# She runs it, and the service refuses her request. One line sends something that Gemini does not know. One line loses something. One line does no harm at first sight, but new tutorials do not have it any more. Which line is which? At the end of this lesson you know it.

# %% [markdown] claims="none"
# ## Part 1: Declare and ask (8 minutes)
#
# Three of the five words are new. They keep these names in the whole workbook:
#
# | word | what it means |
# |---|---|
# | **declare** | Tell the model its tools. |
# | **ask** | Send the history. |
# | **keep** | The model's content, untouched. |
# | **join** | All answers of a turn in one content. |
# | **stop?** | Answered, or at the limit? |
#
# Gemini calls a message a **content**. A **turn** is one content: what one side says before the other side speaks.
#
# `run_tool` is what you wrote in lesson 03, and `registry` holds the same tools as in lesson 04.

# %% [markdown] claims="none"
# ### Run: a practice server
#
# An **SDK** is the package that a provider gives you, so that Python can talk to it. Here it is the real `google-genai`.
#
# A **practice server** is a server on your own computer. It behaves like the provider, and it refuses what the provider refuses. Behind it stands the practice model of lesson 00.
#
# With a key of your own, the same cells talk to Google: see the end of the lesson.

# %%
def connect(address, key):
    options = types.HttpOptions(base_url=address, api_version="v1beta",
                                timeout=60_000)            # milliseconds
    return genai.Client(api_key=key, http_options=options)

for name in ("NO_PROXY", "no_proxy"):      # no proxy before your own computer
    os.environ[name] = ",".join(filter(None, [os.environ.get(name), "127.0.0.1"]))

server = practice.serve(today="2026-11-30", seed="05")  # seed: each run is the same
client = connect(server.gemini_base_url, server.key)
model = "gemini-3.8-flash"

# %% [markdown] claims=["Four tools are declared.", "No declaration shows today."]
# ### Run: declare, then ask
#
# A **declaration** is Gemini's form of the schema from lesson 02: name, description, parameters. The registry writes it, and the SDK checks it.
#
# `automatic_function_calling` is switched off. You will see soon why.

# %%
declarations = [types.FunctionDeclaration(**schema)             # declare
                for schema in registry.schemas("gemini")]
config = types.GenerateContentConfig(
    tools=[types.Tool(function_declarations=declarations)],
    automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True))

for one in declarations:
    print(f"{one.name:<12} {list(one.parameters_json_schema['properties'])}")
lesson.claim("Four tools are declared.", len(declarations) == 4)
lesson.claim("No declaration shows today.", "today" not in str(declarations))

# %% [markdown] claims="none"
# ### Predict 05.p1
#
# A content has a role and a list of **parts**. A part holds a text, or a call, or the answer to a call.
#
# Meera asks for her average. One part of the reply is a call, with a name and `args`. Which type does `args` have?
#
# - **a** a text, as in lesson 03
# - **b** a dictionary
# - **c** a list of pairs

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("05.p1", my_guess)

# %%
question = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"
asked = types.Content(role="user", parts=[types.Part(text=question)])

response = client.models.generate_content(                      # ask
    model=model, contents=[asked], config=config)
content = response.candidates[0].content
first_call = content.parts[0].function_call

print("the model asks for:", first_call.name)
print("with the arguments:", first_call.args)
lesson.claim("05.p1", type(first_call.args).__name__)

# %% [markdown] claims=["The SDK ran the function itself."]
# ### Why?
#
# Why do we send declarations, and never the Python functions? Say your answer aloud, then open this one. The next cell shows it on a function that was made for this.
#
# <details><summary>One good answer</summary>
#
# The SDK would run the functions itself. No allow list, no check of the arguments, no question to you. A declaration is only a description, so your code decides.
#
# </details>

# %%
ran = []

def count_topics() -> int:
    """Count the topics of the course."""
    ran.append("count_topics")
    return 3

careless = types.GenerateContentConfig(tools=[count_topics])
chat = client.chats.create(model=model, config=careless)
print(chat.send_message("Count the topics of the course.").text)
print("ran:", ran)
lesson.claim("The SDK ran the function itself.", ran, ["count_topics"])

# %% [markdown] claims="none"
# ## Part 2: Inspect (6 minutes)
#
# ### Predict 05.p2
#
# Each reply carries a **finish reason**: a word that says why the model stopped. In lesson 04, `tool_calls` was such a word, for a model that asks for a tool. What is it here, in the reply from Part 1?
#
# - **a** `STOP`
# - **b** `TOOL_CALLS`
# - **c** nothing: the model is not at its end yet

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "a"
### END SOLUTION
lesson.predict("05.p2", my_guess)

# %%
calls = [part.function_call for part in content.parts if part.function_call]
reason = response.candidates[0].finish_reason

print("calls in the parts:", len(calls))
print("finish reason:     ", reason.name if reason else None)
lesson.claim("05.p2", reason.name if reason else None)

# %% [markdown] claims="none"
# So the word does not tell you what to do. **Look at the parts.** This is the same rule as in lesson 04.
#
# ### Check yourself 05.1: put the lines in order
#
# This is one round of the loop. Put four of these lines in order. One line is wrong and stays out.
#
# ```
# a   contents.append(response.candidates[0].content)
# b   response = client.models.generate_content(...)
# c   if no part is a call: return response.text
# d   contents.append(join_answers(calls, run))
# e   contents.append(types.Content(role="model", parts=[text]))
# ```
#
# `join_answers` gives one content with all answers. You write it in Part 4.

# %%
my_order = ""  # four letters, first line first, for example "a b c d"
### BEGIN SOLUTION
my_order = "b a c d"
### END SOLUTION

# %%
lesson.check("05.1", my_order)

# %% [markdown] claims="none"
# **Hints for 05.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Append, then return"</summary>
#
# The last turn of the model belongs to the history too. Nothing is appended after a `return`.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Say the words of the table: ask, keep, stop?, join. Each word is one line.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# It begins with `b` and ends with `d`.
#
# </details>

# %% [markdown] claims=["The part carries a signature.", "With the content as it came, the service answers."]
# ## Part 3: Keep (8 minutes)
#
# ### Run: the content as it came
#
# The part with the call also carries a **thought signature**: a sealed note of the service to itself. The model thought before it asked. The note holds this thinking, and you cannot read it.
#
# `send` asks, and tells what came back: a code, and a text. Code 200 means that all is well. The answer to the call is written out here, once.

# %%
def send(contents, client=client):
    try:
        return 200, client.models.generate_content(
            model=model, contents=contents, config=config).text
    except errors.APIError as error:
        return error.code, error.message

def run(name, args):
    return json.loads(run_tool(name, json.dumps(args)))

answered = types.Content(role="user", parts=[types.Part(
    function_response=types.FunctionResponse(
        id=first_call.id, name=first_call.name,
        response=run(first_call.name, first_call.args)))])

# %%
signature = content.parts[0].thought_signature
code, said = send([asked, content, answered])            # keep: the content itself

print("signature:", len(signature), "bytes")
print("code:", code)
print(said)
lesson.claim("The part carries a signature.", len(signature) > 0)
lesson.claim("With the content as it came, the service answers.", code, 200)

# %% [markdown] claims="none"
# ### Predict 05.p3
#
# Now you write the model's turn anew, as the second line of the old tutorial does. The call has the same id, the same name and the same arguments. What does the service do?
#
# - **a** It accepts the turn: the meaning is the same.
# - **b** It refuses the request with code 400.
# - **c** It accepts the turn, but it does not know the question any more.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("05.p3", my_guess)

# %%
same_call = types.FunctionCall(id=first_call.id, name=first_call.name,
                               args=first_call.args)
rebuilt = types.Content(role="model", parts=[types.Part(function_call=same_call)])

code, said = send([asked, rebuilt, answered])

print("signature:", rebuilt.parts[0].thought_signature)
print("code:", code)
print(textwrap.fill(said, 80))
lesson.claim("05.p3", code)

# %% [markdown] claims=["Your own signature is refused too."]
# The service wants its note back, unchanged. The long sentence is the one of the real service. When you meet it one day, look for the place where your code builds a content of the model anew.
#
# ### Trap: the repair that repairs nothing
#
# "A signature is missing? Then I write one." The bytes are easy to set. Does it help?

# %%
own = types.Part(function_call=same_call, thought_signature=b"signed by Meera")

code, said = send([asked, types.Content(role="model", parts=[own]), answered])

print("code:", code)
print(said)
lesson.claim("Your own signature is refused too.", code, 400)

# %% [markdown] claims="none"
# ## Part 4: Join (14 minutes)
#
# ### Predict 05.p4
#
# The third line of the old tutorial gives the answer the role `tool`, as your loop in lesson 04 does. What happens with `types.Content(role="tool", parts=...)`?
#
# - **a** The SDK refuses to build it.
# - **b** The SDK builds it, and the service answers with code 400.
# - **c** It works.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("05.p4", my_guess)

# %%
try:
    wrong = types.Content(role="tool", parts=answered.parts)
    code, said = send([asked, content, wrong])
except ValueError as error:      # this is what the SDK raises
    code, said = type(error).__name__, ""

print("code:", code)
print(said)
lesson.claim("05.p4", code)

# %% [markdown] claims="none"
# ![The same call and answer in two forms, side by side. Gemini: user, model with a call, user with the answer, model with the text. OpenAI: user, assistant with a call, tool with the answer, assistant with the text. Gemini's model content carries a seal, the signature, that goes back unopened.](img/05_two_forms.svg)
#
# In words: Gemini knows two roles, `user` and `model`. An answer to a call comes from your side, so its role is `user`. OpenAI's form has a role of its own for it, `tool`. In both forms, the id ties the answer to its call.

# %% [markdown] claims="none"
# ### Exercise 05.2: answer_part
#
# `answer_part(call, result)` returns one `types.Part` that answers a call. `call` has `.id`, `.name` and `.args`. `result` is the dictionary that the tool gave.
#
# Fill the two gaps: set the `id` of the answer, and its `response`. Two calls can have the same name, so only the id tells which call is answered.

# %%
def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    # which call is it?
    ### BEGIN SOLUTION
    answer.id = call.id
    ### END SOLUTION
    # what did the tool give?
    ### BEGIN SOLUTION
    answer.response = result
    ### END SOLUTION
    return types.Part(function_response=answer)

# %%
lesson.check("05.2", answer_part)

# %% [markdown] claims="none"
# **Hints for 05.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "The id is missing"</summary>
#
# A field that nobody sets is None. Some helpers of the SDK set only the name and the response.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Look at `answered` in Part 3. It sets three fields: id, name and response. Here the name is already set.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# answer.id = call...
# answer.response = ...
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 05.3: join_answers
#
# A model can ask for several tools in one turn. Gemini wants **all answers of a turn in one content**, in the order of the calls.
#
# `join_answers(calls, run)` returns this content. `run(name, args)` runs a tool and returns its dictionary. Call it once for each call. Fill the gap.

# %%
def join_answers(calls, run):
    parts = []
    # join: one part for each call
    ### BEGIN SOLUTION
    for call in calls:
        result = run(call.name, call.args)
        parts.append(answer_part(call, result))
    ### END SOLUTION
    return types.Content(role="user", parts=parts)

# %%
lesson.check("05.3", join_answers)

# %% [markdown] claims="none"
# **Hints for 05.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "One call has no answer"</summary>
#
# `calls` is a list. One round of a `for` loop takes one call.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Two lines inside the loop: first get the result from `run`, then append what `answer_part` makes of it.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# for call in calls:
#     result = run(call.name, ...)
#     parts.append(answer_part(..., result))
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: two calls in one turn
#
# Behind this second practice server stands a scripted model, which asks for two things at once. Your function answers. Then send only one of the two: `parts=joined.parts[:1]`. What does the service say?

# %%
average = make_call("calculator", {"expression": "(8.2*20 + 9.1*22) / 42"}, "c1")
percent = make_call("calculator", {"expression": "31 / 40 * 100"}, "c2")
both = assistant("", [average, percent])
second_server = practice.serve(script=[both, "8.67 and 77.5%"], seed="05")
second = connect(second_server.gemini_base_url, second_server.key)

two = second.models.generate_content(model=model, contents=[asked], config=config)
turn = two.candidates[0].content
if lesson.passed("05.3"):
    joined = join_answers([part.function_call for part in turn.parts], run)
    print(len(turn.parts), "calls,", len(joined.parts), "answers")
    print(*send([asked, turn, types.Content(role="user", parts=joined.parts)], second))

# %% [markdown] claims="none"
# ### Exercise 05.4: small_gemini_loop
#
# This is your loop from lesson 04, with other words. Fill the three gaps:
#
# 1. **keep:** append the content itself to `contents`. A reply can come without a candidate, and a candidate without a content. Then return a sentence of your own.
# 2. **stop?** Collect the calls from the parts. Without calls, return `response.text`. It can be None: then return a sentence. `content.parts` can be None too.
# 3. **join:** append the answers of this turn.

# %%
def small_gemini_loop(client, model, contents, config, run, max_steps=20):
    for _ in range(max_steps):
        response = client.models.generate_content(              # ask
            model=model, contents=contents, config=config)
        # keep
        ### BEGIN SOLUTION
        content = response.candidates[0].content if response.candidates else None
        if content is None:
            return "The service sent no answer."
        contents.append(content)
        ### END SOLUTION
        # stop?
        ### BEGIN SOLUTION
        parts = content.parts or []
        calls = [part.function_call for part in parts if part.function_call]
        if not calls:
            return response.text or "The answer was empty."
        ### END SOLUTION
        # join
        ### BEGIN SOLUTION
        contents.append(join_answers(calls, run))
        ### END SOLUTION
    return f"I could not finish in {max_steps} steps."

# %%
lesson.check("05.4", small_gemini_loop)

# %% [markdown] claims="none"
# **Hints for 05.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "the signature is gone"</summary>
#
# Do not build a content of the model. `response.candidates[0].content` is the one to append.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# `response.candidates` can be an empty list, and an empty list counts as false. Ask for it before you take `[0]`. For the parts, `content.parts or []` is always a list.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# content = response.candidates[0].content if response.candidates else None
# if content is None:
#     return "..."
# contents.append(...)
# ...
# if not calls:
#     return response.text or "..."
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: your loop at work
#
# Meera's question from lesson 04, with its two parts. Your loop runs on the SDK of the provider. Look at the roles, then ask a question of your own.

# %%
two_parts = question + " And what must I get in the next 20 credits to reach 9.0?"
contents = [types.Content(role="user", parts=[types.Part(text=two_parts)])]

if lesson.passed("05.4"):
    print(small_gemini_loop(client, model, contents, config, run), "\n")
    for one in contents:
        kinds = ["call" if part.function_call else "answer" if part.function_response
                 else "text" for part in one.parts or []]
        print(f"{one.role:<6} {', '.join(kinds)}")

# %% [markdown] claims=["The answer has the same number.", "The signature travels in extra_content."]
# ## Part 5: Two protocols, tokens (9 minutes)
#
# ### Run: the same question in the other form
#
# Many providers speak the form of OpenAI. Google offers it too, at an address of its own. The real `openai` package asks here. `run_agent` is the loop of lesson 04, in the package: it takes such a client, and `messages` grows.
#
# Where is the signature now?

# %%
other = openai.OpenAI(base_url=server.gemini_openai_base_url, api_key=server.key)
messages = [{"role": "user", "content": question}]

answer = run_agent(messages, client=other, model=model)

print(answer, "\n")
for message in messages:
    filled = [name for name in message if message[name] and name != "role"]
    print(f"{message['role']:<10} {', '.join(filled)}")
asking = messages[1]["tool_calls"][0]
print("in the call:", ", ".join(asking))
lesson.claim("The answer has the same number.", "8.67" in answer)
lesson.claim("The signature travels in extra_content.",
             "thought_signature" in str(asking["extra_content"]))

# %% [markdown] claims="none"
# ### Predict 05.p5
#
# A **token** is a piece of text, often a part of a word. Providers count tokens, and you pay for them. Meera's question with two parts needs three requests. Compare the tokens that are *sent* in request 3 with those in request 1.
#
# - **a** They are equal: only the new message is sent.
# - **b** They are fewer: the service remembers the rest.
# - **c** They are more.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("05.p5", my_guess)

# %%
gemini = GeminiModel(model, client=client)
run_of_package = Agent(registry, model=gemini).start(two_parts)
sent = {}
while run_of_package.status == "ready":
    before = run_of_package.usage.input_tokens
    run_of_package.step()
    sent[f"request {len(sent) + 1}"] = run_of_package.usage.input_tokens - before

lesson.claim("05.p5", [sent["request 1"], sent["request 3"]])
bars(sent, "tokens sent")

# %% [markdown] claims=["No request of this lesson sent a temperature."]
# The service remembers nothing. Each request carries the whole history, so each one costs more than the last.
#
# ### Run: the first line of the old tutorial
#
# The **temperature** says how much chance there is in the choice of words. Old tutorials set it to 0, to get the same answer each time. Google's guide for Gemini 3 advises against it: below its normal value of 1.0, a model that thinks can run in circles. And 0 never promised equal answers. So this workbook sends a temperature only when you set one.

# %%
settings = [request.body.get("generationConfig", {}) for request in server.requests]

print(len(settings), "requests to the practice server")
print("with a temperature:", sum("temperature" in one for one in settings))
lesson.claim("No request of this lesson sent a temperature.",
             not any("temperature" in one for one in settings))

# %% [markdown] claims=["The reply without a candidate ends in an IndexError."]
# ### Break it
#
# A real service sometimes sends a reply that is no error and holds nothing. The **fault dial** of the practice server does this on purpose. The worked example of Part 1 takes `candidates[0]`.

# %%
server.dial("choices_empty")
empty = client.models.generate_content(model=model, contents=[asked], config=config)

try:
    content_of_empty = empty.candidates[0].content
    ended = "with a content"
except IndexError as error:
    ended = f"in an {type(error).__name__}"

print("candidates:", empty.candidates)
print("the worked example ended", ended)
lesson.claim("The reply without a candidate ends in an IndexError.",
             ended, "in an IndexError")

# %% [markdown] claims=["None of the four replies holds anything to read."]
# **The defence:** inspect first, and say what happened. Three more faults: a content without parts, an answer that a filter blocked, and a question that a filter blocked.

# %%
def what_came(reply):
    if not reply.candidates:
        why = reply.prompt_feedback
        return "The question was blocked." if why else "Nothing came."
    found = reply.candidates[0]
    if not found.content or not found.content.parts:
        return f"Nothing to read came. The reason: {found.finish_reason.name}."
    return "Something to read came."

told = [what_came(empty)]
for fault in ["parts_empty", "blocked", "prompt_blocked"]:
    server.dial(fault)
    reply = client.models.generate_content(model=model, contents=[asked])
    told.append(what_came(reply))
print(*told, sep="\n")
lesson.claim("None of the four replies holds anything to read.",
             "Something to read came." not in told)

# %% [markdown] claims="none"
# ### Investigate: yours beside the package's
#
# Seven odd replies, each from a server of its own. We compare: did a text come, and after how many requests? "The other" is the package.
#
# When your check passes, the two differ where nothing came: yours returns a sentence, the package asks once more. Where a filter blocked the answer, neither asks again: the filter would block it again.

# %%
def on_fault(loop):
    def play(fault):
        with practice.serve(today="2026-11-30", seed="05", faults=fault) as odd:
            text = loop(connect(odd.gemini_base_url, odd.key))
            return "a text" if text else "nothing", len(odd.requests)
    return play

def package_loop(client):
    return Agent(registry, GeminiModel(model, client=client)).ask(question).answer

def my_loop(client):
    return small_gemini_loop(client, model, [asked], config, run, max_steps=5)

# %%
lesson.compare(on_fault(my_loop), on_fault(package_loop),
               ["parallel_calls", "text_and_call", "call_id_missing", "choices_empty",
                "parts_empty", "content_null", "blocked"])

# %% [markdown] claims="none"
# ### Make 05.5: ask_both
#
# One question, two protocols. `ask_both(question, server)` gets a practice server, and returns a dictionary with two **texts**: `{"gemini": ..., "openai": ...}`.
#
# | what | Gemini's own form | OpenAI's form |
# |---|---|---|
# | address | `server.gemini_base_url` | `server.openai_base_url` |
# | client | `connect(address, key)` | `openai.OpenAI(base_url=..., api_key=...)` |
# | loop | `small_gemini_loop` | `run_agent` |
# | history | a list of contents | a list of messages |
#
# Take address and key from the parameter `server`: the check brings a server of its own. The name of the model is free.

# %%
def ask_both(question, server):
    ### BEGIN SOLUTION
    gemini = connect(server.gemini_base_url, server.key)
    contents = [types.Content(role="user", parts=[types.Part(text=question)])]
    other = openai.OpenAI(base_url=server.openai_base_url, api_key=server.key)
    messages = [{"role": "user", "content": question}]
    return {
        "gemini": small_gemini_loop(gemini, model, contents, config, run),
        "openai": run_agent(messages, client=other, model=model),
    }
    ### END SOLUTION

# %%
lesson.check("05.5", ask_both)

# %% [markdown] claims="none"
# **Hints for 05.5.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Not found"</summary>
#
# The server has two addresses. Print `server.gemini_base_url` and `server.openai_base_url` in a new cell and compare them.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Each side has three lines: make the client, make the history with the question, run the loop. Both loops return a text.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# gemini = connect(server.gemini_base_url, ...)
# contents = [types.Content(role="user", parts=[types.Part(text=...)])]
# other = openai.OpenAI(base_url=..., api_key=...)
# messages = [{"role": "user", "content": ...}]
# return {"gemini": small_gemini_loop(...), "openai": run_agent(...)}
# ```
#
# </details>

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **declare** tools for Gemini | a declaration is only a description, so your code decides |
# | **keep and join** contents | the signature goes back unopened, and a turn gets all its answers in one content |
# | **compare** two protocols | the same four messages, in two forms |
#
# In `studybuddy` this is `GeminiModel` and `OpenAIModel`, for `Agent(model=...)`, and `call_function` for one call. They also wait and ask again when a service is busy, and they turn each error into a sentence. A run that began with one provider can go on with the other.
#
# **Explain it to a friend:** why does request 3 cost more than request 1?

# %%
lesson.finish("05")

# %% [markdown] claims="none"
# ### With a key of your own
#
# With `GEMINI_API_KEY` in the file `.env`, the next cell asks Google: the same loop, the same `config`. Afterwards `client` belongs to Google, so you can run cells of the parts above again. A real model takes longer, and its tokens count. With a key of another provider, `run_agent` asks there.

# %%
if lesson.live("Meera's question to a real model"):
    key = environment.get("GEMINI_API_KEY")
    model = environment.get("GEMINI_MODEL", model)
    contents = [types.Content(role="user", parts=[types.Part(text=two_parts)])]
    try:
        if key:
            client = connect("https://generativelanguage.googleapis.com", key)
            print(small_gemini_loop(client, model, contents, config, run, max_steps=5))
        else:
            print(run_agent([{"role": "user", "content": two_parts}], model="openai"))
    except Exception as error:
        print("No answer:", type(error).__name__, getattr(error, "code", ""))
