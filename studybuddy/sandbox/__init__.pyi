# What type checkers and editors read in place of `__init__.py`, where names are loaded when they
# are used.

from studybuddy.sandbox.probing import Probe as Probe
from studybuddy.sandbox.probing import probe as probe
from studybuddy.sandbox.runner import LAYERS as LAYERS
from studybuddy.sandbox.runner import Ran as Ran
from studybuddy.sandbox.runner import run as run

__all__ = ["run", "Ran", "LAYERS", "probe", "Probe"]
