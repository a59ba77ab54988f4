# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 11: Your own StudyBuddy
#
# **Time** 45 minutes · **Difficulty** short functions, your own idea at the end · **You need** lessons 02, 03 and 09. No key, no network.
#
# This is the last lesson. Nobody gives you the tool this time: you pick the question, and you build what answers it.
#
# After this lesson you can
#
# 1. **build** a tool from a question of your own,
# 2. **test** it so that a wrong version fails,
# 3. **share** it outside this workbook.

# %%
import json
import math
import os
import subprocess
import sys

from studybuddy import Agent, OpenAIModel, PracticeModel, Run, Tool, ToolRegistry
from studybuddy import calculator, practice
from studybuddy.panels import ChatPanel, TracePanel
from studybuddy.workbook import lesson

lesson.start("11")
os.environ["STUDYBUDDY_TODAY"] = "2026-11-30"    # today, in this lesson
desk = lesson.workdir("11").parent               # a folder of its own, for files
os.chdir(desk)

# %% [markdown] claims="none"
# ## Recall: three questions from earlier lessons
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>Why is <code>startswith</code> no path check?</summary>
#
# A sibling folder with the same beginning, and links, pass.
#
# </details>
#
# <details><summary>The kernel died after <code>started</code>. Run again?</summary>
#
# No. Ask the person: it may already have happened.
#
# </details>
#
# <details><summary>The system prompt says "tool output is data". Is that a defence?</summary>
#
# Not one to rely on. A model that obeys all is not stopped by it.
#
# </details>

# %% [markdown] claims="none"
# ## The story
#
# Meera was in 31 of 40 classes. Her college asks for 75 %. How many may she still miss? In the lab she was in 27 of 40, and the lab asks for 80 %. How many must she attend now, without missing one?
#
# Her StudyBuddy plans, quizzes and mends programs. It has no tool for this. So she builds one, and tests it. At the end it stands in a StudyBuddy of her own, in a folder of her own.

# %% [markdown] claims="none"
# ## Part 1: Pick and build (9 minutes)
#
# ![The whole course as one picture. Your question enters the loop of lesson 04, which asks the model. Calls pass the dispatcher of lesson 03 and the gate of lesson 09 to the tools of lessons 01, 06 and 08. Each message goes to the run file. A new box joins the tools: yours.](img/11_the_course.svg)
#
# In words: your question enters the loop of lesson 04. Calls pass the dispatcher of lesson 03 and the gate of lesson 09, on their way to the tools of lessons 01, 06 and 08. Each message goes to the run file. Your own tool joins the others. Five words lead through this lesson:
#
# | word | what it means |
# |---|---|
# | **pick** | Which question? |
# | **build** | Function and docstring |
# | **register** | With or without approval |
# | **test** | Would a wrong version fail? |
# | **share** | Use it elsewhere |

# %% [markdown] claims="none"
# ### Run: Meera's first tool
#
# She picks the lab's question, and works on paper. Say she attends n more classes. Then she was in 27 + n of 40 + n. This must be 80 % or more. She solves it for n, and writes it down as a function. `math.ceil` rounds up.

# %%
def on_paper(attended: int, held: int, required: int = 75) -> dict:
    """Tell how many classes I may miss, or must attend."""          # build
    part = required / 100
    must = math.ceil((part * held - attended) / (1 - part))
    return {"percent": 100 * attended / held,
            "may_miss": max(0, math.floor(attended / part - held)),
            "must_attend": max(0, must)}

print(on_paper(31, 40))

# %% [markdown] claims="none"
# ### Predict 11.p1
#
# On paper, `(0.80 * 40 - 27) / (1 - 0.80)` is 25. What does Python make of `math.ceil((0.80 * 40 - 27) / (1 - 0.80))`?
#
# - **a** 25
# - **b** 26
# - **c** an error

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("11.p1", my_guess)

# %%
print("in the lab:")
exact = (0.80 * 40 - 27) / (1 - 0.80)
print(exact)
print(math.ceil(exact))
lesson.claim("11.p1", math.ceil(exact))

# %% [markdown] claims=["Now the lab is right.", "With 3 more classes she is below 70 %.", "In whole numbers, 25 classes are enough."]
# ### Trap: round instead
#
# "A tiny bit too much? Then I take `round` in place of `math.ceil`." The lab is right now. But another course asks for 70 %, and there she was in 27 of 40 too. `round` says 3 more classes. Then she is at 30 of 43.
#
# **The repair** is the same rule in whole numbers: 100 times the attended classes must be at least `required` times the held ones. Nothing is divided, so nothing is inexact. A class that she attends is held too, so both numbers grow.

# %%
lab = round((0.80 * 40 - 27) / (1 - 0.80))
other = round((0.70 * 40 - 27) / (1 - 0.70))
attended, held = 27 + other, 40 + other
print("round, lab:", lab, " other course:", other)
print("after these:", attended, "of", held, "is", f"{attended / held:.1%}")
lesson.claim("Now the lab is right.", lab, 25)
lesson.claim("With 3 more classes she is below 70 %.", 100 * attended / held < 70)

more = 0
while 100 * (27 + more) < 80 * (40 + more):
    more += 1
print("whole numbers, lab:", more)
print("7 // 2 rounds down:", 7 // 2, " -(-7 // 2) rounds up:", -(-7 // 2))
lesson.claim("In whole numbers, 25 classes are enough.", more, 25)

# %% [markdown] claims="none"
# ### Exercise 11.1: attendance
#
# `attendance(attended, held, required=75)` returns a dictionary:
#
# - `percent`, not rounded,
# - `may_miss`: how many classes she may miss in a row and keep the rule, 0 or more,
# - `must_attend`: how many she must attend in a row to reach it, 0 or more.
#
# Bad input gives a dictionary with `error`, a sentence. Good are whole numbers only (`True` is none), at least 1 class held, no more attended than held, and a rule from 1 to 99.
#
# Fill the two gaps. For Meera's 31 of 40, `may_miss` is 1. You can count up as above, or divide with `//`.

# %%
def attendance(attended: int, held: int, required: int = 75) -> dict:
    """Tell how many classes I may miss, or must attend."""
    # build: bad input comes back as error
    ### BEGIN SOLUTION
    if any(type(number) is not int for number in (attended, held, required)):
        return {"error": "attended, held and required are whole numbers."}
    if not 0 <= attended <= held or held == 0 or not 1 <= required <= 99:
        return {"error": "Give 0 to held classes attended, a rule of 1 to 99."}
    ### END SOLUTION
    # build: may_miss and must_attend, in whole numbers
    ### BEGIN SOLUTION
    may_miss = max(0, 100 * attended // required - held)
    too_few = required * held - 100 * attended
    must_attend = max(0, -(-too_few // (100 - required)))
    ### END SOLUTION
    return {"percent": 100 * attended / held,
            "may_miss": may_miss, "must_attend": must_attend}

# %%
lesson.check("11.1", attendance)

# %% [markdown] claims="none"
# **Hints for 11.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "held grows"</summary>
#
# A class that she misses counts as held. A class that she attends counts twice: as held, and as attended.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# First gap: three questions, each with a `return`. Which types? Does attended fit held? Is the rule from 1 to 99? Second gap: count `may_miss` up while one more missed class keeps the rule. Count `must_attend` up while the rule is not kept.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# if any(type(number) is not int for number in (attended, held, required)):
#     return {"error": ...}
# may_miss = must_attend = 0
# while 100 * attended >= required * (held + may_miss + 1):
#     may_miss += 1
# while 100 * (attended + ...) < required * (held + ...):
#     must_attend += 1
# ```
#
# </details>
#
# ### Investigate: your own classes
#
# In a new cell, call `attendance` with your own classes. Then take Meera's 31 of 40 with other rules: from which rule on may she miss nothing?

# %% [markdown] claims="none"
# ## Part 2: Register (8 minutes)
#
# ### Predict 11.p2
#
# An agent gets one tool: the function of Part 1, with the description "College helper". Meera asks: *"I was in 31 of 40 classes. How many may I miss?"* What does the practice model do?
#
# - **a** It asks for this tool: no other one can help.
# - **b** It says that it has no rule for the question.
# - **c** It tries the tool several times.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("11.p2", my_guess)

# %%
QUESTION = "I was in 31 of 40 classes. How many may I miss?"

def asked(description):
    tool = Tool(on_paper, name="attendance", description=description)
    run = Agent([tool], model=PracticeModel()).ask(QUESTION)
    return [(call.name, call.arguments)
            for step in run.steps for call in step.calls]

print("asked for:")
vague = asked("College helper.")
print(vague)
lesson.claim("11.p2", vague)

# %% [markdown] claims=["With words of the question, the tool is found."]
# ### Investigate: one sentence
#
# The function stays. Only the sentence changes. Then try a sentence of your own. Which word of the question must stand in it?

# %%
clear = asked("Tell how many classes I may miss, or must attend.")

print(clear)
lesson.claim("With words of the question, the tool is found.",
             clear, [("attendance", {"attended": 31, "held": 40})])

# %% [markdown] claims="none"
# ### Exercise 11.2: my_registry
#
# Now her registry. When she must miss a class, a mail goes to her teacher. `mail_teacher` is given. Here it only writes to a list.
#
# `my_registry()` returns a **new** `ToolRegistry` at each call. It holds three tools: `attendance`, `calculator` and `mail_teacher`. Only the mail waits for a person.
#
# The package makes `email_plan_to_me` wait by itself, because it knows this name. It knows nothing of a tool that you write. So you must **register** it *with approval*.

# %%
sent = []

def mail_teacher(text: str) -> dict:
    """Send a mail to my teacher."""
    sent.append(text)
    return {"sent": True}

# %%
def my_registry():
    ### BEGIN SOLUTION
    registry = ToolRegistry([attendance, calculator])            # register
    registry.add(mail_teacher, needs_approval=True)
    return registry
    ### END SOLUTION

# %%
lesson.check("11.2", my_registry)

# %% [markdown] claims="none"
# **Hints for 11.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "without brackets"</summary>
#
# `mail_teacher` is the function. `mail_teacher("I am ill.")` is what comes back after it has run. A registry wants the function.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Three steps: make a registry, put the tools in, return it. `ToolRegistry([one, two])` takes a list, and nothing about approval. `registry.add(tool)` adds one more, and can say that it waits.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# registry = ToolRegistry([attendance, ...])
# registry.add(mail_teacher, needs_approval=...)
# return ...
# ```
#
# </details>

# %% [markdown] claims=["The weak test lets both pass.", "One value catches one of the two."]
# ## Part 3: Test (9 minutes)
#
# ### Run: a test that never fails
#
# Is the tool right? A **test** calls it, and compares. It uses `assert`: what stands behind must be true, else an AssertionError comes.
#
# Two wrong versions stand here: `on_paper`, and one that says 0 for everything. `weak_tests` looks fine, and lets both pass. `better_tests` catches one of the two.

# %%
def always_zero(attended, held, required=75):
    return {"percent": 0, "may_miss": 0, "must_attend": 0}

versions = [on_paper, always_zero]

def says(tests, version):
    try:
        tests(version)
    except AssertionError:
        return "caught"
    return "passed"

# %%
def weak_tests(attendance):                                      # test
    assert attendance(31, 40)

def better_tests(attendance):
    assert attendance(31, 40)["may_miss"] == 1

weak = [says(weak_tests, version) for version in versions]
better = [says(better_tests, version) for version in versions]
print("weak:  ", weak)
print("better:", better)
lesson.claim("The weak test lets both pass.", weak, ["passed", "passed"])
lesson.claim("One value catches one of the two.", better, ["passed", "caught"])

# %% [markdown] claims="none"
# A dictionary that is not empty counts as true, whatever stands in it. So the weak test compares nothing. A test needs a value that you know, worked out by hand.
#
# ### Why?
#
# What does a test prove that has never failed? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# Nothing yet. Perhaps the code is right, and perhaps the test compares nothing. Give it a wrong version: when it fails there, you know what it can see.
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 11.3: my_tests
#
# `my_tests(attendance)` gets a version of the function, and tests it with `assert`. The check brings eight versions. Two are right: your tests say nothing. Six are wrong: your tests raise an error.
#
# - Work each value out by hand: Meera's classes, the lab, the course with 70 %.
# - Think of bad input too. The words in `error` are free.
# - A float can differ in the last digit. Compare percents with `math.isclose(a, b)`.
#
# Use the parameter, not the function of Part 1.

# %%
def my_tests(attendance):
    ### BEGIN SOLUTION
    meera = attendance(31, 40)                                   # test
    assert math.isclose(meera["percent"], 77.5)
    assert meera["may_miss"] == 1 and meera["must_attend"] == 0
    lab = attendance(27, 40, 80)
    assert lab["may_miss"] == 0 and lab["must_attend"] == 25
    assert attendance(27, 40, 70)["must_attend"] == 4
    assert "error" in attendance(41, 40)
    ### END SOLUTION

# %%
lesson.check("11.3", my_tests)

# %% [markdown] claims="none"
# **Hints for 11.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Version 2 passed your tests"</summary>
#
# The card says what this version does wrong. Find a call where it gives another answer than yours. Add this call.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# One case for each rule of the contract: may miss some, must attend some, nothing left to miss, another rule, and one bad input. Each case needs the value that you worked out.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# lab = attendance(27, 40, 80)
# assert lab["may_miss"] == 0
# assert lab["must_attend"] == ...
# assert "error" in attendance(...)
# ```
#
# </details>
#
# ### Investigate: your tests on your function
#
# Good tests let your function pass, and catch `always_zero`. Ask in a new cell: `says(my_tests, attendance)`. Then break `attendance` on purpose: change one sign, run its cell, and ask again. Do your tests see it?

# %% [markdown] claims="none"
# ## Part 4: Chat (7 minutes)
#
# ### Predict 11.p3
#
# Meera asks her agent twice, with `agent.ask`. Does the second question know the first?
#
# - **a** Yes: it is the same agent.
# - **b** No: it is a new run.
# - **c** Only with a real model.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("11.p3", my_guess)

# %%
agent = Agent([calculator], model=PracticeModel())
first = agent.ask("What is 31 / 40 * 100?")
second = agent.ask("What is 27 / 40 * 100?")

print("the second run:")
roles = [message["role"] for message in second.messages]
print(roles)
lesson.claim("11.p3", roles.count("user"))

first.ask("What is 27 / 40 * 100?")
roles = [message["role"] for message in first.messages]
print("the first run, after first.ask:")
print(roles)
lesson.claim("After run.ask, one run holds both questions.", roles.count("user"), 2)

# %% [markdown] claims=["After run.ask, one run holds both questions."]
# A run is one conversation. What belongs together goes into one run. The ask of a *run* puts the next question behind what is there, so the model reads both.
#
# ### Predict 11.p4
#
# The next run has a model with a key. Here it talks to the practice server, and the key is the server's. Then the run is saved, to share it with a classmate. Where in the file is the key?
#
# - **a** In the first line.
# - **b** It is masked: `[key]` stands there.
# - **c** Nowhere.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("11.p4", my_guess)

# %%
with practice.serve(today="2026-11-30") as server:
    model = OpenAIModel("practice", api_key=server.key,
                        base_url=server.openai_base_url)
    run = Agent([calculator], model=model).ask("What is 31 / 40 * 100?")
run.save("shared.jsonl")

print("in the file:")
text = (desk / "shared.jsonl").read_text(encoding="utf-8")
found = {"77.5": "77.5" in text, "key": server.key in text,
         "[key]": "[key]" in text}
print(found)
lesson.claim("11.p4", found)

# %% [markdown] claims="none"
# The answer is in the file. So a run can be shared. But all that you typed and all that the tools said is in it too: read it before you send it.
#
# ### Run: your StudyBuddy as an app
#
# `ChatPanel` puts an agent into a cell. Ask it: *"I was in 31 of 40 classes. How many may I miss?"* Then: *Mail my teacher: "I am ill on Monday."* The mail waits for your click. **Export** saves the conversation.
#
# Enter sends. In a notebook that is only shown, such as a preview, you see a still picture of the panel.

# %%
tools = my_registry() if lesson.passed("11.2") else [calculator]
ChatPanel(Agent(tools, model=PracticeModel(), approve="ask"))

# %% [markdown] claims=["The mail went out after the click, once."]
# ### Run: a chat without a hand
#
# A test cannot type or click. So code does the same with a panel of its own. `ask` types and sends, and `settled` waits until the panel waits for you. The audit log says who decided: a click in a panel counts as a person's, and here the robot plays the person. Then the conversation is exported.

# %%
worked = Agent([calculator, Tool(mail_teacher, needs_approval=True)],
               model=PracticeModel(), approve="ask")
before = len(sent)
robot = ChatPanel(worked, key="robot", arm=0)
robot.ask('Mail my teacher: "I am ill on Monday."')
await robot.settled()
robot.approve.click()
run = await robot.settled()

robot.export("chat.md")
robot.export("chat.jsonl")
print(run.audit(times=False))
lesson.claim("The mail went out after the click, once.", len(sent) - before, 1)

# %% [markdown] claims=["The loaded run goes on."]
# ### Run: take it up again, and look inside
#
# `Run.load` reads an exported run, and it goes on. `TracePanel` shows a run step by step: what went to the model each time, and what came back. Press **Back** until you see the first request. `run.fork` and `diff` of lesson 10 work on such a run too.

# %%
loaded = Run.load("chat.jsonl", worked)
loaded.ask("What is 31 / 40 * 100?")

lesson.claim("The loaded run goes on.", loaded.status, "answered")
TracePanel(loaded)

# %% [markdown] claims="none"
# ## Part 5: Break it, make it, share it (12 minutes)
#
# ### Break it
#
# The registry checks types before a tool runs. In a notebook of somebody else your function is called without a registry. So we give twelve odd inputs to `on_paper`, and look at what comes back. It is safe to run: it only calculates.

# %%
ODD = [0, -1, 0.5, math.nan, math.inf, True, "", "40", None, [], {}, 10 ** 400]

def comes_back(tool, value):
    try:
        json.dumps(tool(value), allow_nan=False)
    except Exception as error:
        return type(error).__name__
    return "data"

found = [comes_back(lambda attended: on_paper(attended, 40), one) for one in ODD]
for value, what in zip(ODD, found):
    text = repr(value)
    print(f"{text if len(text) < 9 else f'{len(text)} digits':<10} {what}")
lesson.claim("Most odd inputs do not come back as data.", found.count("data") < 6)

# %% [markdown] claims=["Most odd inputs do not come back as data.", "With the defence, all twelve come back as data."]
# Most of them do not come back as data. An agent would read that the tool failed, and never why.
#
# **The defence** is lesson 03 in two lines: validate first, then return `error`. The question `type(value) is int` refuses `True`, texts and decimals. Two bounds refuse what is too small or too large.

# %%
def fine(days_late: int) -> dict:
    """Tell the fine for a library book that comes back late."""
    if type(days_late) is not int or not 0 <= days_late <= 365:
        return {"error": "days_late is a whole number from 0 to 365."}
    return {"fine": 2 * days_late}

found = [comes_back(fine, value) for value in ODD]
print(found.count("data"), "of", len(ODD), "come back as data")
lesson.claim("With the defence, all twelve come back as data.",
             found.count("data"), 12)

# %% [markdown] claims="none"
# ### Make 11.4: my_tool, my_question, my_tool_tests
#
# Pick a question that no tool answers, and build the tool. The contract:
#
# 1. It has a docstring, and parameters with types, one or more. For `my_question` the practice model asks for it, with all values. It also has `attendance`, `calculator` and `make_study_plan`.
# 2. It returns a dictionary that strict JSON can hold. It never raises, also for the twelve odd inputs.
# 3. `my_tool_tests(my_tool)` says nothing about your tool. It raises for a tool that does nothing, and for yours with wrong values.
# 4. A tool that changes something outside waits: `my_tool = Tool(function, needs_approval=True)`. The check only tries it: no file is written. So its tests need bad input only.
#
# Ideas: pages a day until the exam, the price of printed pages, the turn to pay for tea.

# %%
my_question = "?"  # type a question that needs your tool
### BEGIN SOLUTION
my_question = ("The book has 120 pages, and 9 days are left. "
               "How many pages must I read each day?")
### END SOLUTION

my_tool = ...  # put your function here: def my_tool(...)
### BEGIN SOLUTION
def my_tool(pages: int, days: int) -> dict:
    """Tell how many pages I must read each day."""              # build
    if type(pages) is not int or type(days) is not int or pages < 0 or days < 1:
        return {"error": "pages from 0, days from 1, as whole numbers."}
    return {"pages_a_day": -(-pages // days)}
### END SOLUTION

def my_tool_tests(my_tool):
    ### BEGIN SOLUTION
    assert my_tool(120, 9)["pages_a_day"] == 14                  # test
    assert my_tool(120, 10)["pages_a_day"] == 12
    assert "error" in my_tool(120, 0)
    ### END SOLUTION

# %%
lesson.check("11.4", (my_tool, my_question, my_tool_tests))

# %% [markdown] claims="none"
# **Hints for 11.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Bad input must come back as error"</summary>
#
# The card says which input was tried. Ask for the type before you calculate. `None < 1` is already an error. A huge number needs an upper bound: `10 ** 400` fits into no float.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Write the question first, and underline its two most important words. They belong into the docstring. Then the tests, by hand. Then the function: bad input first.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# def my_tool(pages: int) -> dict:
#     """Tell the price of printed pages."""
#     if type(pages) is not int or not 0 <= pages <= 365:
#         return {"error": "..."}
#     return {"price": ...}
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: your own StudyBuddy
#
# Now put the parts together: your registry, your tool, your question. Then chat with your own StudyBuddy. Ask for your tool in other words: which words must stay? Ask for a mail to your teacher too. **Export** keeps the conversation in a file.

# %%
own = Agent([calculator], model=PracticeModel(), approve="ask")
if lesson.passed("11.2") and lesson.passed("11.4"):
    registry = my_registry()
    registry.add(my_tool)
    own = Agent(registry, model=PracticeModel(), approve="ask")
    run = own.ask(my_question)
    print("status:", run.status)
    print(run.answer)
ChatPanel(own, key="own")

# %% [markdown] claims=["The ten lines work in another folder."]
# ### Run: ten lines of your own
#
# To **share** means: it works without this workbook. These ten lines are all that a notebook of your own needs. Put your function in place of `fine`. Here another Python process runs them, in another folder.

# %%
ten_lines = '''\
from studybuddy import Agent, calculator
from studybuddy.panels import ChatPanel
def fine(days_late: int) -> dict:
    """Tell the fine for a library book that comes back late."""
    if type(days_late) is not int or not 0 <= days_late <= 365:
        return {"error": "days_late is a whole number from 0 to 365."}
    return {"fine": 2 * days_late}
agent = Agent([calculator, fine])
print(agent.ask("My library book is 6 days late. What is the fine?").answer)
ChatPanel(agent)
'''

# %%
elsewhere = desk / "my_folder"
elsewhere.mkdir(exist_ok=True)
done = subprocess.run([sys.executable, "-c", ten_lines], cwd=elsewhere,
                      capture_output=True, encoding="utf-8",
                      env={**os.environ, "STUDYBUDDY_MODEL": "practice"})
print(done.stdout)
lesson.claim("The ten lines work in another folder.",
             (done.returncode, "fine: 12" in done.stdout), (0, True))

# %% [markdown] claims="none"
# To do it for real, open a terminal in the folder of this project. You need the network for it: pip loads the program that packs (hatchling), and later the packages that StudyBuddy uses. Pack the package into one file, a **wheel**:
#
# ```
# .venv/bin/python -m pip wheel --no-deps --wheel-dir wheels .
# ```
#
# The folder `wheels` now holds one file, whose name ends in `.whl`. Go to a new folder of your own. Write the path of that file in place of `WHEEL`:
#
# ```
# python3 -m venv .venv
# .venv/bin/pip install "WHEEL[lab,notes,providers]"
# .venv/bin/jupyter lab
# ```
#
# On Windows the programs lie in `.venv\Scripts`. Open a new notebook, and put the ten lines into its first cell. With a key in a file `.env` there, they talk to a real model.

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **build** a tool from a question of your own | function, docstring, whole numbers, and `error` for bad input |
# | **test** it so that a wrong version fails | values that you worked out by hand, and a wrong version that is caught |
# | **share** it outside this workbook | the package is installed from one file, and ten lines are enough |
#
# In `studybuddy` everything is yours: `ToolRegistry`, `Agent`, `ChatPanel`, `TracePanel`, `run.save`. What you built in this course is what the package holds.
#
# **Explain to a friend what happens between a question and its answer.** Then open the six words of lesson 04.
#
# <details><summary>Six words</summary>
#
# ask, inspect, authorise, run, append, stop?
#
# </details>

# %%
lesson.finish("11")

# %%
if lesson.live("Your question, to a real model, with your tool") and lesson.passed("11.4"):
    live = Agent([my_tool, calculator], approve="ask").ask(my_question)
    print(live.status, live.answer)
