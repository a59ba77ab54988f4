"""Write the pins: each version stands in requirements.txt and is copied from there.

    python .ci/pins.py              environment.yml from requirements.txt
    python .ci/pins.py --resolve    before that: requirements.txt from pyproject.toml, keeping
                                    the pins that still fit (needs uv: `pip install uv`)
    python .ci/pins.py --upgrade    the same with the newest versions
"""

from __future__ import annotations

import argparse
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements.txt"
ENVIRONMENT = ROOT / "environment.yml"
UNPINNED = {"authoring"}  # extras that maintainers install beside, for one comparison each

REQUIREMENTS_HEAD = """\
# All that the lessons and the tests use, every version pinned, for Linux, macOS and Windows
# and Python 3.11 to 3.14. Written by .ci/pins.py, as is environment.yml.
-e .
"""
ENVIRONMENT_HEAD = """\
# The pins of requirements.txt for conda and Binder. Written by .ci/pins.py.
name: studybuddy
channels:
  - conda-forge
dependencies:
  - python=3.12
  - pip
  - pip:
      - -e .
"""


def read_pins(text: str) -> list[str]:
    """The lines of a requirements file that name a package, without comments."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("-")]


def resolve(upgrade: bool) -> list[str]:
    """Pins for everything that pyproject.toml asks for, on every machine (uv's universal mode)."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    command = ["uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11",
               "--no-annotate", "--no-header", "--quiet"]
    for name in extras.keys() - UNPINNED:
        command += ["--extra", name]
    # Only given as constraints, so that uv keeps what still fits.
    kept = "" if upgrade or not REQUIREMENTS.exists() else "\n".join(
        read_pins(REQUIREMENTS.read_text(encoding="utf-8")))
    if kept:
        command += ["--constraints", "-"]
    done = subprocess.run(command, cwd=ROOT, input=kept, text=True, check=True,
                          stdout=subprocess.PIPE)
    return read_pins(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--resolve", action="store_true")
    parser.add_argument("--upgrade", action="store_true")
    options = parser.parse_args()
    if options.resolve or options.upgrade:
        pins = resolve(options.upgrade)
        REQUIREMENTS.write_text(REQUIREMENTS_HEAD + "\n".join(pins) + "\n", encoding="utf-8")
    pins = read_pins(REQUIREMENTS.read_text(encoding="utf-8"))
    ENVIRONMENT.write_text(ENVIRONMENT_HEAD + "".join(f"      - {pin}\n" for pin in pins),
                           encoding="utf-8")
    print(f"{len(pins)} pins in requirements.txt and environment.yml")


if __name__ == "__main__":
    main()
