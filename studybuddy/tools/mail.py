"""A study plan by mail, with a calendar file: sent, or written to the outbox.

Everything that leaves is decided in one place, `_compose`, from the arguments and the settings:
the text that a person approves and the mail that goes out are two views of the same `_Mail`.

The settings are SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD and EMAIL_TO, from the process or
from `.env`. Where the mail goes is never an argument, so no model can choose it. EMAIL_TO is one
plain address. The sender is SMTP_USER where that is an address, since a mail server mostly lets
through nothing else; otherwise a mail from you to yourself.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from studybuddy import clock
from studybuddy.tools.planner import make_study_plan

if TYPE_CHECKING:
    from studybuddy.tools.smtp import Server

SETTINGS = ("SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD", "EMAIL_TO")
ATTACHMENT = "study-plan.ics"
# A domain that nobody can own (RFC 2606): the name of this machine stays here.
DOMAIN = "studybuddy.invalid"


def email_plan_to_me(
    topics: list[str],
    exam_date: str,
    hours_per_day: float = 2,
    *,
    today: date | str | None = None,
    working_directory: Path | str | None = None,
) -> dict:
    """Make a study plan and send it to the student by mail, with a calendar file.

    Use it only when the student asks for a plan by mail. It makes the plan itself, from the same
    values as make_study_plan. The student has set the address; you cannot choose it. Without a
    mail server the mail is saved as a file, and the result says so.

    Args:
        topics: The topics to study, in order, one text for each, such as ["Waves", "Optics"].
            From 1 to 50 topics of at most 100 characters, each on one line.
        exam_date: The day of the exam as YYYY-MM-DD, such as 2026-12-05. It must be after today.
        hours_per_day: Hours of study a day, from 0.25 to 12. Half an hour is 0.5.
        today: The day to plan from, a date or a text YYYY-MM-DD; the current day when left out.
        working_directory: The folder that a model works in, where there is one: no setting is read
            from a `.env` in it, and no mail is saved in it.

    Returns:
        {"status": "sent" or "saved", "to": the address, masked, or "" when none is set,
        "subject": text, "sessions": int, "where": server or file, "message": sentence}. Or
        {"error": sentence} for arguments that do not fit, and {"status": "not_sent" or "unknown",
        "error": sentence} when a setting is wrong or the mail did not go out; with "unknown" it
        may have been sent. The function never raises.
    """
    from studybuddy.tools.smtp import MailError

    try:
        mail = _compose(topics, exam_date, hours_per_day, today, working_directory)
        return mail.deliver()
    except MailError as error:
        said = "No mail was sent. " if error.status == "not_sent" else ""
        return {"status": error.status, "error": f"{said}{error}"}
    except ValueError as reason:
        return {"error": str(reason)}


def effect(
    topics: list[str],
    exam_date: str,
    hours_per_day: float = 2,
    *,
    today: date | str | None = None,
    working_directory: Path | str | None = None,
) -> str:
    """What `email_plan_to_me` would do with these arguments now, for the person who decides.

    Nothing is sent or written. Equal arguments, settings and day give an equal text. Never raises:
    where nothing would be sent or saved, the text says why.
    """
    try:
        return _compose(topics, exam_date, hours_per_day, today, working_directory).describe()
    except Exception as reason:  # MailError and ValueError; anything else is said by its text too
        return f"No mail will be sent or saved. {reason}"


class _Mail:
    """One mail, complete but for the moment and the number that it gets when it leaves."""

    def __init__(self, *, to: str, sender: str, subject: str, text: str, calendar: str,
                 server: Server | None, missing: str, folder: Path, file_name: str):
        self.to = to
        self.sender = sender
        self.author = f"StudyBuddy <{sender}>"
        self.subject = subject
        self.text = text
        self.calendar = calendar
        self.events = calendar.count("BEGIN:VEVENT\r\n")
        self.server = server  # None: it is saved, since `missing` says what is not set
        self.missing = missing
        self.folder = folder
        self.file_name = file_name

    def describe(self) -> str:
        """All of it as text: where it goes, and what stands in it."""
        from studybuddy.tools import outbox

        lines = [
            f"To: {self.to or '(nobody yet)'}",
            f"From: {self.author}",
            f"Subject: {self.subject}",
            f"Attachment: {ATTACHMENT}, a calendar file with {_count(self.events, 'event')}",
        ]
        if self.server is not None:
            login = " with the login in SMTP_USER" if self.server.user else " without a login"
            lines.append(f"It is sent by the mail server {self.server.where},{login}, "
                         f"{self.server.security}.")
        else:
            lines.append(f"It is not sent, because {self.missing}. It is saved as a new file "
                         f"{outbox.shown(self.folder / self.file_name)} (with a number if there "
                         "is one of this name).")
        return "\n".join([*lines, "", self.text])

    def deliver(self) -> dict:
        """Send or save it; the result of the tool. Raises MailError."""
        from studybuddy.tools import outbox, smtp

        done = {"to": _masked(self.to), "subject": self.subject, "sessions": self.events}
        carries = f"the plan and a calendar file with {_count(self.events, 'session')}"
        if self.server is not None:
            smtp.send(self.server, self.sender, self.to, self._bytes())
            return {"status": "sent", **done, "where": self.server.where,
                    "message": f"The mail was sent to {done['to']}: {carries}."}
        try:
            where = outbox.shown(outbox.save(self.folder, self.file_name, self._bytes()))
        except OSError as error:
            raise smtp.MailError(
                f"The mail cannot be saved in the folder {outbox.shown(self.folder)} "
                f"({error.strerror or error}). Start from a folder that you may write to, or set "
                "SMTP_HOST and EMAIL_TO.") from None
        return {"status": "saved", **done, "where": where,
                "message": f"No mail was sent, because {self.missing}. It is saved as the file "
                           f"{where}: {carries}. A mail program opens it."}

    def _bytes(self) -> bytes:
        """The message as it travels: 7-bit, so that any server and any file can hold it."""
        from datetime import UTC, datetime
        from email.message import EmailMessage
        from email.policy import SMTP
        from email.utils import format_datetime
        from uuid import uuid4

        message = EmailMessage(SMTP)
        message["From"] = self.author
        if self.to:
            message["To"] = self.to
        message["Subject"] = self.subject
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = f"<{uuid4()}@{DOMAIN}>"
        message.set_content(self.text, cte="quoted-printable")
        message.add_attachment(self.calendar.encode("utf-8"), maintype="text", subtype="calendar",
                               filename=ATTACHMENT, params={"charset": "utf-8"})
        return message.as_bytes()


def _compose(topics, exam_date, hours_per_day, today, working_directory) -> _Mail:
    """The mail. Raises ValueError for arguments, MailError for settings that do not fit."""
    from studybuddy import environment
    from studybuddy.ics import plan_to_ics
    from studybuddy.plan_view import calendar_view
    from studybuddy.tools import outbox, smtp

    day = clock.today() if today is None else clock.read(today)
    _refuse_line_breaks(topics)
    plan = make_study_plan(topics, exam_date, hours_per_day, today=day)
    if "error" in plan:
        raise ValueError(plan["error"])
    settings = {name: environment.get(name, "", outside=working_directory) or ""
                for name in SETTINGS}
    to = settings["EMAIL_TO"]
    if to and not smtp.ADDRESS.fullmatch(to):
        raise smtp.MailError("EMAIL_TO must be one plain address, such as name@example.org.")
    missing = [name for name in ("SMTP_HOST", "EMAIL_TO") if not settings[name]]
    server = None if missing else smtp.Server.read(settings)
    user = settings["SMTP_USER"]
    try:
        folder = outbox.find(working_directory)
        calendar = plan_to_ics(plan)
    except (OSError, ImportError) as error:
        raise smtp.MailError(f"The mail cannot be made: {error}") from None
    return _Mail(
        to=to,
        sender=user if smtp.ADDRESS.fullmatch(user) else to or f"studybuddy@{DOMAIN}",
        subject=f"Study plan for the exam on {plan['exam_date']}",
        text=_text(plan, str(calendar_view(plan))),
        calendar=calendar,
        server=server,
        missing=f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set",
        folder=folder,
        file_name=f"{day.isoformat()}-study-plan-for-{plan['exam_date']}.eml",
    )


def _text(plan: Mapping, sessions: str) -> str:
    days = plan["days_left"]
    parts = [
        f"The exam is on {plan['exam_date']}, in {_count(days, 'day')}. "
        f"The plan has {plan['total_hours']:g} hours in all.",
        sessions,
        plan.get("note", ""),
        f"The file {ATTACHMENT} puts the sessions into your calendar.",
        "Made by StudyBuddy.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _refuse_line_breaks(topics: object) -> None:
    # The plan would tidy them, but in a mail they are how a header is smuggled in: say no.
    several = topics if isinstance(topics, list | tuple) else [topics]
    for number, topic in enumerate(several, 1):
        if isinstance(topic, str) and len(topic.splitlines()) > 1:
            raise ValueError(f"Topic {number} has a line break. Write each topic on one line.")


def _masked(address: str) -> str:
    """An address by which its owner knows it, and nobody else."""
    name, at, domain = address.partition("@")
    return f"{name[:1]}***{at}{domain}" if at else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# The program sets these; a model never sees them, nor can it send them.
email_plan_to_me.inject = {"today": None, "working_directory": None}  # type: ignore[attr-defined]
email_plan_to_me.effect = effect  # type: ignore[attr-defined]
