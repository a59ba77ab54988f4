"""`python -m studybuddy` is the same as `studybuddy`."""

from studybuddy.cli import main

main()
