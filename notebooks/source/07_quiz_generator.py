# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 07: A quiz whose key is right
#
# **Time** 45 minutes · **Difficulty** one class, two short functions, one longer one · **You need** classes, lists, dictionaries, lessons 03, 04 and 06. No key, no network.
#
# A model can write a quiz about your notes. It writes it as text. Before you learn from it, your program must find the quiz in that text, and check it.
#
# After this lesson you can
#
# 1. **unwrap** JSON from a model's text,
# 2. **validate** it with types, and with rules of your own,
# 3. **reask** with the exact error.

# %%
import json
import textwrap

from pydantic import BaseModel, Field, ValidationError

from studybuddy import OpenAIModel, QuizError, ScriptedModel
from studybuddy import generate_quiz, parse_quiz, practice
from studybuddy.messages import assistant, user
from studybuddy.panels import QuizPanel
from studybuddy.rag import read_pdf
from studybuddy.workbook import lesson

lesson.start("07")

# %% [markdown] claims="none"
# ## Recall: two questions from earlier lessons
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>The search finds nothing. What is the right answer?</summary>
#
# An empty list and a message, not the next best passage.
#
# </details>
#
# <details><summary>A reply holds two calls and you answer one. What happens at the next request?</summary>
#
# It is refused: each call needs exactly one answer.
#
# </details>

# %% [markdown] claims="none"
# ## The story
#
# Meera took a quiz from an old app. In question 4, two of the four options were equal. And the **key**, the position of the right option, was one too high. She learned the wrong answer, and she only found out in the exam.
#
# Nobody had looked at what the model wrote. At the end of this lesson she has quizzes that were looked at: by types, by rules of her own, and with a second chance for the model.

# %% [markdown] claims="none"
# ## Part 1: Ask for JSON (6 minutes)
#
# Five words lead through this lesson:
#
# | word | what it means |
# |---|---|
# | **ask** | Send the request. |
# | **unwrap** | Where is the JSON? |
# | **validate** | Is it a quiz? |
# | **reask** | What exactly was wrong? |
# | **stop?** | Valid, or at the limit? |
#
# ### Run: a request that shows the form
#
# The practice model stands behind a practice server, as in lesson 05. It writes the quiz into a **fence**, three backticks before and after, as many models do: in a chat window that looks nice.

# %% tags=["small"]
FORM = """{"questions": [{"question": "...", "options": ["...", "...", "...", "..."],
"answer_index": 0, "explanation": "..."}]}"""

def prompt_for(notes, n):
    return (f"Make a quiz with {n} questions from these notes. Four options each; "
            f"answer_index counts from 0. Answer with JSON in this form:\n{FORM}\n\n"
            f"Notes:\n{notes}")

# %%
def pages_of(name):
    return [{"text": page, "source": f"{name} p.{number}"}
            for number, page in enumerate(read_pdf(lesson.notes() / name), 1)]

notes = "\n\n".join(page["text"] for page in pages_of("dbms.pdf"))

server = practice.serve(today="2026-11-30", seed="07")
model = OpenAIModel("practice", base_url=server.openai_base_url, api_key=server.key)

text = model.complete([user(prompt_for(notes, 3))], []).text              # ask
print(*text.splitlines()[:8], sep="\n")

# %% [markdown] claims="none"
# ### Predict 07.p1
#
# You see how `text` begins. `json.loads` reads JSON. What comes out of `json.loads(text)`?
#
# - **a** a dictionary
# - **b** an error
# - **c** a text

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("07.p1", my_guess)

# %%
try:
    came = type(json.loads(text)).__name__
except ValueError as error:
    came = type(error).__name__

print("json.loads:", came)
lesson.claim("07.p1", came)

# %% [markdown] claims=["The practice model obeys.", "With the fault on the dial, the fence is back."]
# ### Trap: a stronger prompt
#
# "The model did not understand. I must say it more clearly." The practice model obeys such an order. A real model obeys it most of the time.
#
# For the other times, the server has a **fault dial**: it does wrong what real models do wrong. The cell asks twice. Before the second time it puts the fault `text_fenced` on the dial.

# %%
louder = "ONLY JSON! NO fence, NO other words!\n\n" + prompt_for(notes, 3)
server.reset()                                          # no fault on the dial yet
first = model.complete([user(louder)], []).text
server.dial("text_fenced", times=20)                    # for the rest of the lesson
second = model.complete([user(louder)], []).text

print("first: ", repr(first[:20]))
print("second:", repr(second[:20]))
lesson.claim("The practice model obeys.", "```" not in first)
lesson.claim("With the fault on the dial, the fence is back.", "```" in second)

# %% [markdown] claims=["Two fields are wrong."]
# A prompt is a wish. It can make a fault rarer, and never impossible. So your code must expect the fence.
#
# ## Part 2: Validate (8 minutes)
#
# ### Run: a class that says what is wrong
#
# The package pydantic makes an object from a dictionary, and compares each value with the type that you named. `errors()` tells what did not fit: `loc` is the place, `msg` the reason.

# %%
class WeakQuestion(BaseModel):
    question: str
    options: list[str]
    answer_index: int

wrong = []
try:
    WeakQuestion.model_validate({"question": "What is a key?", "options": "a, b, c, d"})
except ValidationError as error:
    wrong = error.errors()

for one in wrong:
    print(one["loc"], one["msg"])
lesson.claim("Two fields are wrong.", len(wrong), 2)

# %% [markdown] claims="none"
# ### Predict 07.p2
#
# The class is called weak for a reason. A reply holds `"answer_index": true`. The field says `int`. What happens?
#
# - **a** The question is refused.
# - **b** The value becomes 1.
# - **c** The value stays True.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("07.p2", my_guess)

# %%
reply = json.loads("""{"question": "What is a key?",
    "options": ["a row", "a set of attributes", "a file", "a view"],
    "answer_index": true}""")
try:
    seen = WeakQuestion.model_validate(reply).answer_index
except ValidationError:
    seen = "refused"

print("answer_index:", seen)
lesson.claim("07.p2", seen)

# %% [markdown] claims="none"
# ### Exercise 07.1: Question
#
# Now a strong class. `Field` sets limits. In `credits: int = Field(ge=1, le=6)`, `ge` means greater or equal, `le` less or equal. `min_length` and `max_length` bound the length of a list. `strict=True` switches the conversion off.
#
# Fill the two gaps. Each holds one field, and neither has a default:
#
# 1. `options`: a list of exactly four texts,
# 2. `answer_index`: a whole number, one of the four positions. The first position is 0, and `true` is no number.

# %% tags=["small"]
class Question(BaseModel):
    question: str
    # validate: options
    ### BEGIN SOLUTION
    options: list[str] = Field(min_length=4, max_length=4)
    ### END SOLUTION
    # validate: answer_index
    ### BEGIN SOLUTION
    answer_index: int = Field(strict=True, ge=0, le=3)
    ### END SOLUTION
    explanation: str = ""

# %%
lesson.check("07.1", Question)

# %% [markdown] claims="none"
# **Hints for 07.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Set both ends"</summary>
#
# A length has a lower and an upper end. For exactly four, both are the same number.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Write a name, a colon, the type, `=`, and `Field(...)`. A list of texts is the type of `options` in `WeakQuestion`.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# options: list[...] = Field(min_length=..., max_length=...)
# answer_index: int = Field(strict=..., ge=..., le=...)
# ```
#
# </details>

# %% [markdown] claims="none"
# ## Part 3: Rules of your own (9 minutes)
#
# ### Predict 07.p3
#
# A reply holds the same option four times: `"options": ["join", "join", "join", "join"]`. What do the types say?
#
# - **a** The question is refused.
# - **b** It is accepted, with four options.
# - **c** Three options are dropped.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("07.p3", my_guess)

# %%
try:
    equal = WeakQuestion(question="What brings two tables together?",
                         options=["join", "join", "join", "join"], answer_index=2)
    seen = equal.options
except ValidationError:
    seen = "refused"

print(seen)
lesson.claim("07.p3", seen)

# %% [markdown] claims="none"
# Your `Question` has no rule about equal options either. Try it in a new cell.
#
# ### Why?
#
# A schema knows shapes, not meaning. Give one more example of a quiz with the right shape that is still wrong. Say it aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# The key is 2, and the right option stands at 1. Both are positions, so both fit the type. Or: two different options are both right.
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 07.2: problems
#
# `problems(question)` returns a list of texts, one for each problem, and an empty list for a good question. It looks at `question.question` and `question.options`, and changes nothing. A problem is:
#
# 1. Two options are equal. Upper and lower case and blanks make no difference: compare what `tidy` gives.
# 2. An option is blank.
# 3. An option is only a letter from A to D: a label, no answer.
# 4. A **control character** stands in the question or in an option, such as a tab. `char < " "` finds it.

# %% tags=["small"]
def tidy(text):
    return " ".join(text.split()).casefold()

def problems(question):
    # validate: rules 1 to 4
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("07.2", problems)

# %% [markdown] claims="none"
# **Hints for 07.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Compare all pairs"</summary>
#
# A `set` keeps each value once. So a set of equal texts is shorter than the list.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# First make the list of tidy options. Rules 1 to 3 look at this list. Rule 4 looks at the texts as they came, since `tidy` takes a tab away.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# found, options = [], [tidy(option) for option in ...]
# if len(set(options)) < ...:
#     found.append("Two options are equal.")
# if "" in ...:
#     ...
# return found
# ```
#
# </details>

# %% [markdown] claims="none"
# ## Part 4: Unwrap and reask (12 minutes)
#
# ![A circle of three boxes: ask, unwrap, validate. From validate an arrow with the label valid leads out to a quiz. An arrow with the label reask, at most two times, leads back to ask. Another arrow with the label limit leads to QuizError.](img/07_reask.svg)
#
# In words: ask, unwrap, validate. Valid: done. Not valid: back to ask with the error, at most two times, then QuizError, a ValueError of the package. To **reask** is to send a bad reply back with the exact error.
#
# ### Exercise 07.3: unwrap
#
# `unwrap(text)` returns the dictionary that holds `questions`. Words, a fence or another object may stand around it. There must be **exactly one** such dictionary. Else it raises ValueError, with a sentence that says what is wrong: the model will read it. Your program never chooses, and never mends.
#
# The loop is given. `raw_decode` reads one JSON value from a place on, and tells where the value ends. Fill the two gaps: keep the right values, and refuse a wrong number of them.

# %% tags=["small"]
def unwrap(text):
    found, place = [], text.find("{")
    while place >= 0:
        try:                                      # unwrap: read from this brace on
            value, end = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)     # no JSON here: the next brace
            continue
        # unwrap: keep the value, if it holds questions
        ### BEGIN SOLUTION
        if "questions" in value:
            found.append(value)
        ### END SOLUTION
        place = text.find("{", end)
    # unwrap: exactly one, else ValueError
    ### BEGIN SOLUTION
    if len(found) != 1:
        raise ValueError(f"There must be one 'questions' object, not {len(found)}.")
    ### END SOLUTION
    return found[0]

# %%
lesson.check("07.3", unwrap)

# %% [markdown] claims="none"
# **Hints for 07.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "A cut-off reply gave an inner piece"</summary>
#
# The end of the outer object is missing. So the loop reads the objects inside, one by one. What do they not hold?
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# `value` is a dictionary. `"name" in dictionary` tells whether it has a key. After the loop, look at the length of `found`: 0 is wrong, and 2 is wrong.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# if ... in value:
#     found.append(...)
# ...
# if len(found) != ...:
#     raise ValueError("...")
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Run: your three pieces in one function
#
# `validate` puts them together: first your types, then your rules. It raises ValueError, and pydantic's ValidationError is one too. `told` makes short sentences of the error. A reply with a thousand faults gives five of them: more would only fill the next request.

# %% tags=["small"]
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

# %% [markdown] claims="none"
# ### Predict 07.p4
#
# `generate_quiz` is the package's loop. A scripted model gives two bad replies, then a good one. `retries=2` is set. How often is the model asked?
#
# - **a** 2 times
# - **b** 3 times
# - **c** 4 times

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("07.p4", my_guess)

# %%
def reply_with(key):
    return json.dumps({"questions": [{
        "question": "Which key refers to another table?",
        "options": ["superkey", "foreign key", "candidate key", "domain"],
        "answer_index": key}]})

script, events = ScriptedModel([reply_with(4), reply_with("B"), reply_with(1)]), []
quiz = generate_quiz("A foreign key refers to another table.", n=1, model=script,
                     retries=2, on_event=events.append)
reasons = [event["reason"] for event in events if event["type"] == "reask"]

for one in reasons:
    print(textwrap.fill(one, 80))
lesson.claim("07.p4", script.requests)
lesson.claim("Each reason names the field.",
             ["answer_index" in one for one in reasons], [True, True])

# %% [markdown] claims=["Each reason names the field."]
# The first reply counted from 1, as the app in the story did. The second one gave a letter. Each time the model got a reason, and the reason names the field.
#
# ### Check yourself 07.4: put the lines in order
#
# This is how `small_quiz` works, which you write next. Above these lines stands `for _ in range(retries + 1):`. Put four lines in order. One line is wrong and stays out.
#
# ```
# a   after the loop: raise QuizError with the last reason
# b   text = model.complete(messages, []).text
# c   messages = messages[:1]
# d   except ValueError: append the reply and the errors
# e   try: return validate(unwrap(text))
# ```

# %%
my_order = ""  # four letters, first line first, for example "a b c d"
### BEGIN SOLUTION
my_order = "b e d a"
### END SOLUTION

# %%
lesson.check("07.4", my_order)

# %% [markdown] claims="none"
# **Hints for 07.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "The model would not learn what was wrong"</summary>
#
# `messages[:1]` is the first message alone. Everything that was said after it is gone.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Say the words of the table: ask, unwrap and validate, reask, stop. Each is one line.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# It begins with `b` and ends with `a`.
#
# </details>

# %% [markdown] claims=["This is valid JSON.", "The backslash is gone.", "The package refuses it."]
# ## Part 5: Break it, then make it (10 minutes)
#
# ### Break it
#
# Notes on mathematics hold LaTeX: `\frac` is a fraction, `\theta` a Greek letter. In JSON, `\f` means a form feed, an old sign for a new page, and `\t` means a tab. So a model must write the backslash twice, and often it does not. It is safe to run: the cell only reads a text.
#
# **The defence** is a rule of your own: a control character is a problem, so ask again. `parse_quiz` is the package's unwrap and validate in one. It has this rule too.

# %%
bad = r"""{"questions": [{"question": "What is \frac{1}{2} of \theta?",
  "options": ["a half", "a third", "a quarter", "all"], "answer_index": 0}]}"""

asked = json.loads(bad)["questions"][0]["question"]
print(repr(asked))
lesson.claim("This is valid JSON.", isinstance(asked, str))
lesson.claim("The backslash is gone.", "\\" not in asked)

refused = ""
try:
    parse_quiz(bad)
except QuizError as error:
    refused = str(error)
print(textwrap.fill(refused, 80))
lesson.claim("The package refuses it.", refused != "")

# %% [markdown] claims="none"
# ### Make 07.5: small_quiz
#
# `small_quiz(notes, model, n=3, retries=2)` returns a `Quiz`, or raises `QuizError`.
#
# 1. **ask**: send `[user(prompt_for(notes, n))]` with `model.complete(messages, [])`. The words are in `.text` of what comes back.
# 2. **unwrap, validate**: when all is well and there are exactly `n` questions, return the quiz at once.
# 3. **reask**: else append the reply, as `assistant(...)`, at most its first 200 characters. Then append `user(...)` with the errors: `told(error)`.
# 4. **stop?**: at most `retries + 1` requests. Then raise `QuizError` with the last reason. Nothing else may come out.

# %% tags=["small"]
def small_quiz(notes, model, n=3, retries=2):
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("07.5", small_quiz)

# %% [markdown] claims="none"
# **Hints for 07.5.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Catch its error, then ask again"</summary>
#
# `unwrap` and `validate` raise ValueError for a bad reply. Put both into a `try`, inside the loop.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# It is the loop of 07.4. Keep the last reason in a name, so that it is still there after the loop. Too few questions is a reason like any other.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# messages = [user(prompt_for(notes, n))]
# for _ in range(...):
#     text = ...
#     try:
#         quiz = ...
#         if len(quiz.questions) == ...:
#             return quiz
#         reason = ...
#     except ValueError as error:
#         reason = ...
#     messages += [assistant(...), user(...)]
# ...
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: your function against the fault dial
#
# Your `small_quiz` asks the practice server. The fence is still on the dial. `server.reset()` takes it off, and `server.dial("length_text")` puts another fault on: an answer that was cut off. Do both in a new cell, then run this one again. `len(server.requests)` tells how often your function asked. `practice.faults.names("openai")` lists all faults.

# %%
if lesson.passed("07.5"):
    try:
        for one in small_quiz(notes, model).questions:
            print(one.question)
            print("   ", one.options[one.answer_index])
    except QuizError as error:
        print("QuizError:", error)

# %% [markdown] claims=["Each question names its page."]
# ### Run: take the quiz
#
# `generate_quiz` does what yours does, and more. It names the source of each question and shuffles the options. A question whose answer has no support in its passage is dropped. `QuizPanel` asks you: Tab and Space are enough.
#
# Then take a quiz on **your own notes**. Put a PDF into the folder `data/notes`, write its name into `my_file`, and run the cell again.

# %%
my_file = "dbms.pdf"                 # or a PDF of your own, in data/notes
quiz = generate_quiz(pages_of(my_file), n=3, model=model, seed=7)

lesson.claim("Each question names its page.",
             all(f"{my_file} p." in str(one.source) for one in quiz.questions))
QuizPanel(quiz)

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **unwrap** JSON from a model's text | you look for the one object that holds `questions`, and never mend or choose |
# | **validate** it with types and rules | types know shapes; your rules find equal, blank and broken options |
# | **reask** with the exact error | the model hears which field was wrong, a bounded number of times |
#
# In `studybuddy` this is `parse_quiz`, `generate_quiz` and `QuizPanel`. There one letter may be an answer, such as the symbol of carbon. All four letters A to D may not. What no rule finds is a key that is wrong and still one of the four positions. So look up the page when an answer surprises you. In lesson 08, the agent works on files.
#
# **Explain it to a friend:** why is a prompt no replacement for a check?

# %%
lesson.finish("07")

# %%
if lesson.live("A quiz from a real model, checked by your rules"):
    live = generate_quiz(pages_of(my_file), n=3)
    for one in live.questions:
        print(one.question)
        if lesson.passed("07.2"):
            print("   ", problems(one))
