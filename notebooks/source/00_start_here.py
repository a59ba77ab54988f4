# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 00: Start here, meet StudyBuddy
#
# **Time** 30 minutes · **Difficulty** no new Python, one new idea · **You need** variables, functions and lists. No key, no network.
#
# StudyBuddy is a study helper that you build yourself, piece by piece, in twelve lessons. Today you meet the finished helper. From the next lesson on you build what is inside.
#
# After this lesson you can
#
# 1. **run** a lesson and **read** a check,
# 2. **name** who asks and who runs when a tool is used,
# 3. **ask** a question of your own and read each message.

# %%
import os

from studybuddy import Agent, PracticeModel, calculator, make_study_plan
from studybuddy.workbook import lesson

os.environ["STUDYBUDDY_TODAY"] = "2026-11-30"   # in this workbook it is always this day
lesson.start("00")

# %% [markdown] claims="none"
# ## Before you begin
#
# Click on the cell above and press **Shift + Enter**. This *runs* the cell. The brackets beside it show `[*]` while it works, then a number. A card with the word READY tells you that all is well.
#
# Run every code cell in this way, from top to bottom. The cards and numbers that you see before that were stored when this lesson was made. So each time you open a lesson, begin at the top.

# %% [markdown] claims=["The plain mean of the two grades is 8.65.", "With credits, the average is 8.67."]
# ## The story
#
# Meera is in her second year. She has two grades: **8.2** for 20 credits, and **9.1** for 22 credits. She asks a chat program for her average. It answers: "about 8.65".
#
# That is the plain mean of two numbers. But 22 credits count more than 20, so the right average is 8.67. The chat program did not calculate. It *guessed* what an answer looks like.
#
# StudyBuddy gives the right number. In this lesson you find out how.

# %%
plain_mean = (8.2 + 9.1) / 2
with_credits = (8.2 * 20 + 9.1 * 22) / (20 + 22)

print("plain mean:  ", round(plain_mean, 2))
print("with credits:", round(with_credits, 2))
lesson.claim("The plain mean of the two grades is 8.65.", round(plain_mean, 2), 8.65)
lesson.claim("With credits, the average is 8.67.", round(with_credits, 2), 8.67)

# %% [markdown] claims="none"
# ### Five words for every lesson
#
# Every lesson has the same five steps. *Predict*, *Run* and *Investigate* stand in the headings of each lesson. Read mostly has no heading: you read each time after a run. A check stands behind each exercise.
#
# | step | question |
# |---|---|
# | **predict** | What will happen? |
# | **run** | What happened? |
# | **read** | What does each line say? |
# | **investigate** | What if I change it? |
# | **check** | Is it right? |

# %% [markdown] claims="none"
# ## Part 1: How a lesson works (6 minutes)
#
# A notebook is a list of cells. Behind it works one Python program, the **kernel**. It remembers every name from every cell that ran.
#
# ### Predict 00.p1
#
# The next three cells run one after the other. The second and the third hold the same line. This is what happens when you run one cell **twice**.
#
# ```python
# count = 1
# count = count + 1
# count = count + 1
# ```
#
# What is `count` at the end?
#
# - **a** 2
# - **b** 3
# - **c** an error

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("00.p1", my_guess)

# %% [markdown] claims="none"
# Replace the question mark by your letter, and run the cell again. A wrong guess costs nothing: it shows you your own idea, and you remember the answer better.
#
# ### Run

# %%
count = 1

# %%
count = count + 1

# %%
count = count + 1
print("count is", count)
lesson.claim("00.p1", count)

# %% [markdown] claims=["A text that was typed and did not run changes nothing."]
# ### Trap: the change that changes nothing
#
# You edit a cell, and the result stays the same. Why? Because the kernel knows only cells that **ran**. A cell that you edited is a new text. It is not a new program until you run it.
#
# Here the new text is there, but nobody runs it. The old function still answers.

# %%
def price():
    return 10

new_text = "def price(): return 20"   # typed, but it did not run

print("price() gives", price())
lesson.claim("A text that was typed and did not run changes nothing.", price(), 10)

# %% [markdown] claims=["After del, the name count is unknown."]
# ### Break it
#
# `del` makes the kernel forget a name. A **restart** of the kernel forgets *all* names in the same way, and so does a new day. Then you see `NameError`, and nothing is broken.
#
# **The defence:** click on the cell that you want to run. In the menu, choose **Run**, then **Run All Above Selected Cell**. Then run your cell.

# %%
try:
    del count
    print(count)
    forgotten = False
except NameError as error:
    print("NameError:", error)
    forgotten = True

lesson.claim("After del, the name count is unknown.", forgotten)

# %% [markdown] claims="none"
# ## Part 2: A question (8 minutes)
#
# Now Meera asks StudyBuddy. Behind its answer works a **model**: the program that reads the question and writes the next message.
#
# In this workbook a **practice model** stands in for a real model. It follows fixed rules, needs no key, and costs nothing. All else is real.

# %% [markdown] claims="none"
# ### Predict 00.p2
#
# StudyBuddy will answer with the right average. **Who does the arithmetic?**
#
# - **a** the model
# - **b** a Python function on your computer
# - **c** a server of a company

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("00.p2", my_guess)

# %% [markdown] claims="none"
# ### Run
#
# An **agent** is a model, some tools, and a loop around them. This agent has one tool. What a tool is, you read after the run.

# %%
agent = Agent([calculator], model=PracticeModel(today="2026-11-30"))

question = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"
run = agent.ask(question)
print(run.answer)

# %%
first_call = run.steps[0].calls[0]
print("asked for:", first_call.name)
print("with:     ", first_call.arguments["expression"])
lesson.claim("00.p2", first_call.name)

# %% [markdown] claims=["The tool's result is 8.67142857142857.", "The same function, called by hand, gives the same result."]
# ### Read
#
# The model wrote a calculation as *text*. It did not calculate. Your code found the function `calculator`, called it, and sent the result back.
#
# ![You, your code and the model stand in a row. You ask your code. Your code asks the model. The model asks for a tool. Your code runs the tool, sends the result, and gets the answer.](img/00_who_runs.svg)
#
# In words: **you** ask. **Your code** passes the question on. The model may *ask for* a **tool**: a function that your code keeps and runs. Then your code sends the result back.
#
# You can call the same function by hand. It is ordinary Python, and it gives the same number.

# %%
by_hand = calculator(first_call.arguments["expression"])
from_the_run = run.steps[0].results[0].data

print("by hand:     ", by_hand["result"])
print("from the run:", from_the_run["result"])
lesson.claim("The tool's result is 8.67142857142857.",
             from_the_run["result"], 8.67142857142857)
lesson.claim("The same function, called by hand, gives the same result.",
             by_hand, from_the_run)

# %% [markdown] claims="none"
# ## Part 3: Every message (7 minutes)
#
# A **run** is one conversation: a question with all its steps. Further questions can follow in the same run. It keeps a list of **messages**: the **history**. Each message has a role, which says who wrote it. The history is all that the model sees. The model has no other memory.
#
# ### Predict 00.p3
#
# How many messages does this run hold?
#
# - **a** 2
# - **b** 3
# - **c** 4

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("00.p3", my_guess)

# %% [markdown] claims="none"
# ### Run
#
# One line for each message: the role first, then the beginning of what it says. A message without text asks for a tool.

# %%
for message in run.messages:
    calls = message.get("tool_calls", [])
    words = message["content"] or "asks for " + calls[0]["function"]["name"]
    print(f"{message['role']:<10} {' '.join(words.split())[:66]}")

lesson.claim("00.p3", [message["role"] for message in run.messages])

# %% [markdown] claims=["The roles are user, assistant, tool, assistant."]
# ### Read: who wrote what?
#
# | role | who wrote it | what it is |
# |---|---|---|
# | `user` | you | the question |
# | `assistant` | the model | the request for a tool |
# | `tool` | **your code** | the result of the function |
# | `assistant` | the model | the answer |
#
# Look at the third row. A message of the role `tool` does not come from the model. Your code writes it.

# %%
roles = [message["role"] for message in run.messages]
lesson.claim("The roles are user, assistant, tool, assistant.",
             roles, ["user", "assistant", "tool", "assistant"])

# %% [markdown] claims="none"
# ### Investigate
#
# Run the next cell. Then change its question and run it again. Before each run, say which calculation the model will ask for. Try these:
#
# - `I got 42 marks out of 60. What percentage is that?`
# - `What is 18% of 4,500?`
# - `thank you!` Which role is missing now, and why?

# %%
run = agent.ask("What is 15% of 2,480?")

for step in run.steps:
    for call in step.calls:
        print("asked for:", call.name, call.arguments)
print("answer:   ", run.answer)

# %% [markdown] claims="none"
# ### Why?
#
# In this workbook you guess before you run. Why is a *wrong* guess worth more than no guess? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# The guess shows you your own idea. When the result differs, you know exactly which idea to repair. Without a guess, every result looks as if you had known it.
#
# </details>

# %% [markdown] claims="none"
# ## Part 4: Your turn (6 minutes)
#
# ### Exercise 00.1: average
#
# Meera's average, as a function for any number of grades. The contract of `average(points, credits)`:
#
# 1. `points` and `credits` are two lists of the same length.
# 2. It returns the sum of *point times credit*, divided by the sum of the credits.
#
# Fill the gap: replace `...` by your code. Then run this cell, and after it the check.

# %%
def average(points, credits):
    # point times credit, for each pair
    weighted = [point * credit for point, credit in zip(points, credits)]
    # divide the sum of these by the sum of the credits
    ### BEGIN SOLUTION
    return sum(weighted) / sum(credits)
    ### END SOLUTION

# %%
lesson.check("00.1", average)

# %% [markdown] claims="none"
# **Hints for 00.1.** A check that says NOT YET tells you one thing to try. Open one hint, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "came back None"</summary>
#
# A function gives its value back with `return`. Does your gap begin with this word?
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# The list `weighted` is ready. You need its sum, and you divide by another sum.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# return sum(weighted) / ...
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 00.2: put the lines in order
#
# What happens between a question and its answer? Put **four** of these lines in order. One line is wrong and stays out.
#
# ```
# a   the model reads the result and answers
# b   you ask
# c   your code runs the tool
# d   the model asks for a tool
# e   the model runs the tool
# ```

# %%
my_order = ""  # four letters, first line first, for example "a b c d"
### BEGIN SOLUTION
my_order = "b d c a"
### END SOLUTION

# %%
lesson.check("00.2", my_order)

# %% [markdown] claims="none"
# **Hints for 00.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "One of the five is not needed"</summary>
#
# Two lines name somebody who runs the tool. Only one of them is true.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Look at the four messages in Part 3. Each line here stands behind one of them.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# It begins with `b` and ends with `a`.
#
# </details>

# %% [markdown] claims="none"
# ## Part 5: Your own question (3 minutes)
#
# ### Make 00.3: my_question
#
# Ask StudyBuddy something of your own. Now it has two tools: the calculator, and one that makes study plans. The contract:
#
# 1. `my_question` is a text between quotes.
# 2. StudyBuddy answers it, and uses a tool at least once.
#
# Ideas: your own grades with credits, a discount, marks out of a total, or a plan: *"Plan optics and waves for an exam in 6 days, 2 hours a day."*

# %%
my_question = "?"  # type your question between the quotes
### BEGIN SOLUTION
my_question = "Plan optics and waves for an exam in 6 days, 2 hours a day."
### END SOLUTION

# %%
agent = Agent([calculator, make_study_plan], model=PracticeModel(today="2026-11-30"))
if my_question == "?":
    print("No question yet. Type one in the cell above, and run both cells.")
else:
    print(agent.ask(str(my_question)).answer)

# %%
lesson.check("00.3", my_question)

# %% [markdown] claims="none"
# **Hints for 00.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "The practice model has no rule for this"</summary>
#
# The practice model is no language model. It knows calculations and study plans. Its answer shows examples.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Take one of the examples and change the numbers or the topics.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# `"What is ...% of ...?"` with two numbers of your own.
#
# </details>

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **run** a lesson and **read** a check | NOT YET names one thing to try, and nothing is broken |
# | **name** who asks and who runs | the model asks, your code runs |
# | **ask** your own question | each message has a role, and you can read it |
#
# In `studybuddy` this is `from studybuddy import Agent`. In a terminal, `studybuddy ask "What is 15% of 2,480?" --verbose` shows the same messages.
#
# **Do you want a real model later?** You do not need one. Google gives a free key at [Google AI Studio](https://aistudio.google.com/apikey). The file `.env.example` in the project's folder says where a key goes. Lesson 05 uses it.
#
# **Explain it to a friend:** what happens between a question and its answer?

# %%
if lesson.live("The same question to a real model"):
    print(Agent([calculator, make_study_plan], model="auto").ask(my_question).answer)

# %%
lesson.finish("00")

# %% [markdown] claims="none"
# ### Your way through the workbook

# %%
lesson.map()
