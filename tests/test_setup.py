"""The pins: the same everywhere, installed, and within the ranges of the package."""

import re
import subprocess
import sysconfig
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import studybuddy

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN_LINES = [line for line in REQUIREMENTS if line.strip() and line[0] not in "#-"]
PINS = [Requirement(line) for line in PIN_LINES]
EXTRAS = PROJECT["optional-dependencies"]
# Not pinned: what maintainers install beside, for one comparison each.
UNPINNED = {"authoring"}
DIRECT = [Requirement(line) for line in PROJECT["dependencies"]] + [
    Requirement(line) for name, lines in EXTRAS.items() if name not in UNPINNED for line in lines]


def here(requirement):
    """Whether a requirement counts on this machine."""
    return requirement.marker is None or requirement.marker.evaluate()


def tracked():
    """The files of the project: what Git knows and what it does not ignore."""
    try:
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
            check=True, capture_output=True, text=True, encoding="utf-8").stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a Git checkout")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_every_line_pins_one_version():
    assert "-e ." in REQUIREMENTS
    assert [line for line in REQUIREMENTS if line.startswith("-")] == ["-e ."]
    for pin in PINS:
        assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(pin.specifier)), pin
        assert not pin.url and not pin.extras, pin


def test_a_package_is_pinned_once_on_this_machine():
    names = [canonicalize_name(pin.name) for pin in PINS if here(pin)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("pin", [pin for pin in PINS if here(pin)], ids=lambda pin: pin.name)
def test_the_pin_is_what_is_installed(pin):
    assert f"=={version(pin.name)}" == str(pin.specifier)


def test_conda_gets_the_same_pins():
    lines = (ROOT / "environment.yml").read_text(encoding="utf-8").splitlines()
    start = lines.index("  - pip:")
    assert [line.removeprefix("      - ") for line in lines[start + 1:]] == ["-e .", *PIN_LINES]
    assert "  - python=3.12" in lines[:start]
    assert not (ROOT / "binder").exists()  # Binder would read that instead


def test_what_the_package_asks_for_is_pinned_within_its_ranges():
    for wanted in DIRECT:
        found = [pin for pin in PINS if canonicalize_name(pin.name) == wanted.name.lower()]
        assert found, f"{wanted.name} is not pinned"
        for pin in found:
            pinned = str(pin.specifier).removeprefix("==")
            assert wanted.specifier.contains(pinned), f"{wanted} does not admit {pinned}"


def test_ranges_have_a_lower_and_an_upper_bound():
    for wanted in DIRECT:
        operators = {one.operator for one in wanted.specifier}
        assert ">=" in operators, wanted
        assert "<" in operators or wanted.name == "packaging", wanted


def test_the_pins_are_closed():
    """What a pinned package needs is pinned too, so that nothing unpinned gets in."""
    from importlib.metadata import requires

    pinned = {canonicalize_name(pin.name) for pin in PINS}
    for pin in filter(here, PINS):
        for line in requires(pin.name) or []:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonicalize_name(needed.name) in pinned, f"{pin.name} needs {needed}"


def test_the_version_stands_in_one_place():
    assert "version" not in PROJECT and PROJECT["dynamic"] == ["version"]
    assert studybuddy.__version__ == version("studybuddy")


def test_the_console_script_is_there():
    script = Path(sysconfig.get_path("scripts"), "studybuddy")
    assert script.exists() or script.with_suffix(".exe").exists()


def test_no_file_names_a_package_registry():
    # In halves, so that this file is not found.
    words = ["--index" + "-url", "--find" + "-links", "pypi" + ".org", "python" + "hosted",
             "registry." + "npmjs", "repo." + "anaconda", "deb." + "debian"]
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace").lower()
        assert [word for word in words if word in text] == [], path


def test_no_file_holds_a_key():
    keys = re.compile(r"AIza[0-9A-Za-z_-]{30,}|\bsk-[0-9A-Za-z_-]{32,}|-----BEGIN [A-Z ]*PRIVATE")
    for path in tracked():
        found = keys.search(path.read_bytes().decode("utf-8", "replace"))
        assert found is None, path


def test_a_learners_own_files_are_ignored():
    own = [".env", "notebooks/progress.json", ".venv/bin/python", "notebooks/outbox/plan.eml",
           "notebooks/.ipynb_checkpoints/00-checkpoint.ipynb"]
    tracked()  # skips where there is no Git
    done = subprocess.run(["git", "check-ignore", *own], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == own
    assert subprocess.run(["git", "check-ignore", "-q", ".env.example"], cwd=ROOT).returncode == 1
