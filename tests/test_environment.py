"""Settings: the process before the file, the nearest file, and nothing written anywhere."""

import os

import pytest

from studybuddy import environment


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder as the current one, with no setting in the process."""
    for name in (*environment.NAMES, *environment.PROCESS_ONLY):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_nearest_file_upwards_counts(folder, monkeypatch):
    (folder / ".env").write_text("LLM_MODEL=far\nLLM_BASE_URL=http://far\n")
    near = folder / "a"
    deep = near / "b" / "c"
    deep.mkdir(parents=True)
    (near / ".env").write_text("LLM_MODEL=near\n")
    monkeypatch.chdir(deep)
    assert environment.get("LLM_MODEL") == "near"
    # One file, not a mixture of all that lie above.
    assert environment.get("LLM_BASE_URL") is None


def test_a_folder_with_the_name_is_passed_over(folder, monkeypatch):
    (folder / ".env").write_text("LLM_MODEL=file\n")
    (folder / "a" / ".env").mkdir(parents=True)
    monkeypatch.chdir(folder / "a")
    assert environment.get("LLM_MODEL") == "file"


def test_the_process_wins_also_when_it_is_empty(folder, monkeypatch):
    (folder / ".env").write_text("GEMINI_API_KEY=from-file\n")
    assert environment.get("GEMINI_API_KEY") == "from-file"
    monkeypatch.setenv("GEMINI_API_KEY", " from-process ")
    assert environment.get("GEMINI_API_KEY") == "from-process"
    monkeypatch.setenv("GEMINI_API_KEY", "")
    assert environment.get("GEMINI_API_KEY", "none") == "none"


def test_policy_is_never_read_from_a_file(folder, monkeypatch):
    (folder / ".env").write_text("".join(f"{name}=approve\n" for name in environment.PROCESS_ONLY))
    assert [environment.get(name) for name in environment.PROCESS_ONLY] == [None] * 4
    monkeypatch.setenv("STUDYBUDDY_APPROVE", "reject")
    assert environment.get("STUDYBUDDY_APPROVE") == "reject"


def test_a_file_where_the_model_writes_does_not_count(folder, monkeypatch):
    work = folder / "work"
    (work / "deep").mkdir(parents=True)
    (work / ".env").write_text("EMAIL_TO=planted@example.org\n")
    (folder / ".env").write_text("EMAIL_TO=me@example.org\n")
    monkeypatch.chdir(work / "deep")
    assert environment.get("EMAIL_TO") == "planted@example.org"
    assert environment.get("EMAIL_TO", outside=work) == "me@example.org"
    # Neither by another name for the same folder.
    assert environment.get("EMAIL_TO", outside=folder / "work" / "deep" / "..") \
        == "me@example.org"


def test_reading_changes_no_environment(folder):
    (folder / ".env").write_text("LLM_API_KEY=k\n")
    before = dict(os.environ)
    assert environment.get("LLM_API_KEY") == "k"
    assert dict(os.environ) == before


def test_an_edit_counts_at_once(folder):
    assert environment.get("LLM_MODEL") is None
    (folder / ".env").write_text("LLM_MODEL=one\n")
    assert environment.get("LLM_MODEL") == "one"
    (folder / ".env").write_text("LLM_MODEL=two\n")
    assert environment.get("LLM_MODEL") == "two"


def test_an_unknown_name_is_a_fault_of_the_program(folder):
    with pytest.raises(KeyError, match="LLM_KEY"):
        environment.get("LLM_KEY")


@pytest.mark.parametrize(("data", "value"), [
    (b"SMTP_PASSWORD=pa$$word${HOME}\n", "pa$$word${HOME}"),
    (b"SMTP_PASSWORD='a b # c'\n", "a b # c"),
    (b'export SMTP_PASSWORD = "x=y"  # mine\r\n', "x=y"),
    (b"\xef\xbb\xbfSMTP_PASSWORD=notepad\n", "notepad"),
    ("SMTP_PASSWORD=powershell\r\n".encode("utf-16"), "powershell"),
    ("SMTP_PASSWORD=schön\n".encode(), "schön"),
    (b"SMTP_PASSWORD=one\nSMTP_PASSWORD=two\n", "two"),
])
def test_forms_that_files_really_have(folder, data, value):
    (folder / ".env").write_bytes(data)
    assert environment.get("SMTP_PASSWORD") == value


@pytest.mark.parametrize(("data", "words"), [
    (b"A=1\nmy key is 123\nB=2\n", "Line 2"),
    (b"A=1\n\n# a comment\nLLM_MODEL\n", "Line 4"),
    (b"\xff\x00\xfe\xfa\x80", "plain text"),
    (b"A=" + b"x" * environment.MAX_BYTES, "larger"),
])
def test_a_broken_file_is_told_without_its_text(folder, data, words):
    (folder / ".env").write_bytes(data)
    file = environment.read_env_file(folder / ".env")
    assert len(file.problems) == 1
    assert words in file.problems[0]
    assert "123" not in file.problems[0]
    assert environment.get("LLM_MODEL") is None  # and nothing raises


def test_a_missing_file_is_told(folder):
    file = environment.read_env_file(folder / "nothing")
    assert file.values == {}
    assert "cannot be read" in file.problems[0]


def test_no_value_is_shown_by_accident(folder):
    (folder / ".env").write_text("LLM_API_KEY=very-secret\n")
    assert "very-secret" not in repr(environment.read_env_file(folder / ".env"))


def test_the_example_names_every_setting_and_sets_none():
    example = environment.read_env_file(
        os.path.join(os.path.dirname(__file__), "..", ".env.example"))
    assert example.values == {}
    assert example.problems == []
    text = example.path.read_text(encoding="utf-8")
    assert [name for name in environment.NAMES if f"# {name}=" not in text] == []
