"""Values as a card shows them."""

from studybuddy.workbook import values


def test_of_a_traceback_only_the_name_of_the_file_is_shown():
    trace = 'Traceback:\n  File "/somewhere/of mine/x.py", line 3'
    assert values.clipped(trace) == 'Traceback: File "x.py", line 3'
    assert "somewhere" not in values.shown({"error": trace})
    assert values.clipped('File "C:\\mine\\x.py"') == 'File "x.py"'
    assert values.clipped("a/b is 3/4") == "a/b is 3/4"
