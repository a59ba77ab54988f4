"""Handing one mail to a mail server (SMTP, RFC 5321), so that its end is known in each case.

Port 465 is encrypted from the first byte (RFC 8314), any other must offer STARTTLS (RFC 3207)
before a name, a password or a mail is sent. Only a server on this machine may do without: nothing
leaves the machine. The certificate is always checked against the roots that this machine trusts,
or against those in the file that OpenSSL's environment variable SSL_CERT_FILE names.

What a server writes in its answers is never shown, only the three digits of its code: the text is
a stranger's, and may repeat a name or a password.
"""

from __future__ import annotations

import contextlib
import re
import smtplib
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address

DEFAULT_PORT, TLS_PORT = 587, 465
SECONDS_PER_ANSWER = 20.0
"""For each answer of the server, and for the connection to one of its addresses."""
SECONDS_IN_ALL = 60.0
"""For everything after the connection."""
SECONDS_TO_PART = 2.0
"""For the answer to QUIT: the mail is with the server by then."""
MAX_ANSWER, MAX_LINES = 65_536, 500
"""Bytes and lines of one answer of the server; a longer one ends the connection."""
# Not the name of this machine, which is nobody's business: RFC 5321, 4.1.4 takes an address too.
HELLO = "[127.0.0.1]"

_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"(?!.*=\?)(?=.{{1,64}}@.{{1,253}}\Z){_ATOM}(?:\.{_ATOM})*"
                     rf"@{_LABEL}(?:\.{_LABEL})*", re.ASCII)
"""One plain address, in ASCII (RFC 5321, 4.1.2 without quotes). No blank, comma, bracket or line
break, so no second address and no second header fits in; and no `=?`, which begins an encoded word
(RFC 2047): a mail program would read another address there."""


class MailError(Exception):
    """A mail that did not go out, or may not have: one sentence for a person.

    `status` is "not_sent", or "unknown" when the connection broke before the server's last answer.
    """

    def __init__(self, sentence: str, status: str = "not_sent"):
        super().__init__(sentence)
        self.status = status


class _TooMuchError(Exception):
    """An answer without an end, or one that nobody asked for."""


@dataclass(frozen=True)
class Server:
    """A mail server: `host` and `port`, and `user` and `password`, both empty or both set."""

    host: str
    port: int = DEFAULT_PORT
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def read(cls, settings: Mapping[str, str]) -> Server:
        """The server in SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD.

        Raises MailError with a sentence that names the setting, never its value.
        """
        host, port, user, password = (
            settings.get(name, "")
            for name in ("SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD"))
        named = re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,252}", host)
        if not (named or re.fullmatch(r"[0-9A-Fa-f:.]{2,45}", host) and _ip(host)):
            raise MailError("SMTP_HOST must be the name of a mail server alone, such as "
                            "smtp.example.org. The port belongs in SMTP_PORT.")
        if port and not (re.fullmatch(r"[0-9]{1,5}", port) and 1 <= int(port) <= 65_535):
            raise MailError(f"SMTP_PORT must be a number from 1 to 65535, such as {DEFAULT_PORT}.")
        if bool(user) != bool(password):
            raise MailError("SMTP_USER and SMTP_PASSWORD belong together. Set both or neither.")
        for name, value in (("SMTP_USER", user), ("SMTP_PASSWORD", password)):
            if not (value.isascii() and value.isprintable()):
                raise MailError(f"{name} may hold only letters of the English keyboard, digits "
                                "and signs, on one line.")
        return cls(host, int(port or DEFAULT_PORT), user, password)

    @property
    def where(self) -> str:
        """Host and port for a person."""
        return f"{self.host}, port {self.port}"

    @property
    def is_here(self) -> bool:
        """Whether the host is this machine, by its name alone."""
        address = _ip(self.host)
        return self.host.lower() == "localhost" or address is not None and address.is_loopback

    @property
    def security(self) -> str:
        """How the connection is kept private, in words."""
        if self.port == TLS_PORT:
            return "encrypted (TLS)"
        return "encrypted if it offers that, on this machine" if self.is_here else (
            "encrypted (STARTTLS)")


def send(server: Server, sender: str, recipient: str, data: bytes) -> None:
    """Hand over one mail. `data` is the whole message: 7-bit, its lines ending with CR and LF.

    Returns when the server has taken it.

    Raises:
        MailError: It was not sent, or may have been; the sentence says which, and what to do.
    """
    stage, session = "connection", None
    try:
        session = _Session(server)
        session.ehlo_or_helo_if_needed()
        if server.port != TLS_PORT and (session.has_extn("starttls") or not server.is_here):
            stage = "encryption"
            session.starttls(context=session.context)
            session.ehlo_or_helo_if_needed()
        if server.user:
            stage = "login"
            session.login(server.user, server.password)
        stage = "sender"
        _require(session.mail(sender), 250)
        stage = "recipient"
        _require(session.rcpt(recipient), 250, 251)
        stage = "message"
        _require(session.docmd("DATA"), 354)
        session.require_silence()
        stage = "end"
        # A line that begins with a dot gets a second one; a dot alone is the end (RFC 5321, 4.5.2).
        session.send(re.sub(rb"(?m)^\.", b"..", data) + b".\r\n")
        code, _ = session.getreply()
        if code != 250:
            if not 400 <= code <= 599:  # no code, or one that says neither yes nor no
                raise smtplib.SMTPServerDisconnected("no answer")
            stage = "message"
            raise smtplib.SMTPResponseException(code, "")
        session.part()
    except Exception as error:  # UnicodeError, ValueError from the inside of ssl or smtplib too
        if stage == "end":
            raise MailError(
                f"The connection to the mail server {server.where} broke before it said that it "
                "took the mail. The mail may have been sent. Look into your mailbox before you "
                "send it again.", "unknown") from None
        raise MailError(_sentence(stage, error, server)) from None
    finally:
        if session is not None:
            session.close()


class _Session(smtplib.SMTP):
    """A connection to a server, open and greeted, on which no answer can take for ever."""

    def __init__(self, server: Server):
        self.context = ssl.create_default_context()
        self.deadline = float("inf")
        super().__init__(server.host, server.port, HELLO, SECONDS_PER_ANSWER)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connection = socket.create_connection((host, port), timeout)
        self.deadline = time.monotonic() + SECONDS_IN_ALL
        if port != TLS_PORT:
            return connection
        try:
            return self.context.wrap_socket(connection, server_hostname=host)
        except BaseException:
            connection.close()
            raise

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock is not None:
            self.file = _Lines(self.sock, self.deadline)
        if self.file is not None:
            self.file.begin()
        return super().getreply()

    def require_silence(self) -> None:
        """Raise _TooMuchError when the server has said more than it was asked: an answer that
        came before its question is none."""
        if self.file is not None and self.file.has_more():
            raise _TooMuchError

    def send(self, s) -> None:  # a text or bytes
        if self.sock is not None:
            self.sock.settimeout(_seconds_left(self.deadline))
        super().send(s)

    def part(self) -> None:
        """Say good-bye. What comes of that does not matter any more."""
        self.file, self.deadline = None, time.monotonic() + SECONDS_TO_PART
        with contextlib.suppress(Exception):
            self.quit()


class _Lines:
    """The lines that a server writes. Unlike a file of the socket it counts the time of a line,
    not of a byte: a server that sends one byte now and then holds nobody for ever."""

    def __init__(self, connection: socket.socket, deadline: float):
        self._connection = connection
        self._deadline = deadline
        self._read = b""
        self.begin()

    def begin(self) -> None:
        """Here begins an answer."""
        self._bytes = self._lines = 0

    def has_more(self) -> bool:
        """Whether something was read that nobody has asked for."""
        return bool(self._read)

    def readline(self, size: int) -> bytes:
        """The next line, at most `size` bytes of it; empty at the end. Raises TimeoutError, and
        _TooMuchError where the answer is too long."""
        end = min(self._deadline, time.monotonic() + SECONDS_PER_ANSWER)
        while b"\n" not in self._read and len(self._read) < size:
            self._connection.settimeout(_seconds_left(end))
            more = self._connection.recv(8_192)
            if not more:
                break
            self._read += more
        length = min(self._read.find(b"\n") + 1 or len(self._read), size)
        line, self._read = self._read[:length], self._read[length:]
        self._bytes += len(line)
        self._lines += 1
        if self._bytes > MAX_ANSWER or self._lines > MAX_LINES:
            raise _TooMuchError
        return line

    def close(self) -> None:
        """Nothing is held open here."""


def _seconds_left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return min(left, SECONDS_PER_ANSWER)


def _require(answer: tuple[int, bytes], *codes: int) -> None:
    if answer[0] not in codes:
        raise smtplib.SMTPResponseException(answer[0], "")


def _ip(host: str):
    try:
        return ip_address(host)
    except ValueError:
        return None


# What a refusal at each stage means, and what to look at when it is a lasting one.
_REFUSED = {
    "connection": ("does not take mail from here", "Ask its owner, or use another server."),
    "encryption": ("refused an encrypted connection", f"Try SMTP_PORT={TLS_PORT}."),
    "login": ("refused the login", "Check SMTP_USER and SMTP_PASSWORD. Many services want an app "
                                   "password, which you make in your account there."),
    "sender": ("refused the sender", "Set SMTP_USER to your address at this server, with "
                                     "SMTP_PASSWORD."),
    "recipient": ("refused the address in EMAIL_TO", "Check EMAIL_TO."),
    "message": ("refused the message", "Ask its owner for the reason."),
}


def _sentence(stage: str, error: Exception, server: Server) -> str:
    """What went wrong before the mail was handed over, and what to do."""
    name = f"The mail server {server.where},"
    if isinstance(error, socket.gaierror):
        return f"There is no mail server {server.host}, or no network. Check SMTP_HOST."
    if isinstance(error, ssl.SSLCertVerificationError):
        return (f"The certificate of the mail server {server.where} is not to be trusted "
                f"({error.verify_message.rstrip('.')}). Check SMTP_HOST. For a server of your "
                "own, name its certificate in the environment variable SSL_CERT_FILE.")
    if isinstance(error, ssl.SSLError):
        return f"{name} does not speak TLS as expected. Check SMTP_PORT, often 587 or 465."
    if isinstance(error, _TooMuchError):
        return f"{name} said more than it was asked. Check SMTP_HOST, or use another server."
    if isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError):
        return f"{name} takes too long to answer. Check SMTP_HOST and SMTP_PORT, or try later."
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return f"{name} closed the connection. Check SMTP_PORT, or try later."
    if isinstance(error, smtplib.SMTPNotSupportedError):
        if stage == "encryption":
            return (f"{name} offers no encryption (STARTTLS), so nothing was said to it. Check "
                    "SMTP_PORT, often 587 or 465.")
        return f"{name} offers no login. Check SMTP_PORT, or take SMTP_USER and SMTP_PASSWORD out."
    if isinstance(error, smtplib.SMTPResponseException):
        what, advice = _REFUSED[stage]
        code = error.smtp_code
        if 400 <= code <= 499:
            advice = "That is for now only: try again later."
        return f"{name} {what}{f' (code {code})' if code > 0 else ''}. {advice}"
    if isinstance(error, OSError):
        return f"{name} cannot be reached. Check SMTP_HOST, SMTP_PORT and your network."
    if stage == "login":  # no way to log in that both sides know
        return f"{name} offers no login that is known here. Check SMTP_PORT, or use another server."
    return (f"{name} gave an answer that makes no sense ({type(error).__name__}). Check SMTP_HOST "
            "and SMTP_PORT: is it a mail server?")
