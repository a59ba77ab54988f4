"""What README says is true: its Python prints what stands there, its commands are whole."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)
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


def test_links_within_the_project_lead_somewhere():
    links = re.findall(r"\]\((?!https?:|#)([^)]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
