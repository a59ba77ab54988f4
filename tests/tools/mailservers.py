"""Mail servers for tests, on loopback and a free port: a real one, and one that misbehaves."""

import socket
import threading
from contextlib import contextmanager

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

PASSWORD = "pass word 7$w"


class Postbox:
    """What the real server was given; `refuse` maps a command to the answer that refuses it."""

    def __init__(self, refuse=None):
        self.refuse = refuse or {}
        self.mails = []  # (sender, recipients, bytes, whether it came encrypted)
        self.hello = None
        self.logins = []

    def login(self, server, session, envelope, mechanism, data):
        self.logins.append((mechanism, data.login.decode(), data.password.decode()))
        return AuthResult(success=data.password.decode() == PASSWORD, handled=False)

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = self.hello = hostname
        return [self.refuse["EHLO"]] if "EHLO" in self.refuse else responses

    async def handle_HELO(self, server, session, envelope, hostname):
        session.host_name = hostname
        return self.refuse.get("EHLO", "250 here")

    async def handle_MAIL(self, server, session, envelope, address, options):
        envelope.mail_from = address
        return self.refuse.get("MAIL", "250 OK")

    async def handle_RCPT(self, server, session, envelope, address, options):
        if "RCPT" in self.refuse:
            return self.refuse["RCPT"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if "END" in self.refuse:
            return self.refuse["END"]
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content,
                           server.transport.get_extra_info("ssl_object") is not None))
        return "250 taken"


class _Server(Controller):
    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]  # the port asked for was 0: a free one
        super()._trigger_server()


@contextmanager
def real(postbox, **options):
    """The port of a real server: `tls_context` for STARTTLS, `ssl_context` for TLS at once."""
    server = _Server(postbox, hostname="127.0.0.1", port=0, authenticator=postbox.login, **options)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()


POLITE = {"": b"220 here\r\n", "EHLO": b"250-here\r\n250 AUTH PLAIN\r\n", "AUTH": b"235 yes\r\n",
          "MAIL": b"250 ok\r\n", "RCPT": b"250 ok\r\n", "DATA": b"354 go on\r\n",
          "END": b"250 taken\r\n", "QUIT": b"221 bye\r\n"}
DROP, SILENT, DRIP = "drop", "silent", "drip"


class Scripted:
    """A server that says what a script tells it, or drops the line, or keeps silent.

    The script maps a command, "" for the greeting and "END" for the end of a mail, to an answer.
    `heard` has what came in, `mails` the mails that came whole.
    """

    def __init__(self, script=()):
        self.script = {**POLITE, **dict(script)}
        self.heard = []
        self.mails = []
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.05)
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._over.set()
        self._listener.close()
        self._thread.join(5)
        assert not self._thread.is_alive()

    def _serve(self):
        while not self._over.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:  # nobody came yet, or it is over
                continue
            connection.settimeout(5)
            with connection, connection.makefile("rb") as lines:
                try:
                    self._talk(connection, lines)
                except OSError:  # the other side left
                    pass

    def _talk(self, connection, lines):
        going_on = self._answer(connection, "")
        while going_on and (line := lines.readline()):
            self.heard.append(line)
            verb = line.decode("latin-1").partition(" ")[0].strip().upper()
            going_on = self._answer(connection, verb)
            if verb == "DATA" and going_on and self.script["DATA"].startswith(b"354"):
                mail = b""
                while not mail.endswith(b"\r\n.\r\n"):
                    more = lines.readline()
                    if not more:
                        return
                    mail += more
                self.mails.append(mail)
                going_on = self._answer(connection, "END")

    def _answer(self, connection, verb):
        answer = self.script.get(verb, b"500 what?\r\n")
        if answer == DROP:
            return False
        if answer == SILENT:
            self._over.wait(5)
            return False
        if answer == DRIP:
            while not self._over.wait(0.02):
                connection.sendall(b"2")
            return False
        connection.sendall(answer)
        return True
