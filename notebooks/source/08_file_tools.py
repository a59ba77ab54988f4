# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 08: Files, code, and an agent that repairs
#
# **Time** 45 minutes · **Difficulty** short functions, some new words · **You need** files, `try` and `except`, lessons 02 and 03. No key, no network.
#
# A model that can read, write and run files can repair a program. It can also read your letters. What stands between the two is code that you write now, and walls that your system brings.
#
# After this lesson you can
#
# 1. **break** three path checks,
# 2. **write** file tools that report errors as data,
# 3. **say** which layer stops what.

# %%
import difflib
import os
import subprocess
import sys
from inspect import signature
from pathlib import Path

from studybuddy import Agent, PracticeModel, ToolRegistry, file_tools, sandbox
from studybuddy import get_file_content, write_file
from studybuddy.prompts import CODING
from studybuddy.workbook import lesson
from studybuddy.workbook.bug import plant

lesson.start("08")

# %% [markdown] claims="none"
# ## Recall: two questions from earlier lessons
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>How do you know that a Gemini reply asks for a function?</summary>
#
# Look at the parts. The finish reason is STOP either way.
#
# </details>
#
# <details><summary>Why are the errors sent back to the model, and not only "try again"?</summary>
#
# It needs to know which field was wrong and why.
#
# </details>

# %% [markdown] claims="none"
# ## The story
#
# Meera wrote a small calculator for her programming course. It says that 3 + 7 * 2 is 20. It is due tomorrow, so she wants her agent to find the bug.
#
# Her folder lies beside other folders: letters, photos, a file with keys. The agent may change the calculator. It must not touch, or even read, anything else.
#
# At the end of this lesson an agent repairs a copy of her project. You see what it changed, and you know what it could not do.

# %% [markdown] claims=["Each schema hides the working folder."]
# ## Part 1: Paths (8 minutes)
#
# Five words lead through this lesson:
#
# | word | what it means |
# |---|---|
# | **refuse** | Is the path a plain one? |
# | **resolve** | Where does it really lead? |
# | **open** | Only that file |
# | **limit** | How much, how long? |
# | **report** | Result or error as data |
#
# ### Run: what the model may ask for
#
# `lesson.workdir` makes a private copy of the project, and `plant` puts the bug into it. The copy is the **working folder**: the only folder that the tools may touch.
#
# The function and its schema differ in one name, `working_directory`. It is a hidden parameter, as in lesson 02: the model sends a path, and your program knows the folder.

# %%
folder = lesson.workdir("08")              # a copy; the project itself stays as it is
plant(folder)                              # now 3 + 7 * 2 is 20
around = folder.parent
(around / "outside.txt").write_text("a private letter")
(around / "calculator_evil").mkdir()       # a sibling folder
(around / "calculator_evil" / "secret.txt").write_text("a private key")

hidden = []                                # in the function, not in the schema
for tool in file_tools(folder):
    schema = ToolRegistry([tool]).schemas("openai")[0]["function"]["parameters"]
    hidden.append(set(signature(tool.function).parameters) - set(schema["properties"]))
    names = ", ".join(schema["properties"])
    print(f"{tool.name:<17} schema: {names:<20} hidden:", *hidden[-1])
lesson.claim("Each schema hides the working folder.",
             hidden, [{"working_directory"}] * 4)

# %% [markdown] claims="none"
# ### Predict 08.p1
#
# Many tools check a path in this way:
#
# ```python
# target = os.path.normpath(os.path.join(folder, path))
# allowed = target.startswith(folder)
# ```
#
# `normpath` tidies a path: it takes each `..` away, together with the name before it. The folder is called `calculator`. A model sends `../calculator_evil/secret.txt`. What does the check say?
#
# - **a** blocked: the path begins with `..`
# - **b** it passes
# - **c** an error: the file is not there for the check

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("08.p1", my_guess)

# %%
def by_letters(folder, path):
    target = os.path.normpath(os.path.join(folder, path))
    return target.startswith(str(folder))

for path in ["main.py", "../outside.txt", "../calculator_evil/secret.txt"]:
    print(f"{path:<30} {'passes' if by_letters(folder, path) else 'blocked'}")

lesson.claim("08.p1", by_letters(folder, "../calculator_evil/secret.txt"))

# %% [markdown] claims=["The sibling is blocked."]
# The letters of the folder are not the folder. `os.path.commonpath` compares whole names, so it blocks the sibling.
#
# ### Predict 08.p2
#
# A **link** is a file that leads to another one. In the folder lies `link.txt`, and it leads to `../outside.txt`. A better check uses `normpath` again, and then `commonpath`. What does it say to `link.txt`?
#
# - **a** blocked: `normpath` follows the link
# - **b** it passes
# - **c** blocked for a link to a folder only: links to files are harmless

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("08.p2", my_guess)

# %% tags=["nbval-ignore-output"]
def by_names(folder, path):
    target = os.path.normpath(os.path.join(folder, path))
    return os.path.commonpath([folder, target]) == str(folder)

try:
    (folder / "link.txt").symlink_to(around / "outside.txt")
    read = (folder / "link.txt").read_text()
except OSError:                            # Windows may refuse to make a link
    read = None

lesson.claim("08.p2", by_names(folder, "link.txt"))
lesson.claim("The sibling is blocked.", not by_names(folder, "../calculator_evil/x"))
lesson.claim("The link passes the first check too.", by_letters(folder, "link.txt"))
lesson.claim("The link gives the letter.", read and read == "a private letter",
             cannot="this system did not let us make a link")

# %% [markdown] claims=["It blocks a good name.", "The link and a path from the root pass."]
# ### Trap: refuse every text with two dots
#
# "All of this comes from `..`. So I refuse each path that holds it." Does this repair anything?
#
# Put paths of your own into the list. Which of the three checks can you get past, and how?

# %%
def no_dots(path):
    return ".." not in path

for path in ["../outside.txt", "a..b.txt", "link.txt", "/etc/hostname"]:
    print(f"{path:<16} {'passes' if no_dots(path) else 'blocked'}")

lesson.claim("It blocks a good name.", not no_dots("a..b.txt"))
lesson.claim("The link and a path from the root pass.",
             no_dots("link.txt") and no_dots("/etc/hostname"))

# %% [markdown] claims="none"
# A list of forbidden texts is not enough, as in lesson 01. We need both: a plain path, and a look at the disk. `resolve` follows every link and returns the path where it really leads.
#
# ### Check yourself 08.1: put the lines in order
#
# This is the body of `safe_path(folder, path)`. The folder is already resolved. Put four of these lines in order. One line is wrong and stays out.
#
# - **a** `if not target.is_relative_to(folder): raise ValueError`
# - **b** `return target`
# - **c** `if not is_plain(path): raise ValueError`
# - **d** `if not str(target).startswith(str(folder)): raise ValueError`
# - **e** `target = (folder / path).resolve()`

# %%
my_order = ""  # four letters, first line first, for example "a b c d"
### BEGIN SOLUTION
my_order = "c e a b"
### END SOLUTION

# %%
lesson.check("08.1", my_order)

# %% [markdown] claims="none"
# **Hints for 08.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "A sibling folder with the same beginning passes"</summary>
#
# One of the lines compares letters. You have just seen what passes it.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Say the words of the table: refuse, resolve. Then compare where it leads with the folder.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# It begins with `c` and ends with `b`.
#
# </details>

# %% [markdown] claims="none"
# ## Part 2: Read and write (10 minutes)
#
# ### Exercise 08.2: is_plain
#
# A path is **plain** when every system reads it in the same way. `is_plain(path)` gets a text and answers True or False. It never raises. It refuses
#
# 1. an empty path, and one that begins with `/`,
# 2. a backslash and a colon: Windows reads them in its own way,
# 3. a control character: one below the blank, `character < " "`,
# 4. a component that is `..`. The components stand between the slashes.
#
# All else is plain, also `a..b.txt`. Fill the two gaps. The first looks at the whole text, the second at one component.

# %% tags=["small"]
def is_plain(path):
    # refuse: rules 1, 2 and 3, on the whole text
    ### BEGIN SOLUTION
    if not path or path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    ### END SOLUTION
    for name in path.split("/"):
        # refuse: rule 4, on one component
        ### BEGIN SOLUTION
        if name == "..":
            return False
        ### END SOLUTION
    return True

# %%
lesson.check("08.2", is_plain)

# %% [markdown] claims="none"
# **Hints for 08.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Compare whole components"</summary>
#
# Print `"pkg/../a..b.txt".split("/")` in a new cell. Which item leads upwards?
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Each rule is one question with `return False` behind it. Rules 2 and 3 ask about each character, so `any` helps. In a text between quotes, a backslash is written twice: `"\\"`.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# if not path or ...:
#     return False
# if any(character in "\\:" or ... for character in path):
#     return False
# ...
#     if name == ...:
#         return False
# ```
#
# </details>

# %% tags=["small"]
# The lines of 08.1, with your is_plain. A model reads these error texts.
def safe_path(folder, path):
    if not is_plain(path):                                       # refuse
        raise ValueError(f"{path!r} is no plain path. Write it like 'pkg/main.py'.")
    folder = Path(folder).resolve()
    target = (folder / path).resolve()                           # resolve
    if not target.is_relative_to(folder):
        raise ValueError(f"{path!r} leads out of the working folder.")
    return target

# %% [markdown] claims="none"
# ### Exercise 08.3: read_text
#
# `read_text(folder, path, limit=10_000)` is a tool: it answers with data and never raises. The contract:
#
# 1. `safe_path(folder, path)` of the cell above gives the file, or raises ValueError.
# 2. A good answer is `{"content": text, "truncated": True or False}`, with at most `limit` characters. `truncated` says whether more was there.
# 3. The file is read as UTF-8. Bytes that are no text are replaced, `errors="replace"`.
# 4. Anything else is `{"error": sentence}`: a path that is refused, a missing file, a folder.
# 5. The sentence names the path that was asked for, and shows no folder of the machine. For a folder it says that it is one.

# %% tags=["small"]
def read_text(folder, path, limit=10_000):
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("08.3", read_text)

# %% [markdown] claims="none"
# **Hints for 08.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "The error shows a path of your machine"</summary>
#
# `str(error)` of a missing file holds the whole path. Write a sentence of your own, with `path` in it.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Put the work into one `try`. A ValueError is one of `safe_path`, an OSError is one of the disk. `target.is_dir()` tells a folder. One character more than `limit` tells whether more was there.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# try:
#     target = safe_path(folder, path)
#     ...
#     with open(target, encoding="utf-8", errors="replace") as file:
#         text = file.read(...)
# except ValueError as error:
#     return {"error": ...}
# except OSError:
#     return {"error": ...}
# return {"content": ..., "truncated": len(text) > limit}
# ```
#
# </details>

# %% [markdown] claims=["Of a long file the first 10,000 characters come back.", "The error says which path was meant."]
# ### Investigate: the package's tools
#
# `get_file_content` is the package's `read_text`. Its errors help a model to correct itself: models often repeat the name of the folder. Try `link.txt`, and a path of your own.
#
# The package also closes a gap that `safe_path` leaves. Between the check and the opening, another program can put a link in place. So the package opens one folder after the other, and follows no link.

# %%
for path in ["calculator/main.py", "../outside.txt", "pkg", "man.py"]:
    print(path)
    print("   ", get_file_content(folder, path)["error"])

long = get_file_content(folder, "lorem.txt")
print("lorem.txt")
print("   ", len(long["content"]), "characters, truncated:", long["truncated"])
lesson.claim("Of a long file the first 10,000 characters come back.",
             (len(long["content"]), long["truncated"]), (10_000, True))
lesson.claim("The error says which path was meant.",
             '"main.py"' in get_file_content(folder, "calculator/main.py")["error"])

# %% [markdown] claims="none"
# ## Part 3: Run (10 minutes)
#
# ### Predict 08.p3
#
# A tool that runs a script starts a second Python, a **child**. Here it is a bare one, without limits: `subprocess.run` and the name of the script.
#
# Each program has an **environment**: names with values, where keys often stand. The one of your kernel holds a toy key, `MEERA_KEY`. Does the script see it?
#
# - **a** no: a child starts empty
# - **b** yes
# - **c** only as administrator: keys are protected

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("08.p3", my_guess)

# %%
def run_bare(code):
    (folder / "try.py").write_text(code)
    done = subprocess.run([sys.executable, "try.py"], cwd=folder,
                          capture_output=True, text=True)
    return done.stdout.strip()

os.environ["MEERA_KEY"] = "a toy key"
sees = run_bare("import os; print('MEERA_KEY' in os.environ)")

print("the kernel sees the key:", "MEERA_KEY" in os.environ)
print("the script sees the key:", sees)
lesson.claim("08.p3", sees)

# %% [markdown] claims="none"
# ### Predict 08.p4
#
# The script starts in the working folder, by `cwd=folder`. Can it read `../outside.txt`?
#
# - **a** no: `cwd` is a wall
# - **b** yes
# - **c** only with an absolute path: `..` is blocked

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("08.p4", my_guess)

# %%
start = run_bare("import os; print(os.path.basename(os.getcwd()))")
read = run_bare("print(open('../outside.txt').read())")

print("started in the folder:", start)
print("read from outside:", read or "nothing")
lesson.claim("08.p4", read)

# %% [markdown] claims="none"
# ### Exercise 08.4: run_script
#
# Your path check does not see this: the path `try.py` was plain. A script needs limits of its own. Two of them work on every system: an environment from an allow list, and a time limit.
#
# `run_script(folder, path, args=None, seconds=5)` starts the script as a child. The result is given. Fill the two gaps:
#
# 1. `done = subprocess.run(...)` with a **list**: `sys.executable`, the script, then each argument. No `shell=True`: a **shell** reads a text as commands. Catch the output as text. Pass `cwd`, `env` and `timeout`.
# 2. When the time is over, `subprocess.run` ends the child and raises `subprocess.TimeoutExpired`. Catch it, and return `error` with a sentence.

# %% tags=["small"]
def run_script(folder, path, args=None, seconds=5):
    needed = ("PATH", "SYSTEMROOT")            # an allow list: no key is on it
    few = {name: os.environ[name] for name in needed if name in os.environ}
    try:
        target = safe_path(folder, path)
        # limit: start the script, with a few variables and a few seconds
        ### BEGIN SOLUTION
        done = subprocess.run([sys.executable, str(target), *(args or [])], cwd=folder,
                              env=few, timeout=seconds, capture_output=True, text=True)
        ### END SOLUTION
    except ValueError as error:
        return {"error": str(error)}
    # limit: the time is over
    ### BEGIN SOLUTION
    except subprocess.TimeoutExpired:
        return {"error": f"{path!r} did not end within {seconds} seconds."}
    ### END SOLUTION
    return {"stdout": done.stdout, "stderr": done.stderr,              # report
            "return_code": done.returncode}

# %%
lesson.check("08.4", run_script)

# %% [markdown] claims="none"
# **Hints for 08.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Each argument is one item of the list"</summary>
#
# `[1, *["a", "b"]]` is `[1, "a", "b"]`: the star puts each item in by itself. `args or []` is an empty list when `args` is None.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Look at `run_bare` above. Three things are new: the arguments, the environment `few`, and the time limit. The second gap is one more `except`.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# done = subprocess.run([sys.executable, ..., *(args or [])], cwd=folder,
#                       env=..., timeout=..., capture_output=True, text=True)
# ...
# except subprocess.TimeoutExpired:
#     return {"error": ...}
# ```
#
# </details>

# %% [markdown] claims=["Two plain calls were enough to read the letter."]
# ## Part 4: Layers (7 minutes)
#
# ![Five rings round a script. A wrong path ends at the path rule, a key search at the environment, an endless loop at the limits, a connection at the system, a bad write at the person.](img/08_rings.svg)
#
# In words: five rings stand round a script. A wrong path ends at the path rule, a key search at the environment, an endless loop at the limits, a connection at the system, and a bad write at the person.
#
# ### Break it
#
# The model may write, with a plain path. It may run, with a plain path. Together the two tools run **any** program. It is safe to run here: the program only reads the letter that we made.

# %%
wrote = write_file(folder, "helper.py", "print(open('../outside.txt').read())\n")
done = subprocess.run([sys.executable, "helper.py"], cwd=folder,
                      capture_output=True, text=True)

print(wrote["message"])
print("helper.py read:", done.stdout.strip())
lesson.claim("Two plain calls were enough to read the letter.",
             done.stdout.strip(), "a private letter")

# %% [markdown] claims=["Each layer stopped its attack.", "Each attempt that a layer is made for was stopped."]
# **The defence** is a wall of the operating system, where it has one. A **layer** is one defence among several; together they are a **sandbox**. Each row below tries one attack twice: with no layer, then with the one that is made for it.
#
# | layer | what it does |
# |---|---|
# | `hygiene` | hands no key down |
# | `rlimits` | bounds memory and processor time |
# | `landlock` | keeps files outside the folder closed |
# | `seccomp` | lets no other program start |
#
# The last two are parts of Linux. The second cell is a **probe**: it tries what holds on *your* machine, and trusts no setting. No layer is made for its last row. Never believe the word "sandboxed" without a probe.

# %% tags=["nbval-ignore-output"]
attacks = {"hygiene": "import os; os.environ['MEERA_KEY']",
           "rlimits": "bytearray(600 << 20)",
           "landlock": "open('../outside.txt').read()",
           "seccomp": "import subprocess as s, sys; s.run([sys.executable, '-c', ''])"}
runs = {}
for layer, code in attacks.items():
    (folder / "try.py").write_text(code + "\nprint('got through')")
    bare = sandbox.run(folder, "try.py", layers=()).stdout.strip()
    runs[layer] = sandbox.run(folder, "try.py", layers=(layer,))
    print(f"{layer:<9} without: {bare:<12}",
          f"with: {runs[layer].stdout.strip() or 'stopped'}")
missing = [layer for layer in runs if layer not in runs[layer].held]
lesson.claim("Each layer stopped its attack.",
             None if missing else not any(ran.stdout for ran in runs.values()),
             cannot=f"not on this machine: {', '.join(missing)}")

# %% tags=["nbval-ignore-output"]
probe = sandbox.probe()

lesson.claim("Each attempt that a layer is made for was stopped.",
             probe.contained or None,
             cannot="some layers are missing here: the table shows what got through")
probe

# %% [markdown] claims="none"
# ### Predict 08.p5
#
# Python can call a function of yours before each opening of a file: an **audit hook**. No hook can be removed. This one reads a list:
#
# ```python
# blocked = ["open"]
#
# def hook(event, args):
#     if event in blocked:
#         raise PermissionError
#
# sys.addaudithook(hook)
# ```
#
# The code behind it, in the same program, says `blocked.clear()`. Then it opens `../outside.txt`. What happens?
#
# - **a** it is blocked: hooks cannot be removed
# - **b** it works
# - **c** Python stops: tampering is noticed

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("08.p5", my_guess)

# %%
hook = """import sys
blocked = ["open"]
def hook(event, args):
    if event in blocked:
        raise PermissionError
sys.addaudithook(hook)
"""
reads = """try:
    print(open('../outside.txt').read())
except PermissionError:
    print("blocked")
"""
print("before blocked.clear():", run_bare(hook + reads))
print("after blocked.clear(): ", run_bare(hook + "blocked.clear()\n" + reads))
lesson.claim("08.p5", run_bare(hook + "blocked.clear()\n" + reads))

# %% [markdown] claims=["Reading did not wait, and the first run waits."]
# ### Why?
#
# Why must the wall stand outside the program that it holds? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# What stands inside can be changed by the program: it is its own memory. The operating system stands outside. It asks on each call, and the program cannot reach its list.
#
# </details>
#
# ## Part 5: The repair (10 minutes)
#
# ### Run: the agent waits
#
# The outermost ring is a person. A fresh copy has the same bug. The agent lists and reads; this changes nothing, so nothing waits. At the first call that runs a file, it stops and asks.

# %%
project = lesson.workdir("08")
plant(project)
question = ("Fix the bug: 3 + 7 * 2 should equal 17, not 20. "
            "Use the calculator to verify.")
run = Agent(file_tools(project), model=PracticeModel(), system=CODING).start(question)
run.advance()

for step in run.steps:
    for call in step.calls:
        print(call.name, call.arguments)
print("status:", run.status)
lesson.claim("Reading did not wait, and the first run waits.",
             [call.name for call in run.pending], ["run_python_file"])

# %% [markdown] claims="none"
# ### Make 08.5: approve
#
# You are the person, and your rule decides for you. The agent calls `approve(call)` for each call that waits. `call.name` is the tool, `call.arguments` a dictionary with `file_path`. The contract:
#
# 1. `write_file` may write `pkg/calculator.py`, and no other file.
# 2. `run_python_file` may run `main.py` and `tests.py`, with any arguments.
# 3. For these return True itself.
# 4. For every other call return a **text**: the reason, which the model reads.
#
# In the check a model also tries to change the tests, and to run a script of its own.

# %%
def approve(call):
    ### BEGIN SOLUTION
    path = call.arguments.get("file_path")
    if call.name == "write_file" and path == "pkg/calculator.py":
        return True
    if call.name == "run_python_file" and path in ("main.py", "tests.py"):
        return True
    return f"{call.name} is not allowed for {path!r} here."
    ### END SOLUTION

# %%
lesson.check("08.5", approve)

# %% [markdown] claims="none"
# **Hints for 08.5.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "A changed test proves nothing"</summary>
#
# Whoever may change the tests can make them pass. Look at the path of each write.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# An allow list again: name what may happen, tool and whole path together. All else gets a reason.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# path = call.arguments.get("file_path")
# if call.name == "write_file" and path == ...:
#     return True
# if call.name == ... and path in (...):
#     return True
# return f"..."
# ```
#
# </details>

# %% [markdown] claims=["Only pkg/calculator.py changed.", "The calculator says 17, and its tests pass."]
# ### Investigate: the repair, with your rule
#
# The agent starts again on the copy, and your `approve` decides. The second cell shows the **diff**: the lines that went, with a minus, and the lines that came, with a plus.
#
# Your rule does not read what is written. Code in `pkg/calculator.py` runs too, as soon as `main.py` imports it. So the layers stay on, and in lesson 09 a person sees the diff *before* the write.
#
# When it works, plant another bug: `plant(project, "-")`. Put a calculation that is wrong now into `question`, with its right value. Then run both cells again.

# %%
def texts(folder):
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*.*")) if path.is_file()}

if lesson.passed("08.5"):
    before = texts(project)
    run = Agent(file_tools(project), model=PracticeModel(), system=CODING,
                approve=approve).ask(question)
    after = texts(project)
    changed = [name for name in after if after[name] != before.get(name)]
    print(*[call.name for step in run.steps for call in step.calls], sep="\n")
    print(run.answer)
    lesson.claim("Only pkg/calculator.py changed.",
                 changed in ([], ["pkg/calculator.py"]))

# %%
if lesson.passed("08.5"):
    for name in changed:
        old, new = before[name].splitlines(), after[name].splitlines()
        diff = difflib.unified_diff(old, new, "before", "after", lineterm="", n=1)
        print(*diff, sep="\n")
    ran = sandbox.run(project, "main.py", ["3 + 7 * 2"])
    tests = sandbox.run(project, "tests.py")
    print("main.py:", *ran.stdout.split())
    lesson.claim("The calculator says 17, and its tests pass.",
                 "17" in ran.stdout and tests.code == 0)

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **break** three path checks | letters, names and two dots do not tell where a path leads: a sibling and a link pass |
# | **write** file tools that report errors as data | refuse, resolve, open, limit, report: each ends in a dictionary |
# | **say** which layer stops what | you tried each one with its attack, and the probe tried your machine |
#
# In `studybuddy` this is `file_tools(workdir)`, `sandbox.run` and `sandbox.probe()`. The same repair from the command line is `studybuddy ask`, with `--workdir`. In lesson 09 nothing happens without you, and nothing happens twice.
#
# **Explain it to a friend:** two tools are harmless alone and dangerous together. Which, and what helps?

# %%
lesson.finish("08")

# %%
if lesson.live("The repair by a real model, with your rule") and lesson.passed("08.5"):
    again = lesson.workdir("08")
    plant(again)
    run = Agent(file_tools(again), system=CODING, approve=approve).ask(question)
    print(run.answer)
