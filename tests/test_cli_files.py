"""`studybuddy ask --workdir`, as real processes: the file tools, who may act, which folder."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from studybuddy import cli, practice
from studybuddy.workbook.bug import plant
from tests.practice.test_files import BUG, CALCULATOR, texts
from tests.test_cli import end_of, run

RESULT = re.compile(r"^-> (.*)$", re.MULTILINE)


@pytest.fixture(scope="module", autouse=True)
def unchanged():
    """The calculator of the project is the same after all of this."""
    before = texts(CALCULATOR)
    yield
    assert texts(CALCULATOR) == before


@pytest.fixture
def place(tmp_path):
    """A folder with a copy of the calculator in it."""
    shutil.copytree(CALCULATOR, tmp_path / "calculator",
                    ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def ask(place, question, *options, **variables):
    return run("ask", question, "--workdir", "calculator", *options, cwd=place, **variables)


def called(output):
    """The tools in the order of the verbose lines."""
    return re.findall(r"^ - Calling function: (\w+)$", output, re.MULTILINE)


@pytest.mark.parametrize(("sign", "question", "line"), [
    ("+", BUG, "now gives 17 for 3 + 7 * 2"),
    ("/", "Fix the bug: 9 - 6 / 3 should equal 7, not 1. Use the calculator to verify.",
     "now gives 7 for 9 - 6 / 3"),
])
def test_the_agent_repairs_the_calculator(place, sign, question, line):
    right = texts(place)
    plant(place / "calculator", sign)
    done = ask(place, question, "--verbose", "--yes")
    assert (done.returncode, texts(place)) == (0, right), done.stderr
    assert called(done.stdout) == [
        "get_files_info", "get_files_info", "get_file_content", "run_python_file", "write_file",
        "run_python_file", "run_python_file"]
    results = RESULT.findall(done.stdout)
    assert len(results) == 7
    assert json.loads(results[-1])["return_code"] == 0
    assert re.search(r"^tokens +\d+ in, \d+ out, \d+ in all$", done.stdout, re.MULTILINE)
    answer = done.stdout.rpartition("Final response:\n")[2]
    assert line in answer and "tests.py passes" in answer


def test_without_a_terminal_nothing_is_written_or_run(place):
    plant(place / "calculator")
    before = texts(place)
    done = ask(place, BUG, "--verbose")
    assert done.returncode == cli.NOBODY_TO_ASK
    assert texts(place) == before
    assert "write_file" not in called(done.stdout)
    assert "no terminal" in done.stdout and "--yes" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="terminals are tested on Linux and macOS")
@pytest.mark.parametrize("answers", [("yes", "yes"), ("yes", "no")])
def test_a_person_sees_the_change_and_decides(place, answers):
    pexpect = pytest.importorskip("pexpect")
    right = texts(place)
    plant(place / "calculator", "*")
    wrong = texts(place)
    child = pexpect.spawn(
        sys.executable, ["-m", "studybuddy", "ask", BUG, "--workdir", "calculator"],
        cwd=place, timeout=30, encoding="utf-8", env={**os.environ, "NO_COLOR": "1"})
    try:
        child.expect_exact("Allow it?")
        assert "main.py" in child.before and "3 + 7 * 2" in child.before
        child.sendline(answers[0])
        child.expect_exact("Allow it?")
        assert '-            "*": 1,' in child.before and '+            "*": 2,' in child.before
        child.sendline(answers[1])
        if answers[1] == "no":
            child.expect_exact("Why not?")
            child.sendline("I do it myself")
            text, code = end_of(child)
            assert "I do it myself" in text and "I have changed nothing" in text
            assert (code, texts(place)) == (0, wrong)
        else:
            for _ in range(2):
                child.expect_exact("Allow it?")
                child.sendline("yes")
            text, code = end_of(child)
            assert "now gives 17" in text and "tests.py passes" in text
            assert (code, texts(place)) == (0, right)
    finally:
        child.close(force=True)


@pytest.mark.parametrize(("question", "says"), [
    ("Calculate 3 + 5 using calculator/main.py", "3 + 5 = 8"),
    ("What's the result of 2 * 3 - 8 / 2 + 5? Use calculator/main.py to compute it.", "= 7"),
    ("What operators does the calculator support? Read calculator/pkg/calculator.py to find out.",
     "+ - * / % **"),
])
def test_the_questions_of_the_tutorial(place, question, says):
    done = ask(place, question, "--verbose", "--yes")
    assert done.returncode == 0
    first, second = RESULT.findall(done.stdout)  # a long result is cut
    name = question.partition("calculator/")[2].split()[0]
    assert f'"{name}"' in json.loads(first)["error"] and '"error"' not in second
    assert says in done.stdout.rpartition("Final response:\n")[2]


def test_the_same_over_http(place):
    right = texts(place)
    plant(place / "calculator")
    server = practice.serve()
    try:
        done = ask(place, BUG, "--verbose", "--yes", "--model", "openai", LLM_MODEL="m",
                   LLM_BASE_URL=server.openai_base_url, LLM_API_KEY=server.key)
    finally:
        server.stop()
    assert (done.returncode, texts(place)) == (0, right), done.stderr
    assert "now gives 17 for 3 + 7 * 2" in done.stdout
    assert int(re.search(r"^tokens +([\d,]+) in", done.stdout, re.M)[1].replace(",", "")) > 100


def test_file_tools_exist_only_with_a_folder(place):
    assert "get_files_info" not in run("ask", "list the files", "--verbose", cwd=place).stdout
    assert "372" in ask(place, "what is 15% of 2,480?").stdout  # the other tools are there too


# Which folder -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("folder", "words"), [
    ("nowhere", "does not exist"), ("calculator/old", "does not exist"),
    ("calculator/main.py", "is a file"),
    ("/", "the whole system"), ("~", "holds your home folder"), ("~/..", "holds your home folder"),
    ("a" * 5_000, "cannot be opened|does not exist"),
])
def test_a_folder_that_cannot_be_worked_in_is_one_sentence(place, folder, words):
    home = place / "people" / "me"
    home.mkdir(parents=True)
    if folder == "/":
        folder = Path(place.anchor)
    folder = str(folder).replace("~", str(home))
    done = run("ask", "list the files", "--workdir", folder, cwd=place, HOME=str(home),
               USERPROFILE=str(home))
    assert (done.returncode, done.stdout) == (cli.WRONG_USE, "")
    assert re.search(words, done.stderr) and len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_folder_in_the_home_folder_is_right(place):
    assert "main.py" in ask(place, "list the files", HOME=str(place), USERPROFILE=str(place)).stdout


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own on Windows")
def test_a_link_to_the_home_folder_is_the_home_folder(place):
    (place / "me").mkdir()
    (place / "link").symlink_to(place / "me")
    done = run("ask", "list the files", "--workdir", "link", cwd=place, HOME=str(place / "me"))
    assert done.returncode == cli.WRONG_USE and "home folder" in done.stderr


def test_settings_in_the_folder_do_not_count(place):
    """A model could write them: they must not choose who answers, nor be read by it."""
    here = place / "calculator"
    (here / ".env").write_text("LLM_BASE_URL=http://127.0.0.1:9/v1\nLLM_API_KEY=secret-1\n")
    done = run("ask", "list the files", "--workdir", ".", "--verbose", cwd=here,
               STUDYBUDDY_MODEL="auto")
    assert done.returncode == 0
    assert "practice model" in done.stdout
    assert ".env" not in done.stdout
    done = run("ask", "read .env", "--workdir", ".", "--verbose", cwd=here)
    assert "stay closed" in done.stdout and "secret-1" not in done.stdout + done.stderr

