# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] claims="none"
# # Lesson 09: Nothing without you, nothing twice
#
# **Time** 45 minutes · **Difficulty** short functions, one class · **You need** classes, dictionaries, JSON, lessons 04 and 08. No key, no network: mails are saved as files.
#
# Some tools only look. Others do something that nobody can take back. Those must wait for a person, and run once.
#
# After this lesson you can
#
# 1. **find** an unsafe approval,
# 2. **write** a gate that is bound to one call,
# 3. **resume** a run after a crash.

# %%
import hashlib
import json
import os
import subprocess
import time
from pathlib import Path

from jupyter_client.manager import start_new_kernel

from studybuddy import Agent, PracticeModel, Run, ScriptedModel, Tool, ToolRegistry
from studybuddy import email_plan_to_me, file_tools
from studybuddy.approval import Decision
from studybuddy.approval import fingerprint as package_fingerprint
from studybuddy.messages import ToolCall, assistant, call, calls_of
from studybuddy.panels import ApprovalPanel
from studybuddy.runfile import RunFileError
from studybuddy.workbook import lesson

lesson.start("09")

# %% [markdown] claims="none"
# ## Recall: two questions from earlier lessons
#
# Say your answer aloud. Then open the answer.
#
# <details><summary>Exam on the 10th, today the 30th: why 9 study days, not 10?</summary>
#
# From tomorrow to the day before the exam.
#
# </details>
#
# <details><summary>Two tools are harmless alone and dangerous together. Which?</summary>
#
# `write_file` and `run_python_file`: together they run any program.
#
# </details>

# %% [markdown] claims="none"
# ## The story
#
# StudyBuddy mailed Meera a plan, with its calendar file. The exam date in it was wrong, so all her days were wrong. A window had asked "Send the mail?", and she had clicked "yes". The window did not show the mail.
#
# Next day the battery of her laptop died, in the middle of a mail. Was it sent? She started again, and it came twice.
#
# At the end of this lesson nothing happens without her, and nothing twice.

# %% [markdown] claims="none"
# ## Part 1: Wait (6 minutes)
#
# ![A call stands before a gate. A card shows its true effect. Two ways lead out: yes, it runs once; no, the model reads the reason. Below lies the run file: message, decision, started, done.](img/09_gate.svg)
#
# In words: a call waits. You see its **true effect**, what will really happen, and say yes or no. The run file notes message, decision, started, done. Five words lead through this lesson:
#
# | word | what it means |
# |---|---|
# | **wait** | Which calls stop here? |
# | **show** | What will really happen? |
# | **decide** | Yes, or no, best with a reason |
# | **bind** | This call, these arguments, once |
# | **record** | Before and after |
#
# All work happens in a folder of its own, the desk. No mail server is set, so a mail becomes a file in the folder `outbox` there. `mails()` counts them.

# %%
os.environ["STUDYBUDDY_TODAY"] = "2026-11-30"    # today, in this lesson
os.environ.update(SMTP_HOST="", SMTP_USER="", EMAIL_TO="meera@example.org")

folder = lesson.workdir("09")       # where the file tools work
os.chdir(folder.parent)             # the desk: outbox and run files lie here

def mails():
    return len(list(Path("outbox").glob("*.eml")))

print("mails:", mails())

# %% [markdown] claims="none"
# ### Predict 09.p1
#
# Meera asks for a mail. The agent has the tool, and no function that approves in her place: `approve="ask"` makes sure of that. What is `run.status` after `agent.ask`?
#
# - **a** answered
# - **b** needs_approval
# - **c** failed

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("09.p1", my_guess)

# %%
before = mails()
agent = Agent([email_plan_to_me], model=PracticeModel(), approve="ask")
run = agent.ask("My DBMS exam is in 10 days. Mail me a plan for SQL and keys.")

print("after ask:")
print("status:   ", run.status)
print("new mails:", mails() - before)
lesson.claim("09.p1", run.status)
lesson.claim("No mail was written.", mails(), before)

# %% [markdown] claims=["A mail went out, and no person was asked."]
# ### Trap: let the model say that it is approved
#
# "I put a parameter `approved` into the schema. Then the tool knows whether the student said yes." The tool below refuses a call without it. The script plays what many models do: they read the error, and repair their call. It is safe to run: `sent` is only a list.

# %%
sent = []

def send_plan(topic: str, approved: bool) -> dict:
    """Send the study plan. It must be approved by the student."""
    if not approved:
        return {"error": "The student has not approved this. Set approved to true."}
    sent.append(topic)
    return {"sent": True}

tries = [{"topic": "SQL", "approved": answer} for answer in (False, True)]
script = [assistant("", [call("send_plan", one, f"c{number}")])
          for number, one in enumerate(tries, 1)]
trap = Agent([send_plan], model=ScriptedModel([*script, "Sent."])).ask("Plan SQL.")
print("sent:", sent, "asked: nobody")
lesson.claim("A mail went out, and no person was asked.", len(sent), 1)

# %% [markdown] claims=["The mail names a day that is not the exam."]
# What the model fills in is the model's word. A yes must come on another way, past the model.
#
# ## Part 2: Show and decide (7 minutes)
#
# ### Run: the true effect
#
# The exam is on 2026-12-10. The next scripted model takes the wrong day first. `run.pending` holds the calls that wait. Each has an `effect`: the text of the mail as it will leave, made by the tool itself. Read it before you go on.

# %%
def mail(call_id, exam_date):
    plan = {"topics": ["SQL", "keys"], "exam_date": exam_date}
    return assistant("", [call("email_plan_to_me", plan, call_id)])

def mailing():
    script = [mail("c1", "2026-12-05"), mail("c2", "2026-12-10"), "The plan is out."]
    agent = Agent([email_plan_to_me], model=ScriptedModel(script), approve="ask")
    return agent.ask("My DBMS exam is in 10 days. Mail me a plan.")

shown = mailing().pending[0].effect                              # show
print(shown)
lesson.claim("The mail names a day that is not the exam.",
             "The exam is on 2026-12-05" in shown)

# %% [markdown] claims=["Only the right mail was written."]
# ### Run: no with a reason, then yes
#
# Give a reason with your no: the model reads it, and can do better. A no without a reason counts too, but then the model can only guess. A yes names the id of the call.

# %%
before, run = mails(), mailing()
run.reject("c1", "The exam is on 2026-12-10.")                   # decide
run.advance()
print("waits:    ", run.pending[0].id, run.pending[0].arguments["exam_date"])
run.approve("c2")
run.advance()

print("new mails:", mails() - before)
print("answer:   ", run.answer)
lesson.claim("Only the right mail was written.", mails() - before, 1)

# %% [markdown] claims=["The diff shows what goes and what comes."]
# ### Run: a write, shown as a diff
#
# For a write, the true effect is a **diff**. A line with `-` goes, a line with `+` comes. The numbers behind SHA-256 are digests, short names for a content. We come back to them.

# %%
dates = folder / "dates.md"
dates.write_text("DBMS 2026-12-10\nOS 2026-12-15\n", newline="\n")
new = {"file_path": "dates.md", "content": "DBMS 2026-12-01\nOS 2026-12-15\n"}

def writing(approve):
    model = ScriptedModel([assistant("", [call("write_file", new, "c1")]), "Done."])
    agent = Agent(file_tools(folder), model=model, approve=approve)
    return agent.ask("Tidy the dates.")

shown = writing("ask").pending[0].effect
print(shown)
lesson.claim("The diff shows what goes and what comes.",
             "-DBMS 2026-12-10\n+DBMS 2026-12-01" in shown)

# %% [markdown] claims="none"
# ### Predict 09.p2
#
# An agent can also get a function that decides. It gets the call, and answers for you. This one answers `"yes"`, a text. What happens to the write?
#
# - **a** It runs.
# - **b** It is rejected, with the reason "yes".
# - **c** An error: only True and False are allowed.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "b"
### END SOLUTION
lesson.predict("09.p2", my_guess)

# %%
run = writing(lambda waiting: "yes")
result = run.steps[0].results[0].data

print("the result:")
print(result)
lesson.claim("09.p2", result)

# %% [markdown] claims="none"
# Only `True` is a yes. A text is the reason of a no. So a mistake in the function ends in a no, and a no can be repaired.
#
# ### Check yourself 09.1: find the unsafe approval
#
# The **audit log** tells what was shown, who decided, and what ran. This one comes from Meera's old agent. One row is unsafe: which one?

# %%
log = {
    "a": ("write_file report.md, 240 lines", "yes, after 4 seconds",
          "write_file report.md, 240 lines"),
    "b": ("email_plan_to_me exam_date=2026-12-05", "no: wrong day", "nothing"),
    "c": ("run_python_file tests.py", "yes, after 95 seconds", "run_python_file tests.py"),
    "d": ("email_plan_to_me exam_date=2026-12-10", "yes, after 6 seconds",
          "email_plan_to_me exam_date=2026-12-01"),
    "e": ("calculator 3 + 7 * 2", "yes, for the rest of the run", "calculator 3 + 7 * 2"),
}
for letter, row in log.items():
    print("{}  shown:    {}\n   decision: {}\n   ran:      {}".format(letter, *row))

# %%
unsafe_row = ""  # one letter, for example "a"
### BEGIN SOLUTION
unsafe_row = "d"
### END SOLUTION

# %%
lesson.check("09.1", unsafe_row)

# %% [markdown] claims="none"
# **Hints for 09.1.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Compare what was shown with what ran"</summary>
#
# Put a finger on the line "shown" and another on the line "ran". Read both, sign by sign.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# A yes is unsafe when the person saw something else than what ran. Who decided, and how fast, does not matter here.
#
# </details>
#
# <details><summary>Hint 3, part of the answer</summary>
#
# It is a mail, and it ran.
#
# </details>

# %% [markdown] claims=["A write passes that nobody has seen."]
# ## Part 3: Bind (13 minutes)
#
# ### Run: a gate that remembers names
#
# The old agent had a gate like this one. It notes the *name* of the tool that was approved. Meera saw the first call below, and approved it. A **replay** is a call that comes again with an old yes.

# %%
class NameGate:
    def __init__(self):
        self.names = set()

    def approve(self, call):
        self.names.add(call.name)

    def may_run(self, call):
        return call.name in self.names

# %%
seen = ToolCall("c1", "write_file", {"file_path": "dates.md", "content": "DBMS"})
other = ToolCall("c2", "write_file", {"file_path": "main.py", "content": ""})
gate = NameGate()
gate.approve(seen)
print("seen:", gate.may_run(seen), " replay:", gate.may_run(seen),
      " not seen:", gate.may_run(other))
lesson.claim("A write passes that nobody has seen.", gate.may_run(other))

# %% [markdown] claims="none"
# ### Predict 09.p3
#
# The gate of the package **binds** a yes to the call that was shown. Meera approves `seen`. Then the content changes from `"DBMS"` to `"OS"`. What does this gate do with the call?
#
# - **a** It runs the new content.
# - **b** It runs the old content.
# - **c** It refuses.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("09.p3", my_guess)

# %%
yes = Decision(True, package_fingerprint(seen.id, seen.name, seen.arguments))   # bind
changed = {**seen.arguments, "content": "OS"}

may_run = {"as approved": yes.fits(seen.id, seen.name, seen.arguments),
           "changed": yes.fits(seen.id, seen.name, changed)}
print("may it run?")
print(may_run)
lesson.claim("09.p3", may_run)

# %% [markdown] claims="none"
# ### Why?
#
# A person can approve a tool "for ever". Why is that dangerous for `write_file`, and not for `calculator`? Say your answer aloud, then open this one.
#
# <details><summary>One good answer</summary>
#
# Each write does something else, and nobody has seen the next one. A calculation changes nothing.
#
# </details>
#
# ### Exercise 09.2: fingerprint
#
# A **fingerprint** is a short text that stands for exactly one call. `fingerprint(call_id, name, arguments)` returns a digest of 64 characters. Equal calls get the same one, whatever the order of the keys, and after a restart too. Another call gets another one.
#
# Fill the two gaps. `json.dumps` makes one text of a list. `hashlib.sha256(bytes).hexdigest()` makes the digest, and `text.encode()` gives the bytes.

# %% tags=["small"]
def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    ### BEGIN SOLUTION
    text = json.dumps([call_id, name, arguments], sort_keys=True)
    ### END SOLUTION
    # bind: return the digest of this text
    ### BEGIN SOLUTION
    return hashlib.sha256(text.encode()).hexdigest()
    ### END SOLUTION

# %%
lesson.check("09.2", fingerprint)

# %% [markdown] claims="none"
# **Hints for 09.2.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "Another order of keys"</summary>
#
# Two dictionaries with the same values can print in two orders. `json.dumps` can sort the keys for you.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Put the three parts into one list. JSON writes quotes and commas between them, so no two lists look alike.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# text = json.dumps([..., ..., ...], sort_keys=...)
# return hashlib.sha256(...).hexdigest()
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Exercise 09.3: Gate
#
# Now the gate. It gets calls with `.id`, `.name` and `.arguments`. The contract of the class `Gate`:
#
# 1. `wait(call)`: this call waits from now on. Several can wait.
# 2. `approve(call_id)` and `reject(call_id, reason)` decide about a call that waits. Where none waits under this id, both raise KeyError. The reason is for the model; your gate need not keep it.
# 3. `may_run(call)` is True for exactly the call that was approved: same id, name and arguments. It is True once. In all other cases it is False.
#
# Whoever holds the call can change it later. So keep its fingerprint, not the call.

# %% tags=["small"]
class Gate:
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("09.3", Gate)

# %% [markdown] claims="none"
# **Hints for 09.3.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "The same approval ran two calls"</summary>
#
# Your gate still knows the yes after it was used. `dictionary.pop(key)` gives a value and takes it out.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Two dictionaries, made in `__init__`: one for the calls that wait, one for the calls that were approved. Each maps an id to a fingerprint. `approve` moves an entry from the first to the second.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# def approve(self, call_id):
#     self.approved[call_id] = self.waiting.pop(...)
#
# def may_run(self, call):
#     bound = self.approved.pop(call.id, None)
#     return bound == ...
# ```
#
# </details>

# %% [markdown] claims=["Started is on disk before done."]
# ## Part 4: Record (9 minutes)
#
# ### Run: a run file, line by line
#
# A **run file** keeps a run: one JSON line for each event. With a `path`, each line is on disk before the next thing happens. `ids_of` is given: it tells which calls an event is about. Look at the order of the lines.

# %% tags=["small"]
def ids_of(event):
    if event["type"] == "message":              # what the model asks for
        return [one["id"] for one in calls_of(event["message"])]
    if event["type"] == "done":                 # the answer to a call
        return [event["message"]["tool_call_id"]]
    return [event["id"]] if event["type"] in ("decision", "started") else []

# %%
script = [mail("c1", "2026-12-10"), "The plan is in your mail."]
mailer = Agent([email_plan_to_me], model=ScriptedModel(script), approve="ask")
run = mailer.start("Mail me a plan.", path="run.jsonl").advance()
run.approve("c1")
run.advance()

text = Path("run.jsonl").read_text(encoding="utf-8")
events = [json.loads(line) for line in text.split("\n")[:-1]]
for event in events:                                             # record
    print(f"{event['type']:<10}", *ids_of(event))
kinds = [event["type"] for event in events]
lesson.claim("Started is on disk before done.",
             kinds.index("started") < kinds.index("done"))

# %% [markdown] claims=["The kernel died in the middle."]
# ### Run: the battery dies
#
# The run below waits in a file. Then a second kernel, as of another notebook, loads this file, says yes, and writes the mail. As soon as the mail is there, we kill that kernel, like an empty battery: it cannot note anything more. It is safe to run: your own kernel goes on. It takes a few seconds.

# %%
program = """
import time
from studybuddy import Agent, Run, ScriptedModel, Tool, email_plan_to_me

def mail_and_hang(**plan):
    email_plan_to_me(**plan)
    time.sleep(600)

tool = Tool(email_plan_to_me)
tool.function = mail_and_hang
agent = Agent([tool], model=ScriptedModel([]), approve="ask")
run = Run.load("crashed.jsonl", agent)
run.approve("c1")
run.advance()
"""

# %%
before = mails()
mailer.start("Mail me a plan.", path="crashed.jsonl").advance()
manager, client = start_new_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
client.execute(program)
for _ in range(300):                             # 30 seconds at most
    if mails() > before:
        break
    time.sleep(0.1)
manager.provisioner.process.kill()               # the battery is empty
manager.shutdown_kernel(now=True)
client.stop_channels()
crashed = Path("crashed.jsonl").read_text(encoding="utf-8")
last = json.loads(crashed.split("\n")[-2])["type"]
print("new mails:", mails() - before, " last line:", last)
lesson.claim("The kernel died in the middle.", (last, mails() - before), ("started", 1))

# %% [markdown] claims="none"
# ### Predict 09.p4
#
# Your notebook loads a copy of the file that the dead kernel left, and goes on. What happens to the mail?
#
# - **a** It runs again.
# - **b** It counts as done.
# - **c** The run asks you.

# %%
my_guess = "?"  # type a, b or c between the quotes
### BEGIN SOLUTION
my_guess = "c"
### END SOLUTION
lesson.predict("09.p4", my_guess)

# %%
def load_again():
    Path("again.jsonl").write_text(crashed, encoding="utf-8", newline="\n")
    return Run.load("again.jsonl", mailer).advance()

before, again = mails(), load_again()
note = again.pending[0].note if again.pending else None

print("after load:")
print("status:   ", again.status)
print("note:     ", note)
print("new mails:", mails() - before)
lesson.claim("09.p4", (note, mails() - before))

# %% [markdown] claims=["The mail was not written a second time."]
# Only a person can look. Meera looks into the outbox: the mail is there. So she says no, with the reason, and the run goes on.

# %%
before, again = mails(), load_again()
again.reject("c1", "It is in the outbox already.")
again.advance()

print("answer:", again.answer)
lesson.claim("The mail was not written a second time.", mails(), before)

# %% [markdown] claims="none"
# ### Exercise 09.4: resume
#
# `resume(text)` gets the text of a run file. It returns a dictionary: for each call its id and its state. The last event of a call decides:
#
# | last event | state |
# |---|---|
# | `message` | `waiting` |
# | `decision`, with `event["approved"]` True | `approved` |
# | `decision`, with anything else there | `rejected` |
# | `started` | `ask` |
# | `done` | `done` |
#
# A line ends with `"\n"`, and with nothing else. A crash can tear the **last** line: then its end is missing. Drop such a line. Any other line that is no JSON means a damaged file: `json.loads` raises a ValueError, so let it through. Use `ids_of`.

# %% tags=["small"]
def resume(text):
    ### BEGIN SOLUTION
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
    ### END SOLUTION

# %%
lesson.check("09.4", resume)

# %% [markdown] claims="none"
# **Hints for 09.4.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "The last line is torn"</summary>
#
# Print `"one\ntwo\nthr".split("\n")` in a new cell. Then put `\n` behind "thr". What is the last item each time?
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Cut the text at `"\n"` and leave out the last item. Go through the lines in order. Each event writes the state of its calls, and a later one overwrites it.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# *lines, torn = text.split("\n")
# for line in lines:
#     event = json.loads(line)
#     for call_id in ids_of(event):
#         if event["type"] == "decision":
#             states[call_id] = ... if event["approved"] is True else ...
#         else:
#             ...
# ```
#
# </details>

#
# ### Investigate: your function on the file of the crash
#
# In a new cell, call `resume(text)` for the whole run, and `resume(crashed)` for the run of the dead kernel. Then put a torn line behind it: `resume(crashed + '{"type": "do')`.

# %% [markdown] claims=["No attack wrote a mail."]
# ## Part 5: Break it, then make it (10 minutes)
#
# ### Break it
#
# `NameGate` fell to a replay. Now three attacks on a run of the package. Its call `c1` is approved and has run.
#
# 1. Use the same yes again.
# 2. Approve a call that nobody asked for.
# 3. Load the file twice, as two notebooks would. Use the yes in the first run, then approve the same call in the second.

# %%
run = mailer.start("Mail me a plan.", path="two.jsonl").advance()
second = Run.load("two.jsonl", mailer)
run.approve("c1")
run.advance()

before = mails()
attacks = {"the same yes ": (run, "c1"), "another call ": (run, "c7"),
           "second run   ": (second, "c1")}
for title, (holder, call_id) in attacks.items():
    try:
        holder.approve(call_id)
        print(title, "it worked.")
    except (ValueError, RunFileError) as error:
        print(title, error)
lesson.claim("No attack wrote a mail.", mails(), before)

# %% [markdown] claims="none"
# **The defence**: a yes is bound to one call, and used up. Where anything does not fit, the answer is no: the gate **fails closed**.
#
# ### Make 09.5: my_rule
#
# A person who clicks all day reads nothing. So you decide what waits. `my_rule(name, arguments)` returns True when the call must wait, and False when it may run at once:
#
# 1. The tools in `READING` change nothing. They run at once.
# 2. `write_file` runs at once for a file in the folder `drafts`, such as `drafts/plan.md`. The path is `arguments["file_path"]`. With a part `..` it leads out, so it waits.
# 3. All else waits: another write, a run, a mail, an unknown tool. A path that is missing, or no text, waits too.

# %% tags=["small"]
READING = {"calculator", "make_study_plan", "search_notes", "get_files_info",
           "get_file_content"}

def my_rule(name, arguments):
    ### BEGIN SOLUTION
    if name in READING:
        return False
    path = arguments.get("file_path")
    if name != "write_file" or not isinstance(path, str):
        return True
    return not path.startswith("drafts/") or ".." in path.split("/")
    ### END SOLUTION

# %%
lesson.check("09.5", my_rule)

# %% [markdown] claims="none"
# **Hints for 09.5.** Open one, try again, then open the next.
#
# <details><summary>Hint 1, symptom: "A rule that fails must wait"</summary>
#
# `arguments["file_path"]` raises KeyError when the key is missing. `arguments.get("file_path")` gives None then.
#
# </details>
#
# <details><summary>Hint 2, idea</summary>
#
# Begin with what runs at once, and let the last line say `return True`. What you forgot then waits.
#
# </details>
#
# <details><summary>Hint 3, part of the code</summary>
#
# ```python
# if name in READING:
#     return ...
# path = arguments.get("file_path")
# if name != "write_file" or not isinstance(path, str):
#     return ...
# return not path.startswith("drafts/") or ".." in path.split(...)
# ```
#
# </details>

# %% [markdown] claims="none"
# ### Investigate: your rule in the registry
#
# `needs_approval` takes a rule on the arguments. A rule that raises, or that answers anything but False, makes the call wait: it fails closed. This model writes a draft, then asks for a mail. With your rule, only the mail should wait. Let the draft go to another folder: what waits now?

# %%
registry = ToolRegistry()
for tool in [*file_tools(folder), Tool(email_plan_to_me)]:       # wait
    registry.add(tool, needs_approval=lambda arguments, name=tool.name:
                 my_rule(name, arguments))

draft = {"file_path": "drafts/plan.md", "content": "SQL first.\n"}
script = [assistant("", [call("write_file", draft, "c1")]), mail("c2", "2026-12-10")]
agent = Agent(registry, model=ScriptedModel(script), approve="ask")
if lesson.passed("09.5"):
    run = agent.ask("Write a draft, then mail me the plan.")
    print("waits:", [one.name for one in run.pending])

# %% [markdown] claims=["The panel said no, and the file did not change."]
# ### Run: the same with buttons
#
# `ApprovalPanel` shows a run that waits: the effect, and the buttons Approve, Reject and Stop. A fourth button says "Approve every call of write_file in this run". It says yes to writes that you have not seen: the danger of "Why?" in Part 3, until this run ends. Take it only where you need not see the next call, such as for a tool that only reads. For writes it is not for you.
#
# Here waits the write with the wrong day. Decide with a click. The cell ends at once, and the notebook does not wait for you.
#
# Code can click too, as a test does: before your panel comes, `robot` says no on another one. `settled` waits until its run has ended, or waits again. The audit log tells what was shown, who decided, and what came of it. A click in a panel counts as a person's. Here the robot plays the person, so the log says "person".

# %%
before = dates.read_text()
robot = ApprovalPanel(writing("ask"), arm=0)
robot.reason.value = "The exam is on 2026-12-10."
robot.reject.click()
run = await robot.settled()

lesson.claim("The panel said no, and the file did not change.",
             dates.read_text(), before)
run.audit(times=False)

# %%
ApprovalPanel(writing("ask"))

# %% [markdown] claims="none"
# ## Recap
#
# | you can now | because |
# |---|---|
# | **find** an unsafe approval | what was shown and what ran must be the same |
# | **write** a gate that is bound to one call | a yes belongs to one fingerprint, and is used once |
# | **resume** a run after a crash | started without done may have happened: a person is asked |
#
# In `studybuddy` this is `needs_approval`, `run.pending`, `run.approve`, `Run.load` and `ApprovalPanel`. The package also binds a yes to the true effect: if the file changed since you saw the diff, it asks again. In lesson 10 you attack an agent.
#
# **Explain it to a friend:** why is "Are you sure?" no approval?

# %%
lesson.finish("09")
