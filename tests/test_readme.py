"""What README says is true: its Python prints what stands there, its commands are whole."""

import csv
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from studybuddy import cli, history
from studybuddy.workbook import define
from studybuddy.workbook.source import source_files

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)
# In a list, set in by two blanks.
INDENTED = [(kind, re.sub("^  ", "", text, flags=re.MULTILINE)) for kind, text in re.findall(
    r"^  ```(\w+)\n(.*?)^  ```", README, flags=re.DOTALL | re.MULTILINE)]
PYTHON = [text for kind, text in BLOCKS if kind == "python"]
SHELL = [line for kind, text in BLOCKS if kind == "bash" for line in text.splitlines()]

INSTALL = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"


@pytest.mark.parametrize("code", PYTHON)
def test_python_prints_what_is_written_beside_it(code, tmp_path):
    """Comments `# -> text` stand behind a print and are its whole output."""
    promised = re.findall(r"print\(.*\)  # -> (.*)", code)
    assert promised
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True,
                          text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == promised


def test_the_two_commands_are_whole_and_for_both_systems():
    assert f"{INSTALL} && .venv/bin/studybuddy lab" in SHELL
    assert f"{INSTALL} && .venv/bin/pytest" in SHELL
    windows = [text for kind, text in BLOCKS if kind == "powershell"]
    assert "".join(windows).count(r".venv\Scripts\pip install -r requirements.txt") == 2


def test_the_ask_example_answers_what_is_shown(tmp_path):
    block = next(text for kind, text in BLOCKS if kind == "console")
    command, *shown = block.strip().splitlines()
    words = shlex.split(command.removeprefix("$ "))
    assert words[0] == ".venv/bin/studybuddy"
    done = subprocess.run([sys.executable, "-m", "studybuddy", *words[1:]], cwd=tmp_path,
                          capture_output=True, text=True, encoding="utf-8", timeout=60,
                          env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    assert done.stdout.splitlines() == shown
    assert done.returncode == 0


PAGES = {name: (ROOT / name).read_text(encoding="utf-8")
         for name in ("README.md", "CONTRIBUTING.md", "AGENTS.md")}


def anchors(page):
    """The headings of a page in the form of a link, as code hosts make them."""
    without_code = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    heads = re.findall(r"^#+ (.*)$", without_code, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", PAGES[name])
    assert links
    for link in links:
        file, _, anchor = link.partition("#")
        assert (ROOT / (file or name)).exists(), link
        assert not anchor or anchor in anchors(PAGES[file or name]), link


def test_the_contents_name_every_section():
    contents = README.partition("\n## ")[0]
    sections = re.findall(r"^## (.*)$", README, re.MULTILINE)
    # Both on safety stand under one name; the last section is the way to CONTRIBUTING.
    unnamed = {"What holds a program that a model wrote", "For maintainers"}
    assert {head for head in sections
            if f"(#{head.lower().replace(' ', '-')})" not in contents} == unnamed


def test_the_picture_is_small_and_described():
    alt, place = re.search(r"!\[([^\]]+)\]\(([^)]+)\)", README).groups()
    data = (ROOT / place).read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) < 200_000
    assert len(alt.split()) > 20


def test_the_table_of_lessons_is_the_lessons():
    rows = re.findall(r"^\| (\d\d) \| \[(.*?)\]\((.*?)\) \| (.*?) \| (\d+) \|$", README,
                      re.MULTILINE)
    assert [row[0] for row in rows] == define.numbers()
    made = {path.stem[:2]: path for path in source_files(ROOT)}
    for number, title, link, builds, minutes in rows:
        lesson = define.load(number)
        assert title == lesson.title[:1].upper() + lesson.title[1:]
        assert int(minutes) == lesson.minutes and builds
        if number in made:  # a lesson may be defined before its text is written
            assert link == f"notebooks/{made[number].stem}.ipynb"
            assert f"# Lesson {number}: {title}\n" in made[number].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_every_command_and_option_exists(name):
    """`studybuddy word --option` in a page is a command with that option."""
    import typer.main

    commands = typer.main.get_command(cli.app).commands
    found = re.findall(r"(?<![\w-])(?:bin/|Scripts\\)?studybuddy ([a-z]+)\b([^`\n|]*)", PAGES[name])
    assert found
    for word, rest in found:
        if word not in commands:
            assert not rest.strip().startswith("-"), f"studybuddy {word}"
            continue
        known = {option for one in commands[word].params for option in one.opts}
        # JupyterLab's own go through `lab`.
        options = set(re.findall(r"(?<!\S)(-{1,2}[a-z][\w-]*)", rest)) - {"--help"}
        assert word == "lab" or options <= known, f"studybuddy {word}{rest}"


def test_figures_of_the_package():
    assert f"Over {history.MAX_SENT:,} characters" in README


def test_the_workflow_runs_the_same_commands_on_three_systems():
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert f"run: {INSTALL} && .venv/bin/pytest\n" in text
    windows = next(block for kind, block in BLOCKS if kind == "powershell" and "pytest" in block)
    for line in windows.splitlines():
        assert f"          {line}\n" in text
    assert "[ubuntu-latest, macos-latest, windows-latest]" in text
    assert "Not run yet" in text


def test_the_commands_for_nbgrader_work(tmp_path):
    """README's lines in a shell, for one lesson, and then what becomes of an empty hand-in."""
    pytest.importorskip("nbgrader")
    if os.name == "nt":
        pytest.skip("README's lines are for a POSIX shell")
    lines = next(text for kind, text in INDENTED if "nbgrader" in text).split("\n")[1:]
    script = "\n".join(lines).replace(".venv/bin/studybuddy", f"{sys.executable} -m studybuddy")
    script = script.replace("--teacher course", f"--teacher {tmp_path / 'course'} 00")
    script = script.replace("cd course", f"cd {tmp_path / 'course'}")
    script = script.replace("$PWD/.venv/bin", os.path.dirname(sys.executable))
    graded = ("mkdir -p submitted/one && cp -r release/lessons submitted/one/lessons && "
              "nbgrader autograde lessons && nbgrader generate_feedback lessons && nbgrader export")
    environ = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(["bash", "-ec", f"{script}\n{graded}"], cwd=ROOT, env=environ,
                          capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    course = tmp_path / "course"
    assert (course / "release/lessons/img/00_who_runs.svg").is_file()
    assert list((course / "feedback/one/lessons").glob("00_*.html"))
    with (course / "grades.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    checks = len(define.load("00").checks)
    assert (float(row["score"]), float(row["max_score"])) == (0, checks)
