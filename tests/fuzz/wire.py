"""A server on loopback that answers with any bytes, and breaks off where it is told to."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import NamedTuple

from tests.fuzz.mutate import spoil

PATIENCE = 10.0  # seconds that a request may take to arrive
NAME = re.compile(rb"value-(\d+)-")


class Answer(NamedTuple):
    """What one request gets. `body` is sent as it is, below `status` and `headers`; `cut` ends the
    connection after that part of it (0 to 1), `stall` keeps it open without a word instead."""

    status: str = "200 OK"
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"),)
    body: bytes = b"{}"
    length: int | None = None  # what Content-Length says, if not the truth; below 0: no such line
    cut: float = 1.0
    stall: bool = False
    chunked: bool = False
    changes: tuple = ()  # to all that goes over the wire, as `mutate.spoil` takes them


class Server:
    """Serves `say(number, answers)`: a request whose body holds `value-<number>-` gets the next of
    these answers, the last one for ever. An answer to a request that was given up meets nobody."""

    def __init__(self):
        self._answers: dict[int, list[Answer]] = {}
        self.asked: dict[int, int] = {}
        outer = self

        class Handler(BaseRequestHandler):
            def handle(self):
                with suppress(OSError, ValueError):
                    outer._handle(self.request)

        class Quiet(ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True
            request_queue_size = 50

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self._stop = threading.Event()
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05},
                         daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def say(self, number: int, answers: list[Answer]) -> None:
        self._answers = {number: list(answers)}
        self.asked = {number: 0}

    def _handle(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)
        body = _request(connection)
        found = NAME.search(body)
        answers = self._answers.get(int(found[1])) if found else None
        if not answers:
            return
        number = int(found[1])
        self.asked[number] = self.asked.get(number, 0) + 1
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        data = raw(answer)
        connection.sendall(data[:round(len(data) * answer.cut)])
        if answer.stall:
            self._stop.wait(PATIENCE)


def raw(answer: Answer) -> bytes:
    """The whole answer as it goes over the wire."""
    lines = [f"HTTP/1.1 {answer.status}", "Connection: close",
             *(f"{name}: {value}" for name, value in answer.headers)]
    body = answer.body
    if answer.chunked:
        lines.append("Transfer-Encoding: chunked")
        half = len(body) // 2
        body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:half], body[half:])
                        if part) + b"0\r\n\r\n"
    elif answer.length is None:
        lines.append(f"Content-Length: {len(body)}")
    elif answer.length >= 0:
        lines.append(f"Content-Length: {answer.length}")
    return spoil("\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body,
                 answer.changes)


def _request(connection: socket.socket) -> bytes:
    """The body of a request."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65_536)
        if not part:
            return b""
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    found = re.search(rb"content-length:\s*(\d+)", head, re.I)
    while found and len(body) < int(found[1]):
        part = connection.recv(65_536)
        if not part:
            break
        body += part
    return body
