"""The command line, as real processes: what is printed where, exit codes, and who may act."""

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from studybuddy import cli
from studybuddy.workbook import lab

QUESTION = "what is 15% of 2,480?"

# `studybuddy` with a model that asks for one action, and a tool that leaves a mark in the folder.
ACTION = textwrap.dedent("""
    import pathlib, sys
    from studybuddy import cli, defaults, models
    from studybuddy.messages import assistant, call
    from studybuddy.models.scripted import ScriptedModel

    def pay(who: str, amount: float) -> dict:
        "Pay money."
        pathlib.Path("paid.txt").write_text(f"{who} {amount}")
        return {"paid": amount}

    defaults.registry.add(pay, needs_approval=True)
    models.choose = lambda name: ScriptedModel([
        assistant(tool_calls=[call("pay", {"who": "A\\x1b[2KB", "amount": 5}, "c1")]),
        lambda messages: "The tool said: " + messages[-1]["content"]])
    cli.main()
""")


def run(*arguments, cwd=None, stdin="", script=None, **variables):
    """`studybuddy` with these arguments as a child process; gives its CompletedProcess."""
    how = ["-c", script] if script else ["-m", "studybuddy"]
    return subprocess.run(
        [sys.executable, *how, *arguments], cwd=cwd, input=stdin, capture_output=True, text=True,
        encoding="utf-8", timeout=60, env={**os.environ, "PYTHONIOENCODING": "utf-8", **variables})


def test_the_answer_alone_is_on_standard_output(tmp_path):
    done = run("ask", QUESTION, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "372" in done.stdout
    assert "calculator" not in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_verbose_shows_the_call_and_its_result(tmp_path):
    done = run("ask", QUESTION, "--verbose", cwd=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("request  1: ")
    assert lines[1] == " - Calling function: calculator"
    assert json.loads(lines[2]) == {"expression": "15 / 100 * 2480"}
    assert json.loads(lines[3].removeprefix("-> "))["result"] == 372
    assert lines[4].startswith("request  2: ")
    assert lines[5] == "tokens   0 in, 0 out, 0 in all"
    assert lines[6] == "Final response:"
    assert "372" in "\n".join(lines[7:])


def test_words_without_quotes_are_one_question(tmp_path):
    assert "372" in run("ask", *QUESTION.rstrip("?").split(), cwd=tmp_path).stdout


def test_a_question_from_standard_input(tmp_path):
    assert "372" in run("ask", "-", stdin=QUESTION + "\n", cwd=tmp_path).stdout


@pytest.mark.parametrize(("arguments", "stdin", "words"), [
    (["ask", ""], "", "empty"),
    (["ask", " \t"], "", "empty"),
    (["ask", "-"], "", "empty"),
    (["ask", "x" * (cli.MAX_QUESTION + 1)], "", "too long"),
    (["ask", "-"], "x" * 1_000_000, "too long"),
    (["ask", "hello", "--notes", "here"], "", "nothing at here"),
    (["ask", "hello", "--workdir", "here"], "", "does not exist"),
    (["ask", "hello", "--workdir", ""], "", "--workdir is empty"),
    (["ask", "hello", "--model", "gpt"], "", "gpt"),
    (["ask"], "", "QUESTION"),
    (["fly"], "", "fly"),
])
def test_wrong_use_is_one_sentence_and_code_2(arguments, stdin, words):
    done = run(*arguments, stdin=stdin)
    assert done.returncode == cli.WRONG_USE
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_model_that_cannot_be_had_is_code_1():
    done = run("ask", QUESTION, STUDYBUDDY_MODEL="parrot")
    assert done.returncode == cli.NOT_ANSWERED
    assert "parrot" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_named_model_wins_over_the_environment():
    assert "372" in run("ask", QUESTION, "--model", "practice", STUDYBUDDY_MODEL="parrot").stdout


def test_an_old_code_page_ends_nothing(tmp_path):
    script = ACTION.replace("The tool said: ", "\\u20b9\\u092a ")
    done = run("ask", "x", "--yes", cwd=tmp_path, script=script, PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert done.stdout.startswith("Final response:\n??")


def test_a_reader_that_went_away_is_no_traceback():
    child = subprocess.Popen([sys.executable, "-m", "studybuddy", "ask", QUESTION],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    child.stdout.close()
    assert child.stderr.read() == ""
    child.stderr.close()
    assert child.wait(30) != 0


def shell(command, **variables):
    """A command of the shell in which `$STUDY` is `studybuddy`: for redirections."""
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, encoding="utf-8", timeout=60,
        env={**os.environ, "STUDY": f"{sys.executable} -m studybuddy", **variables})


needs_bash = pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt",
                                reason="there is no POSIX shell")


@needs_bash
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", ["ask 'what is 2 + 2?' -v", "--help"])
def test_a_full_disk_is_one_line_and_code_1(arguments):
    done = shell(f"$STUDY {arguments} > /dev/full")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("The output could not be written: No space left")
    assert "Traceback" not in done.stderr and "Warning" not in done.stderr


@needs_bash
def test_a_reader_that_reads_nothing_is_no_fault():
    done = shell("$STUDY ask 'what is 2 + 2?' -v | head -c 0; exit ${PIPESTATUS[0]}")
    assert done.returncode in (0, 1)  # head may go before or after the answer is written
    assert "Traceback" not in done.stderr and "Warning" not in done.stderr


@needs_bash
def test_a_closed_standard_input():
    done = shell("$STUDY ask - <&-")
    assert (done.returncode, done.stderr) == (
        2, "Standard input is closed, so no question can be read from it.\n")


@needs_bash
def test_with_standard_input_closed_an_action_is_refused(tmp_path):
    (tmp_path / "action.py").write_text(ACTION)
    done = shell(f"cd '{tmp_path}'; '{sys.executable}' action.py ask pay <&-")
    assert done.returncode == cli.NOBODY_TO_ASK
    assert "no terminal" in done.stdout and "--yes" in done.stderr
    assert not (tmp_path / "paid.txt").exists()


def test_a_wrong_today_is_one_sentence_and_code_2():
    done = run("ask", "hello", STUDYBUDDY_TODAY="banana")
    assert done.returncode == cli.WRONG_USE
    assert len(done.stderr.splitlines()) == 1
    assert "STUDYBUDDY_TODAY is wrong" in done.stderr and "YYYY-MM-DD" in done.stderr


@pytest.mark.parametrize("question", ["-5 + 3", "-(2 + 3)"])
def test_a_question_that_begins_with_a_minus_sign(question):
    done = run("ask", "--verbose", question)
    assert done.returncode == cli.WRONG_USE
    assert done.stderr.rstrip().endswith(f'Write: studybuddy ask -- "{question}"')


def test_behind_two_dashes_all_is_question():
    assert "-2" in run("ask", "--", "-5 + 3").stdout
    assert "No such option" in run("ask", "--verbos", "hello").stderr


def test_help_and_version_load_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "studybuddy", "ask", "--help"],
        capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert "Exit codes: 0 answered" in done.stdout
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "typer" in loaded
    assert loaded.isdisjoint({"rich", "jupyterlab", "openai", "studybuddy.agent"})
    assert run("--version").stdout == f"studybuddy {cli.__version__}\n"


# -- actions -------------------------------------------------------------------------------------

def test_without_a_terminal_an_action_is_refused(tmp_path):
    done = run("ask", "pay", cwd=tmp_path, script=ACTION, stdin="yes\n")
    assert done.returncode == cli.NOBODY_TO_ASK
    assert "no terminal" in done.stdout  # the model was told why
    assert "--yes" in done.stderr
    assert not (tmp_path / "paid.txt").exists()


def test_yes_allows(tmp_path):
    done = run("ask", "pay", "--yes", cwd=tmp_path, script=ACTION, STUDYBUDDY_APPROVE="reject")
    assert done.returncode == 0
    assert (tmp_path / "paid.txt").exists()


@pytest.mark.parametrize(("policy", "code", "paid"), [
    ("approve", 0, True), ("reject", 0, False), ("ask", cli.NOBODY_TO_ASK, False),
    ("always", cli.WRONG_USE, False)])
def test_the_policy_of_the_environment(tmp_path, policy, code, paid):
    done = run("ask", "pay", cwd=tmp_path, script=ACTION, STUDYBUDDY_APPROVE=policy)
    assert done.returncode == code
    assert (tmp_path / "paid.txt").exists() is paid


@pytest.fixture
def terminal(tmp_path, monkeypatch):
    """Starts ACTION in a real terminal, asked for the action already."""
    pexpect = pytest.importorskip("pexpect", reason="terminals are tested on Linux and macOS")
    monkeypatch.chdir(tmp_path)
    child = pexpect.spawn(sys.executable, ["-c", ACTION, "ask", "pay"], timeout=30,
                          encoding="utf-8")
    child.expect_exact("Allow it?")
    yield child
    child.close(force=True)


def end_of(child):
    """What the child still says, and its exit code."""
    import pexpect

    child.expect(pexpect.EOF)
    child.wait()  # else it gets a hang-up when it is slow to end
    return child.before, child.exitstatus


def test_a_person_reads_what_would_happen(terminal):
    asked = terminal.before
    assert "pay" in asked
    assert 'who: "A\\u001b[2KB"' in asked  # not a code that repaints the line
    assert "amount: 5" in asked
    assert "\x1b" not in asked


@pytest.mark.parametrize("word", ["yes", "Y"])
def test_a_yes_in_the_terminal_runs_it(terminal, tmp_path, word):
    terminal.sendline(word)
    text, code = end_of(terminal)
    assert code == 0
    assert '"paid"' in text
    assert (tmp_path / "paid.txt").exists()


@pytest.mark.parametrize("word", ["no", "", "yes please", "approve"])
def test_anything_else_rejects_and_the_reason_arrives(terminal, tmp_path, word):
    terminal.sendline(word)
    terminal.expect_exact("Why not?")
    terminal.sendline("too much")
    text, code = end_of(terminal)
    assert code == 0
    assert "too much" in text.partition("The tool said")[2]
    assert not (tmp_path / "paid.txt").exists()


def test_the_end_of_input_rejects(terminal, tmp_path):
    terminal.sendeof()
    terminal.expect_exact("Why not?")
    terminal.sendeof()
    assert end_of(terminal)[1] == 0
    assert not (tmp_path / "paid.txt").exists()


def test_ctrl_c_at_the_question_stops_and_does_nothing(terminal, tmp_path):
    terminal.sendintr()
    text, code = end_of(terminal)
    assert code == cli.INTERRUPTED
    assert "Stopped." in text
    assert "Traceback" not in text
    assert not (tmp_path / "paid.txt").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for one process")
@pytest.mark.parametrize("wait", ["time.sleep(30)", "eval('time.sleep(30)')"])
def test_ctrl_c_while_the_model_thinks(tmp_path, wait):
    (tmp_path / "slow.py").write_text(textwrap.dedent("""
        import time
        from studybuddy import cli, models
        class Slow:
            def complete(self, messages, tools, **options):
                print("thinking", flush=True)
                WAIT
        models.choose = lambda name: Slow()
        cli.main()
    """).replace("WAIT", wait))
    child = subprocess.Popen([sys.executable, "-m", "slow", "ask", "x"], text=True, cwd=tmp_path,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout.readline() == "thinking\n"
    started = time.monotonic()
    child.send_signal(signal.SIGINT)
    _, words = child.communicate(timeout=20)
    assert child.returncode == cli.INTERRUPTED
    assert words.strip() == "Stopped."
    assert time.monotonic() - started < 5


def test_what_could_deceive_is_made_visible():
    text = "a\x1b[31mb\x9bc\r\n\td\u202ee\u200b \u0915\u094d\u200d\u0937 \U0001f469\u200d\U0001f4bb"
    assert cli.printable(text) == ("a<U+001B>[31mb<U+009B>c<U+000D>\n\td<U+202E>e<U+200B> "
                                   "\u0915\u094d\u200d\u0937 \U0001f469\u200d\U0001f4bb")


# -- lab -----------------------------------------------------------------------------------------

def test_lab_without_lessons_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "LESSON", tmp_path / "nowhere.ipynb")
    with pytest.raises(lab.LabError, match="not part of the installed package"):
        lab.start([])


def test_lab_without_jupyterlab_says_so():
    done = run("lab", script="import sys; sys.modules['jupyterlab'] = None\n"
                             "from studybuddy.cli import main; main()")
    assert done.returncode == 1
    assert "-m pip install" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_learners_options_win(tmp_path):
    line = lab.arguments(tmp_path, ["--port", "9999", "--notebook-dir=/x", "--debug"])
    assert line[-4:] == ["--port", "9999", "--notebook-dir=/x", "--debug"]
    assert not any(option.startswith(("--ServerApp.root_dir", "--Application.log_level"))
                   for option in line)
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in line


@pytest.mark.parametrize("root", [True, False])
def test_allow_root_only_for_root(tmp_path, monkeypatch, root):
    monkeypatch.setattr(lab, "is_root", lambda: root)
    assert ("--allow-root" in lab.arguments(tmp_path, [])) is root
    assert lab.arguments(tmp_path, ["--allow-root"]).count("--allow-root") == 1


def test_the_project_is_found_from_below(tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "LESSON", lab.Path("notebooks", "99_of_this_test.ipynb"))
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "99_of_this_test.ipynb").write_text("{}")
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert lab.find_project(tmp_path / "a" / "b") == tmp_path
    monkeypatch.setattr(lab, "LESSON", lab.Path("notebooks", "98_nowhere.ipynb"))
    assert lab.find_project(tmp_path / "a" / "b") is None


@pytest.mark.parametrize("option", ["--version", "--help-all"])
def test_lab_says_that_it_starts_only_where_it_does(option):
    done = run("lab", option)
    assert done.returncode == 0 and done.stdout.strip()
    assert "JupyterLab starts" not in done.stderr + done.stdout
