"""The command line: `studybuddy lab`, `ask`, `doctor`, `build`, `reset`, `progress`, `practice`.

Only this module imports typer, and each command imports what it needs, so that help is quick.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer
import typer.core

from studybuddy._version import __version__

NOT_ANSWERED, WRONG_USE, NOBODY_TO_ASK, INTERRUPTED = 1, 2, 3, 130

# A pipe without reader (on Windows EINVAL), a full disk.
_GONE = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)
_NOT_WRITTEN = (*_GONE, errno.ENOSPC, errno.EIO)

MAX_QUESTION = 20_000  # characters
SHOWN = 2_000  # characters of one call or result under --verbose

app = typer.Typer(
    name="studybuddy",
    help="StudyBuddy: an agent built piece by piece, and the notebooks that teach it.",
    no_args_is_help=True,
    add_completion=False,
    # Plain text for every terminal and screen reader; a fault of ours shows a plain traceback.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class ModelName(StrEnum):
    """What `--model` may say."""

    auto = "auto"
    practice = "practice"
    gemini = "gemini"
    openai = "openai"


def main() -> None:
    """Entry point of the console script."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # An old Windows code page must not end the program over one character.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="studybuddy")
    except KeyboardInterrupt:
        _settle_interrupt()
        sys.exit(INTERRUPTED)
    except OSError as error:
        if error.errno not in _NOT_WRITTEN:
            raise
        # What is still in the buffer goes nowhere, else Python fails once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno not in _GONE:  # there the reader of a pipe went away, as it may
            with suppress(OSError):
                _aside(f"The output could not be written: {error.strerror}.")
        sys.exit(NOT_ANSWERED)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"studybuddy {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True,
                                          help="Show the version and leave.")] = False,
) -> None:
    pass


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def lab(context: typer.Context) -> None:
    """Open JupyterLab on lesson 00.

    All further options go to JupyterLab: studybuddy lab --no-browser --port 9999
    (see them with: jupyter lab --help).
    """
    from studybuddy.workbook.lab import LabError, start

    with _stoppable():
        try:
            code = start(list(context.args), say=_aside)
        except LabError as error:
            _stop(NOT_ANSWERED, str(error))
    raise typer.Exit(code)


class _AskCommand(typer.core.TyperCommand):
    """Knows that a calculation may begin with a minus sign, which looks like an option."""

    def parse_args(self, ctx, args):
        before = args[:args.index("--")] if "--" in args else args
        for text in before:
            if re.match(r"-\s*[\d.(]", text):
                _stop(WRONG_USE, "A question that begins with a minus sign looks like an option. "
                                 f'Write: studybuddy ask -- "{printable(text[:100])}"')
        return super().parse_args(ctx, args)


@app.command(cls=_AskCommand)
def ask(
    question: Annotated[list[str], typer.Argument(
        metavar="QUESTION", show_default=False,
        help="The question, best in quotes; - reads it from standard input.")],
    verbose: Annotated[bool, typer.Option(
        "--verbose", "-v", help="Show each request, call, decision and result as well.")] = False,
    model: Annotated[ModelName, typer.Option(help="Who answers.")] = ModelName.auto,
    notes: Annotated[Path | None, typer.Option(
        metavar="PATH", show_default=False,
        help="Course notes to search: a folder, a PDF, Markdown or text file, or a saved store. "
             "By default data/notes in this folder or above it.")] = None,
    workdir: Annotated[str | None, typer.Option(
        metavar="FOLDER", show_default=False,
        help="Let the model list, read, write and run files in this folder. "
             "Each write and each run asks you first.")] = None,
    yes: Annotated[bool, typer.Option(
        "--yes", "-y", help="Allow every action without asking.")] = False,
) -> None:
    """Ask the agent one question and print its answer.

    Before an action (such as sending a mail) it asks you. Where there is no terminal to ask in,
    the action is refused; --yes allows it.

    Exit codes: 0 answered, 1 not answered, 2 wrong use, 3 an action was refused because nobody
    could be asked, 130 stopped with Ctrl-C.
    """
    with _stoppable():
        text = _question(question)
        folder = None if workdir is None else _workdir(workdir)
        if folder is not None:
            from studybuddy.importing import keep_out

            keep_out(folder)  # before anything more is imported
        _use_notes(notes)
        code = _ask(text, model.value, folder, verbose, yes)
    raise typer.Exit(code)


@app.command()
def doctor(
    quick: Annotated[bool, typer.Option(
        "--quick", help="Do not start a kernel; that takes some seconds.")] = False,
) -> None:
    """Look at this installation and say how to repair what is wrong.

    Shows no keys. Exit codes: 0 nothing is wrong, 1 something is.
    """
    from studybuddy.workbook.doctor import examine, report

    with _stoppable():
        findings = examine(quick=quick, say=_aside)
        typer.echo(report(findings))
    raise typer.Exit(1 if any(finding.state == "wrong" for finding in findings) else 0)


@app.command()
def build(
    numbers: Annotated[list[str] | None, typer.Argument(
        metavar="NN", show_default=False,
        help="Lessons, such as 01 04; all when none is named.")] = None,
    check: Annotated[bool, typer.Option(
        "--check", help="Write nothing; say what a build would change.")] = False,
    fresh: Annotated[bool, typer.Option(
        "--fresh", help="Renew also the outputs that depend on the machine.")] = False,
    teacher: Annotated[Path | None, typer.Option(
        metavar="FOLDER", show_default=False,
        help="Write the lessons for nbgrader into this course folder, and build nothing.")] = None,
) -> None:
    """Make the notebooks from their sources in notebooks/source (for maintainers).

    Exit codes: 0 all is well, 1 something is wrong or, with --check, differs.
    """
    from studybuddy.workbook.build import build as make

    chosen = [number.zfill(2) for number in numbers or ()]
    with _stoppable():
        if teacher is not None:
            from studybuddy.workbook.classroom import write_course

            code = write_course(_project(), chosen, teacher, say=typer.echo)
        else:
            code = make(_project(), chosen, check=check, fresh=fresh, say=typer.echo)
    raise typer.Exit(code)


@app.command()
def reset(number: Annotated[str, typer.Argument(
        metavar="NN", show_default=False, help="The lesson, such as 04.")]) -> None:
    """Restore a lesson as it was made. Your own copy is kept in notebooks/yours.

    Exit codes: 0 restored, 1 not restored, 2 no such lesson.
    """
    from studybuddy.workbook.reset import reset as restore

    with _stoppable():
        code = restore(_project(), number, say=typer.echo)
    raise typer.Exit(code)


@app.command()
def progress(
    paths: Annotated[list[Path] | None, typer.Argument(
        metavar="FILE", show_default=False,
        help="Progress files of learners; your own when none is named.")] = None,
    export: Annotated[bool, typer.Option(
        "--export", help="Print CSV: a row for each check and prediction.")] = False,
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", metavar="CSV", show_default=False,
        help="Write the CSV into this file instead.")] = None,
    clear: Annotated[str | None, typer.Option(
        "--clear", metavar="NN", show_default=False,
        help="Forget your own progress in this lesson, such as 04.")] = None,
) -> None:
    """Show what is done in each lesson, for one learner or a class.

    Your own file is the one that STUDYBUDDY_PROGRESS names, else notebooks/progress.json. Files
    are only read, but for --clear. A file that cannot be read is named, and the others are shown.

    Exit codes: 0 all shown, 1 something could not be read or written, 2 wrong use.
    """
    from studybuddy.workbook import marks

    if clear is not None:
        if paths or export or output is not None:
            _stop(WRONG_USE, "--clear stands alone: it forgets your own progress in one lesson.")
        with _stoppable():
            _clear(clear)
        raise typer.Exit(0)
    unread: list[str] = []
    with _stoppable():
        if paths:
            learners = marks.read_all(paths, unread.append)
        else:
            try:
                learners = dict([marks.own()])
            except LookupError as error:
                _stop(NOT_ANSWERED, printable(str(error)))
        for sentence in unread:
            _aside(printable(sentence))
        if output is not None:
            _write_csv(output, marks.as_csv(learners))
        elif export:
            typer.echo(marks.as_csv(learners).replace("\r\n", "\n"), nl=False)
        elif learners:
            typer.echo(printable(marks.as_table(learners)))
    raise typer.Exit(NOT_ANSWERED if unread else 0)


def _clear(number: str) -> None:
    """Forget the progress in a lesson; leaves with a sentence when that cannot be."""
    from studybuddy.workbook import marks

    try:
        typer.echo(marks.clear(number))
    except ValueError as error:
        _stop(WRONG_USE, printable(str(error)))
    except LookupError as error:
        _stop(NOT_ANSWERED, printable(str(error)))


def _write_csv(path: Path, text: str) -> None:
    """Write a file that Excel reads as UTF-8; leaves with a sentence when it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8-sig", newline="")
    except OSError as error:
        _stop(NOT_ANSWERED, f"{printable(str(path))} cannot be written: {error.strerror}.")
    _aside(f"Written: {printable(str(path))}")


def _project() -> Path:
    """The folder with the lessons' sources; leaves with a sentence when there is none."""
    from studybuddy.workbook.build import find_project

    project = find_project()
    if project is None:
        _stop(NOT_ANSWERED, "There are no lessons here: notebooks/source was not found. "
                            "Start this command in the folder of the whole project.")
    return project


@app.command()
def practice(
    port: Annotated[int, typer.Option(
        min=0, max=65535, help="The port; 0 takes a free one.")] = 0,
    key: Annotated[str | None, typer.Option(
        help="The key that clients must send; by default a random one.")] = None,
    fault: Annotated[list[str] | None, typer.Option(
        metavar="NAME", help="A fault to show, one for each request; may stand several times.",
    )] = None,
    today: Annotated[str | None, typer.Option(
        metavar="YYYY-MM-DD", help="The day that the practice model takes for today.")] = None,
) -> None:
    """Run the practice server, so that other programs can talk to it as to a real service.

    It follows fixed rules and listens on this machine only. Stop it with Ctrl-C.
    """
    from studybuddy.practice import terminal

    with _stoppable():
        code = terminal.run(port, key, fault, today, write=typer.echo)
    raise typer.Exit(code)


# -- ask -----------------------------------------------------------------------------------------

def _question(words: list[str]) -> str:
    """The question as one text; leaves with a sentence when it is empty or too long."""
    text = " ".join(words)
    if text == "-":
        if sys.stdin is None:
            _stop(WRONG_USE, "Standard input is closed, so no question can be read from it.")
        text = sys.stdin.read(MAX_QUESTION + 1)
    # Bytes of the command line that were no text become a question mark.
    text = text.encode("utf-8", "replace").decode("utf-8").strip()
    if not text:
        _stop(WRONG_USE, 'The question is empty. Write: studybuddy ask "what is 15% of 2,480?"')
    if len(text) > MAX_QUESTION:
        _stop(WRONG_USE, f"The question is too long: at most {MAX_QUESTION:,} characters.")
    return text


def _workdir(named: str) -> Path:
    """The folder for the file tools; leaves with a sentence when it cannot be one."""
    if not named.strip():  # a `Path` of it would be the current folder
        _stop(WRONG_USE, "--workdir is empty. Name a folder, such as --workdir calculator.")
    path = Path(named)
    name = f"--workdir: {printable(str(path)[:200])}"
    try:
        folder, there, is_folder = path.resolve(), path.exists(), path.is_dir()
        if is_folder:
            os.scandir(folder).close()  # may it be listed?
    except (OSError, ValueError, RuntimeError) as error:  # no right, a NUL, links in a circle
        _stop(WRONG_USE, f"{name} cannot be opened "
                         f"({getattr(error, 'strerror', None) or 'no such path'}).")
    if not there:
        _stop(WRONG_USE, f"{name} does not exist. Check the path, or make the folder first.")
    if not is_folder:
        _stop(WRONG_USE, f"{name} is a file. Name the folder that it lies in.")
    try:
        holds_home = Path.home().resolve().is_relative_to(folder)
    except (OSError, RuntimeError):  # nobody's home is known
        holds_home = False
    if holds_home or folder == Path(folder.anchor):
        _stop(WRONG_USE, f"{name} holds your home folder or the whole system. A model writes and "
                         "runs files there: make a folder for it, and name that one.")
    return folder


def _ask(question: str, model: str, folder: Path | None, verbose: bool, yes: bool) -> int:
    from studybuddy import defaults, models
    from studybuddy.agent import Agent
    from studybuddy.models.base import ModelError
    from studybuddy.prompts import CODING, STUDY
    from studybuddy.showing import links_shown
    from studybuddy.terminal import Person

    policy = _policy(yes)
    person = Person(_aside, lambda text: typer.echo(text, err=True, nl=False))
    _require_day()
    try:
        # A .env in the folder does not count: the model may write one there.
        answering = model if folder is None else models.choose(model, outside=folder)
        agent = Agent(defaults.registry if folder is None else defaults.with_files(folder),
                      model=answering, system=STUDY if folder is None else CODING,
                      approve=person if policy == "ask" else policy,
                      on_event=_show if verbose else _show_wait)
    except (ModelError, ValueError) as error:
        _stop(NOT_ANSWERED, str(error))
    picked = getattr(agent.model, "picked", "") if model == "auto" else ""
    if picked and (verbose or "practice" not in picked):  # that one says in its answer who it is
        _aside(printable(picked))
    run = agent.ask(question)
    if verbose:
        typer.echo(f"tokens   {run.usage.input_tokens:,} in, {run.usage.output_tokens:,} out, "
                   f"{run.usage.total_tokens:,} in all")
    if run.status == "answered":
        typer.echo(f"Final response:\n{printable(links_shown(run.answer or ''))}")
    else:
        _aside(printable(run.answer or f"The run ended as {run.status}."))
    if person.absent:
        _aside("An action was refused: there is no terminal to ask you in. "
               "Start the command in a terminal, or allow all actions with --yes.")
        return NOBODY_TO_ASK
    return 0 if run.status == "answered" else NOT_ANSWERED


def _use_notes(path: Path | None) -> None:
    """Say where `search_notes` looks; the notes are read when the model first asks for them."""
    from studybuddy.rag import opening
    from studybuddy.tools.notes import set_store

    def say(sentence: str) -> None:
        _aside(printable(f"Notes: {sentence}"))

    if path is not None and not path.exists():
        _stop(WRONG_USE, f"--notes: there is nothing at {printable(str(path))}. Check the path.")
    if path is not None and not opening.installed():
        _stop(NOT_ANSWERED, opening.NOT_INSTALLED)
    path = path or opening.find_notes()
    if path is None:
        set_store(opening.NoStore(opening.NOT_FOUND, say))
    elif not opening.installed():
        set_store(opening.NoStore(opening.NOT_INSTALLED, say))
    else:
        set_store(opening.LateStore(path, say))


def _require_day() -> None:
    """Leaves with a sentence when STUDYBUDDY_TODAY is no date: plans and models count from it."""
    from studybuddy import clock

    try:
        clock.today()
    except ValueError as error:
        _stop(WRONG_USE, str(error))


def _policy(yes: bool) -> str:
    """ask, approve or reject: `--yes` first, then STUDYBUDDY_APPROVE."""
    from studybuddy.approval import POLICIES, POLICY_AT_START

    if POLICY_AT_START not in POLICIES:
        _stop(WRONG_USE, f"STUDYBUDDY_APPROVE is {printable(POLICY_AT_START)!r}. "
                         "Write ask, approve or reject.")
    return "approve" if yes else POLICY_AT_START


def _show(event: dict) -> None:
    """One event of the loop as a line, for `--verbose`; a call has its arguments below it."""
    from studybuddy.jsontext import dump
    from studybuddy.registry import untold

    kind = event["type"]
    head = f"{kind:<9}"
    if kind == "request":
        what = f"{event['step']}: {event['messages']} messages to the model"
        if event.get("left_out"):
            what += f", {event['left_out']} old turns left out"
    elif kind == "call":
        head, what = " - Calling function: ", event["name"]
        if event["arguments"]:
            what += f"\n   {_start(dump(event['arguments']))}"
    elif kind == "result":
        head, what = "-> ", _start(event["content"])
        if event.get("fault"):
            what += f"\n   {untold(event['fault'])}"
    elif kind == "decision":
        what = f"{event['name']} {'allowed' if event['approved'] else 'refused'}"
        if event.get("reason"):
            what += f": {event['reason']}"
    elif kind == "void":
        what = f"{event['name']} waits again: {event['reason']}"
    elif kind == "retry":
        what = f"{event['message']} Asking again in {event['wait']:g} seconds."
    else:
        what = dump({key: value for key, value in event.items() if key != "type"})
    with suppress(OSError):  # the answer meets the same fault, and says so once
        typer.echo(f"{head}{printable(what)}")


def _start(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text):,} characters)"


def _show_wait(event: dict) -> None:
    """Say what a wait is for; without `--verbose` that is all a person needs to know."""
    if event["type"] == "retry":
        _aside(printable(f"{event['message']} Asking again in {event['wait']:g} seconds."))


def printable(text: str) -> str:
    """`text` with what could deceive a reader of the terminal by code point: `<U+001B>`.

    A tool's result must not be able to repaint the screen, or hide: see `showing.show_hidden`.
    """
    from studybuddy.showing import show_hidden

    return show_hidden(text)


# -- all commands --------------------------------------------------------------------------------

@contextmanager
def _stoppable() -> Iterator[None]:
    """Ctrl-C ends a command with one line and exit code 130."""
    try:
        yield
    except KeyboardInterrupt:
        _settle_interrupt()
        _stop(INTERRUPTED, "\nStopped.")


def _settle_interrupt() -> None:
    """Let the exit code count. CPython marks an interrupt that leaves code run from a text, such
    as an import that makes a dataclass, and `python -m` would end by that signal instead; the
    next code from a text takes the mark away (`run_eval_code_obj` in its pythonrun.c)."""
    exec("")


def _aside(text: str) -> None:
    """Words for the person, apart from the answer on standard output."""
    typer.echo(text, err=True)


def _stop(code: int, text: str) -> NoReturn:
    _aside(text)
    raise typer.Exit(code)
