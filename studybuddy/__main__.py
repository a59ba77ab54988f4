"""`python -m studybuddy` is the same as `studybuddy`."""

from studybuddy.importing import leave_current_folder

leave_current_folder()  # before anything else is imported: a model may have written there

from studybuddy.cli import main  # noqa: E402

main()
