"""The doctor finds what is broken, offers one fix for it, and shows no keys."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from studybuddy import environment
from studybuddy.workbook import doctor

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder as the current one, with no setting in the process."""
    for name in (*environment.NAMES, *environment.PROCESS_ONLY):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def one(findings, state):
    """The one finding with this state."""
    found = [finding for finding in findings if finding.state == state]
    assert len(found) == 1, findings
    return found[0]


def test_this_installation_is_in_order():
    done = subprocess.run([sys.executable, "-m", "studybuddy", "doctor"], cwd=ROOT,
                          capture_output=True, text=True, encoding="utf-8", timeout=100)
    assert done.returncode == 0, done.stdout
    assert "Wrong" not in done.stdout.replace("Wrong: 0", "")
    for topic in ("Python", "Packages", "JupyterLab", "Kernel", "Lessons", "Folder", "Loopback",
                  "Settings", "Model"):
        assert f"ok       {topic}" in done.stdout, done.stdout
    assert "because STUDYBUDDY_MODEL is practice" in done.stdout


def test_a_broken_pin_fails_with_the_command_that_repairs(tmp_path, monkeypatch):
    pins = tmp_path / "my pins.txt"
    pins.write_text("# a comment\n-e .\npytest==1.0\nno-such-package-here==2 # why\n"
                    "missing-elsewhere==1 ; python_version < '3'\ntyper>=0.1\n")
    finding = doctor.packages(pins)
    assert finding.state == "wrong"
    assert f"pytest is {pytest.__version__}, wanted ==1.0" in finding.text
    assert "no-such-package-here is missing" in finding.text
    assert "missing-elsewhere" not in finding.text
    assert "typer" not in finding.text
    assert finding.fix == f'{doctor.pip()} install -r "{pins}"'
    assert "wrong    Packages" in doctor.report([finding])


def test_without_pins_the_ranges_of_the_package_count(monkeypatch):
    monkeypatch.setattr(doctor, "pins_file", lambda: None)
    assert doctor.packages().state == "ok"
    assert {one.name for one in doctor.own_requirements()} >= {"pydantic", "typer"}
    assert "jupyterlab" not in {one.name for one in doctor.own_requirements()}
    monkeypatch.setattr(doctor, "own_requirements",
                        lambda: doctor.read_requirements(["pytest<2"]))
    assert doctor.packages().state == "wrong"


@pytest.mark.parametrize(("version", "state"), [
    ((3, 11, 0), "ok"), ((3, 14, 1), "ok"), ((3, 15, 0), "warning")])
def test_python(monkeypatch, version, state):
    monkeypatch.setattr(sys, "version_info", version)
    assert doctor.python().state == state


@pytest.mark.parametrize(("argv", "words"), [
    ([sys.executable, "-c", "raise SystemExit('kernel broken here')"], "kernel broken here"),
    (["/no/such/python"], "does not start"),
])
def test_a_broken_kernel_is_found(tmp_path, monkeypatch, argv, words):
    kernel = tmp_path / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps(
        {"argv": argv, "display_name": "x", "language": "python"}))
    monkeypatch.setattr(doctor, "kernel_folder", lambda: str(tmp_path))
    finding = doctor.kernel(seconds=10)
    assert finding.state == "wrong"
    assert words in finding.text
    assert "ipykernel" in finding.fix


def test_a_kernel_of_the_home_folder_does_not_get_in_the_way(tmp_path, monkeypatch):
    kernel = tmp_path / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps(
        {"argv": ["/no/such/python"], "display_name": "x", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    assert doctor.kernel().state == "ok"


@pytest.mark.parametrize(("lessons", "state"), [(True, "wrong"), (False, "warning")])
def test_without_jupyterlab_only_lessons_are_lost(monkeypatch, lessons, state):
    monkeypatch.setitem(sys.modules, "jupyterlab", None)
    monkeypatch.setattr(doctor, "find_project", lambda: ROOT if lessons else None)
    finding = doctor.jupyterlab()
    assert finding.state == state
    assert finding.fix == f"{doctor.pip()} install jupyterlab"


def test_a_folder_that_cannot_be_written(folder, monkeypatch):
    monkeypatch.setattr(doctor, "find_project", lambda: folder)
    assert doctor.folder().state == "wrong"  # there is no notebooks folder to write in
    (folder / "notebooks").mkdir()
    assert doctor.folder().state == "ok"
    assert list((folder / "notebooks").iterdir()) == []


def test_settings_names_without_values(folder):
    (folder / ".env").write_text("GEMINI_API_KEY=AIza-secret\nLLM_MODEL=\nSMTP_PORT=587\n")
    findings = doctor.settings()
    assert [finding.state for finding in findings] == ["ok"]
    assert findings[0].text == f"{folder / '.env'} sets GEMINI_API_KEY, SMTP_PORT"


@pytest.mark.parametrize(("line", "text", "fix"), [
    ("GEMINI_KEY=secret", "does not know the name GEMINI_KEY", "GEMINI_API_KEY"),
    ("gemini_api_key=secret", "does not know the name gemini_api_key", "GEMINI_API_KEY"),
    ("STUDYBUDDY_MODEL=secret", "does not count in a file", "in the shell"),
    ("LLM_API_KEY=<secret>", "blank or a bracket", "LLM_API_KEY="),
    ("GEMINI_API_KEY='my secret'", "blank or a bracket", "GEMINI_API_KEY="),
    ("LLM_BASE_URL=secret/v1", "no address", "http://"),
    ("my secret", "Line 1", ".env"),
    ("LLM_MODEL=secret", "set in the shell too", "Remove LLM_MODEL"),
])
def test_what_is_odd_in_a_file(folder, monkeypatch, line, text, fix):
    (folder / ".env").write_text(line + "\n")
    monkeypatch.setenv("LLM_MODEL", "other")
    finding = one(doctor.settings(), "warning")
    assert text in finding.text
    assert fix in finding.fix
    assert "secret" not in doctor.report(doctor.settings())


def test_names_of_other_programs_are_no_matter(folder):
    (folder / ".env").write_text("DATABASE=x\nDEBUG=1\n")
    assert [finding.state for finding in doctor.settings()] == ["ok"]


def test_a_file_that_windows_renamed(folder):
    (folder / ".env.txt").write_text("A=1\n")
    assert "without .txt" in one(doctor.settings(), "warning").fix


def test_the_model(folder, monkeypatch):
    assert doctor.model().state == "ok"
    assert "no key is set" in doctor.model().text
    monkeypatch.setenv("STUDYBUDDY_MODEL", "parrot")
    finding = doctor.model()
    assert finding.state == "wrong"
    assert "parrot" in finding.text
    assert finding.fix


def test_a_check_that_breaks_is_a_finding_and_the_others_go_on(monkeypatch):
    monkeypatch.setitem(sys.modules, "packaging.requirements", None)
    findings = {finding.topic: finding for finding in doctor.examine(quick=True)}
    assert findings["Packages"].state == "wrong"
    assert "packaging" in findings["Packages"].text
    assert "install --force-reinstall" in findings["Packages"].fix
    assert findings["Loopback"].state == "ok"


def test_everything_wrong_has_a_fix_and_fails(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "studybuddy", "doctor", "--quick"], cwd=tmp_path, timeout=60,
        capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, "STUDYBUDDY_MODEL": "parrot"})
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    wrong = [number for number, line in enumerate(lines) if line.startswith("wrong ")]
    assert len(wrong) == 1
    assert lines[wrong[0] + 1].strip().startswith("Fix: ")
    assert lines[-1].startswith("Wrong: 1.")
    assert "Kernel" not in done.stdout
