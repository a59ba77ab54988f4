# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 01: A calculator that only calculates
#
# **Time** 40 minutes · **Difficulty** one new idea, short code · **You need** Python functions, `if`, dictionaries. No key, no network.
#
# A language model is weak at exact arithmetic, so it asks your program to calculate. It sends the calculation as *text*. Your program decides what to do with this text.
#
# After this lesson you can
#
# 1. **show** why `eval` is dangerous on a text that you did not write,
# 2. **read** the syntax tree of a calculation, and **walk** it to the result,
# 3. **write** a calculator that allows only arithmetic, and refuses a huge power *before* it computes it.

# %%
import ast
import math
import operator

from studybuddy import calculator as package_calculator
from studybuddy.workbook import lesson

lesson.start("01")

# %% [markdown] claims="none"
# ## Recall: two questions from lesson 00
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>A model "uses a tool". Which part of that does the model run itself?</summary>
#
# Nothing. The model only *asks*: it sends a name and some arguments. Your code decides, and your code runs.
#
# </details>
#
# <details><summary>A check says NOT YET. What is broken?</summary>
#
# Nothing is broken. The check tells you one thing to try next. Change your code, run its cell, and run the check again.
#
# </details>

# %% [markdown] claims=["The average of the story is 8.67142857142857."]
# ## Part 1: The tempting line (7 minutes)
#
# Meera asks StudyBuddy: *"I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"*
#
# The model asks your code for help. It sends this text:
#
# ```
# (8.2*20 + 9.1*22) / 42
# ```
#
# Python can turn such a text into a number with one line: `eval(text)`. It is short, and the answer is right: 8.67142857142857.
#
# But ask one question first: **who wrote the text?** The model did, after it read Meera's question, her notes, and a PDF from the internet. Each of these can put words into the text.

# %%
text = "(8.2*20 + 9.1*22) / 42"

print(eval(text))
lesson.claim("The average of the story is 8.67142857142857.",
             eval(text), 8.67142857142857)

# %% [markdown] claims="none"
# ### Predict 01.p1
#
# `marks` is a small list: `[8.2, 9.1, 7.4]`. This time the text is not a calculation. It is `marks.clear()`.
#
# What does `eval("marks.clear()")` do?
#
# - **a** Python stops with an error, because this is not a calculation.
# - **b** Nothing. `eval` can only calculate.
# - **c** The list `marks` is empty afterwards.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("01.p1", my_guess)

# %% [markdown] claims=["01.p1"]
# ### Run
#
# This is safe to run. It works on one small list that was made for it, and on nothing else.

# %%
marks = [8.2, 9.1, 7.4]

def bad_calculator(expression):
    return eval(expression)          # the tempting line

print("a calculation:", bad_calculator("(8.2*20 + 9.1*22) / 42"))
print("another text: ", bad_calculator("marks.clear()"))
print("marks is now: ", marks)
lesson.claim("01.p1", marks)

# %% [markdown] claims=["With no names at all, the text reached more than 100 classes."]
# ### Trap: the repair that repairs nothing
#
# You will often read: "Give `eval` no names, then it is safe." So we take all names away, and look.
#
# The next text needs no names. It starts at an empty tuple `()`. It climbs to the class of the tuple, then to the parent of all classes, and asks for every child. We only *count* the children. An attacker would look for one that can do harm.

# %%
no_names = {"__builtins__": {}}      # no open, no import, no print
climb = "().__class__.__base__.__subclasses__()"

found = eval(climb, no_names)
lesson.claim("With no names at all, the text reached more than 100 classes.",
             len(found) > 100)

# %% [markdown] claims="none"
# ### Why?
#
# A friend suggests a list of forbidden words: refuse a text with `import`, `open` or `__` in it. Why is this weaker than a list of *allowed* things? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# A forbidden list must name every bad thing. Forget one, and you lose. An **allow list** names the few good things. Everything else is refused, even the things that you never thought of.
#
# </details>

# %% [markdown] claims=["The top of (8 + 9) * 2 is the operator *."]
# ## Part 2: Look before you run (7 minutes)
#
# Before Python runs a text, it sorts it into a **syntax tree**: which operator, and which numbers belong to it. `ast.parse` makes this tree *and stops there*. Nothing runs.
#
# ![Syntax tree of (8 + 9) * 2. On top stands the operator *. Its left child is the operator +, which has the children 8 and 9. Its right child is the number 2.](img/01_tree.svg)
#
# In words: this is `(8 + 9) * 2`. The `*` is on top, because it runs last. Its **left** child is a whole tree, `8 + 9`. Its **right** child is the number `2`. The brackets are gone: the shape of the tree now says the same.
#
# Each box is a **node**. Python calls an operator with two sides `BinOp`, a sign in front `UnaryOp`, and a number `Constant`.

# %%
top = ast.parse("(8 + 9) * 2", mode="eval").body

print("on top:", type(top).__name__, "with", type(top.op).__name__)
lesson.claim("The top of (8 + 9) * 2 is the operator *.", type(top.op).__name__, "Mult")

# %% [markdown] claims="none"
# ### Predict 01.p2
#
# Now without brackets: `8 + 9 * 2`. Which node is on **top** of the tree?
#
# - **a** the `+`
# - **b** the `*`
# - **c** the number `8`

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "a"
### END SOLUTION
lesson.predict("01.p2", my_guess)

# %% [markdown] claims="none"
# ### Run

# %%
top = ast.parse("8 + 9 * 2", mode="eval").body
print("the tree of 8 + 9 * 2")
print("on top: a", type(top).__name__, "with", type(top.op).__name__)

lesson.draw("8 + 9 * 2")
lesson.claim("01.p2", type(top.op).__name__)

# %% [markdown] claims="none"
# ### Investigate
#
# Change the text in the next cell and run it again. Before each run, say which node will be on top.
#
# - `8 - 3 - 2`: which minus runs first?
# - `-2 ** 2`: is the sign above the power or below it?
# - `marks.clear()`: which boxes would you never see in a calculation?

# %%
lesson.draw("8 - 3 - 2")

# %% [markdown] claims=["No box in this tree is an operator."]
# ### Run: a dangerous text, on the table
#
# With `eval`, the next text would start another program on your computer. We only parse it, so nothing starts. Look at the boxes: not one is a number or an operator.

# %%
dangerous = "__import__('os').system('echo hello')"
lesson.draw(dangerous)

kinds = {type(node).__name__ for node in ast.walk(ast.parse(dangerous))}
lesson.claim("No box in this tree is an operator.", not kinds & {"BinOp", "UnaryOp"})

# %% [markdown] claims="none"
# ## Part 3: Walk the tree (12 minutes)
#
# Now we calculate without `eval`. Five steps, and they keep these names in the whole workbook:
#
# | step | question |
# |---|---|
# | **parse** | What is in the text? Nothing runs. |
# | **allow** | Is this kind of node on my list? |
# | **walk** | What are the values of its children? |
# | **bound** | Would the result be too large? |
# | **compute** | One operator, on numbers only. |
#
# A child can be a whole tree. So the function calls *itself* to get the value of each child. This ends at the numbers, because a number has no children.

# %% [markdown] claims="none"
# ### Run: a complete example, for plus only

# %%
def add_only(node):
    # allow: a number is its own value
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    # allow: a plus
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        # walk
        left = add_only(node.left)
        right = add_only(node.right)
        # compute
        return left + right
    # allow nothing else
    raise ValueError(f"not allowed: {type(node).__name__}")

# %% [markdown] claims=["The result is the value of the top node: 19."]
# ### Run: watch it walk
#
# The last line in each box says *when* the box got its value, and which. Numbers do not wait for anybody. The top must wait for all.

# %%
result = add_only(ast.parse("8 + (9 + 2)", mode="eval").body)   # parse, then the rest
lesson.trace(add_only, "8 + (9 + 2)")
lesson.claim("The result is the value of the top node: 19.", result == 19)

# %% [markdown] claims="none"
# ### Check yourself 01.1: put the lines in order
#
# A walker for all signs and operators is called `walk`. A sign has only **one** child. In `-(2 + 3)` the minus is a `UnaryOp`, and its child is `node.operand`. These lines of `walk` find the value of a sign. Put four of them in order. One line is wrong and stays out.
#
# ```
# a   return sign(value)
# b   value = walk(node.operand)
# c   sign = SIGNS[type(node.op)]
# d   value = node.operand
# e   if type(node.op) not in SIGNS: raise ValueError("sign not allowed")
# ```
#
# `SIGNS` is a dictionary. For each sign it holds a function.

# %%
my_order = ""  # four letters, first line first, for example "a b c d"
### BEGIN SOLUTION
my_order = "e c b a"
### END SOLUTION

# %%
lesson.check("01.1", my_order)

# %% [markdown] claims="none"
# **Hints for 01.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Line d keeps a node, not a number"</summary>
#
# Two lines give `value` a content. Only one of them asks `walk` for a number.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# First ask if the sign is on the list. The value that goes back stands last.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# It begins with `e` and ends with `a`.
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 01.2: walk
#
# Now the full walker. The two dictionaries **are** your allow list. Fill the two gaps:
#
# 1. **walk**, then **compute**, for an operator with two sides, like `7 - 2`,
# 2. **allow** nothing else: for any other node, raise a `ValueError`.

# %% tags=["small"]
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
        ### BEGIN SOLUTION
        left, right = walk(node.left), walk(node.right)
        return OPERATORS[type(node.op)](left, right)
        ### END SOLUTION
    # allow nothing else
    ### BEGIN SOLUTION
    raise ValueError(f"not allowed: {type(node).__name__}")
    ### END SOLUTION

# %%
lesson.check("01.2", walk)

# %% [markdown] claims="none"
# **Hints for 01.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "came back None"</summary>
#
# A branch without `return` gives `None`. Does each path end with `return` or `raise`?
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Look at the line for signs. It calls `walk` on **one** child, then calls the function from the dictionary. You have two children: `node.left` and `node.right`.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# left = walk(node.left)
# right = ...
# return OPERATORS[type(node.op)](..., ...)
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: your own walker at work
#
# This is Meera's calculation, walked by *your* code. Find the box that got its value 3rd. Why could it not be first? Then change the text and trace again.

# %%
lesson.trace(walk, "(8.2*20 + 9.1*22) / 42")

# %% [markdown] claims="none"
# ## Part 4: Bound a power before you compute it (7 minutes)
#
# Powers are arithmetic, so the calculator should know `**`. But look at `9 ** 9 ** 9`. It is short. Python reads it as `9 ** (9 ** 9)`. How many **digits** does the result have?
#
# ### Predict 01.p3
#
# - **a** about 100
# - **b** about 10,000
# - **c** more than 300 million

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("01.p3", my_guess)

# %% [markdown] claims=["Each bound is at least as large as the real size.", "01.p3"]
# ### Run: know the size without computing
#
# A computer stores a whole number in bits. `(9).bit_length()` says that 9 needs 4 bits. Each multiplication by 9 adds **at most** 4 bits, so `9 ** n` needs at most `4 * n` bits. This **bound** costs one small multiplication.
#
# The last row is *not* computed. Its bound tells you enough.

# %%
print("9 needs", (9).bit_length(), "bits")

holds = []
for n in (9, 99, 999, 9_999):
    bound, real = (9).bit_length() * n, (9 ** n).bit_length()
    print(f"9 ** {n:<11,} at most {bound:>13,} bits   really {real:>6,}")
    holds.append(bound >= real)

huge = 9 ** 9
bound = (9).bit_length() * huge
print(f"9 ** {huge:<11,} at most {bound:>13,} bits   not computed")

digits = int(huge * math.log10(9)) + 1      # each factor 9 adds log10(9) digits
print(f"digits of 9 ** 9 ** 9: {digits:,}")
lesson.claim("Each bound is at least as large as the real size.", all(holds))
lesson.claim("01.p3", digits)

# %% [markdown] claims="none"
# ### Exercise 01.3: safe_power
#
# This time you write the whole function. The contract of `safe_power(base, exponent)`:
#
# 1. If both are whole numbers (`int`) and `base.bit_length() * exponent` is above `MAX_BITS`, raise a `ValueError`.
# 2. Do this **before** you compute. After the computation it is too late.
# 3. In all other cases, return `base ** exponent`.

# %% tags=["small"]
MAX_BITS = 1_000

def safe_power(base, exponent):
    ### BEGIN SOLUTION
    if isinstance(base, int) and isinstance(exponent, int):
        if base.bit_length() * exponent > MAX_BITS:
            raise ValueError("this power is too large")
    return base ** exponent
    ### END SOLUTION

# %%
lesson.check("01.3", safe_power)

# %% [markdown] claims="none"
# **Hints for 01.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "'float' object has no attribute 'bit_length'"</summary>
#
# Only whole numbers have bits to count. `isinstance(base, int)` tells you.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Two lines of `if`, one `raise`, and the power as the very last line.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# if isinstance(base, int) and isinstance(exponent, int):
#     if base.bit_length() * exponent > MAX_BITS:
#         ...
# return ...
# ```
#
# </details>

# %% [markdown] claims=["The long sum ends in a RecursionError."]
# ## Part 5: Break it, then make it (7 minutes)
#
# ### Break it
#
# The next text has only two different characters, `1` and `+`, and every node is allowed. It still stops our example: the tree is 5,000 levels deep, and the function calls itself once for each level. Python stops such a chain of calls at a limit.

# %%
long_sum = "1" + "+1" * 5_000
ended = "with a result"

try:
    add_only(ast.parse(long_sum, mode="eval").body)
except RecursionError as error:
    ended = type(error).__name__

print("it ended", ended)
lesson.claim("The long sum ends in a RecursionError.", ended, "RecursionError")

# %% [markdown] claims=["All five attacks come back as an error."]
# **The defence** is one line, and its place matters: look at the **length first**, before you parse. For a calculation, 200 characters are plenty.
#
# ### Run: five attacks on the package's calculator
#
# Each of these texts would hurt an evaluator without bounds. The calculator of `studybuddy` refuses all five, and it never starts the work: it looks first.

# %%
attacks = {
    "a power of powers": "9**9**9",
    "a tower": "((9**9)**99)**99",
    "a long text": "'a' * 10**9",
    "deep brackets": "(" * 5_000 + "1" + ")" * 5_000,
    "a program": "__import__('os').system('echo hello')",
}
answers = {name: package_calculator(text) for name, text in attacks.items()}

for name, answer in answers.items():
    print(f"{name:<18} {answer.get('error', 'no error').split('. ')[0]}")
kinds = [sorted(set(answer) - {"expression"}) for answer in answers.values()]
lesson.claim("All five attacks come back as an error.", kinds, [["error"]] * 5)

# %% [markdown] claims="none"
# ### Make 01.4: your calculator
#
# This function answers a model. An error would stop your program, and the model would learn nothing. So `calculator` **never raises**. It returns a dictionary:
#
# | text | returns |
# |---|---|
# | `"2 ** 10"` | `{"expression": "2 ** 10", "result": 1024}` |
# | `"'a' * 10**9"` | `{"error": "..."}` in plain words |
#
# 1. Refuse a text with more than 200 characters, before you parse.
# 2. Parse and walk. Errors to catch: `SyntaxError`, `ValueError`, `ZeroDivisionError`, `OverflowError`.

# %% tags=["small"]
OPERATORS[ast.Pow] = safe_power      # now ** is on the list, with its bound

def calculator(expression):
    ### BEGIN SOLUTION
    if len(expression) > 200:
        return {"error": "the text is longer than 200 characters"}
    try:
        tree = ast.parse(expression, mode="eval")
        return {"expression": expression, "result": walk(tree.body)}
    except SyntaxError:
        return {"error": "this is not a complete calculation"}
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        return {"error": str(error)}
    ### END SOLUTION

# %%
lesson.check("01.4", calculator)

# %% [markdown] claims="none"
# **Hints for 01.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "came back SyntaxError"</summary>
#
# The line that raises must stand inside `try:`. Is `ast.parse` inside too?
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Three parts: the length, then `try` with parse and walk, then `except`. One `except` can name several errors, in brackets.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# try:
#     tree = ast.parse(expression, mode="eval")
#     ...
# except SyntaxError:
#     return {"error": "this is not a complete calculation"}
# except (ValueError, ...) as error:
#     return {"error": str(error)}
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: yours beside the package's
#
# The same texts go through your calculator and through `studybuddy`'s. Where do they differ, and which answer would help a model more?
#
# The package reads more of what people type: `÷`, `−`, `3,000`, an equals sign at the end. Yours refuses these, and that is good too: a clear refusal is better than a guess.

# %%
texts = ["(8.2*20 + 9.1*22) / 42", "2 ** 10", "3,000 + 250", "48 ÷ 6",
         "1 / 0", "9**9**9"]

lesson.compare(calculator, package_calculator, texts)

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **show** the danger of `eval` | one text emptied a list, and one needed no names at all |
# | **read and walk** a tree | parsing runs nothing, and each node waits for its children |
# | **bound** before you compute | `bit_length * exponent` is cheap, the power is not |
#
# In `studybuddy` this is `from studybuddy import calculator`. It takes the same five steps, and it also reads what people really type: `÷`, `−`, `3,000`.
#
# **Explain it to a friend:** why may `ast.parse` see a text that `eval` must never see?

# %%
lesson.finish("01")

# %%
if lesson.live("Ask a real model for the same average"):
    from studybuddy import Agent

    agent = Agent([package_calculator], model="auto")
    print(agent.ask("I have 8.2 with 20 credits and 9.1 with 22. My average?").answer)
