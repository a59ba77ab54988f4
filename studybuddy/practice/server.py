"""The practice server: real HTTP on this machine only, so that real SDKs can be used without a key.

    with practice.serve(today="2026-11-29") as server:
        client = openai.OpenAI(base_url=server.openai_base_url, api_key=server.key)

A thin shell round `handle.Service`. It takes a free port, asks for a random key (on a shared
machine other people can reach it too), and makes no request of its own.
"""

from __future__ import annotations

import atexit
import contextlib
import http.server
import os
import select
import socket
import socketserver
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from studybuddy.practice.answer import Answer
from studybuddy.practice.handle import MAX_BODY, Seen, Service

if TYPE_CHECKING:
    import datetime

    from studybuddy.models.base import Model
    from studybuddy.practice.faults import Setting

HOST = "127.0.0.1"
READ_TIMEOUT = 30  # seconds without a byte from a client
MAX_WAIT = 600  # seconds after which also "never answers" ends


class Server:
    """A running practice server; made by `serve`. It is a context manager: leaving it stops it."""

    def __init__(self, service: Service, port: int = 0):
        self.service = service
        self._http = _HTTP((HOST, port), _Handler)
        self._http.service = service
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True,
                                        name="practice server")
        self._thread.start()
        _RUNNING.add(self)

    @property
    def url(self) -> str:
        """The address, such as `http://127.0.0.1:40123`."""
        return f"http://{HOST}:{self._http.server_address[1]}"

    @property
    def openai_base_url(self) -> str:
        """What an OpenAI client takes as `base_url`."""
        return f"{self.url}/v1"

    @property
    def gemini_base_url(self) -> str:
        """What google-genai takes as `HttpOptions(base_url=...)`."""
        return self.url

    @property
    def gemini_openai_base_url(self) -> str:
        """Gemini through OpenAI clients, as Google offers it: signatures in `extra_content`."""
        return f"{self.url}/v1beta/openai"

    @property
    def key(self) -> str:
        """The key that every request must bring."""
        return self.service.key

    @property
    def requests(self) -> list[Seen]:
        """What came, oldest first (at most 1,000). Keys are not kept."""
        return self.service.requests

    def dial(self, name: str, at: int = 1, times: int = 1, seconds: float | None = None) -> None:
        """Put a fault on the `at`-th request from now on; see `practice.faults`."""
        self.service.dial(name, at, times, seconds)

    def reset(self) -> None:
        """Take every fault off the dial, and forget the requests."""
        self.service.reset()

    def stop(self) -> None:
        """End the server and every connection. A second call does nothing."""
        if self._http.stopped.is_set():
            return
        self._http.stopped.set()
        self._http.shutdown()
        self._http.server_close()
        self._http.close_connections()
        self._thread.join(5)
        _RUNNING.discard(self)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<practice server {'stopped' if self._http.stopped.is_set() else self.url}>"


def serve(model: Model | None = None, script: list | None = None,
          faults: str | Setting | Iterable[str | Setting] | None = None, *,
          today: datetime.date | str | None = None, key: str | None = None, port: int = 0,
          models: list[str] | None = None, seed: str | int | None = None,
          on_request: Callable[[Seen], None] | None = None) -> Server:
    """Start a practice server on 127.0.0.1.

    Args:
        model: Any Model; without it the PracticeModel, with `today` (a date, or YYYY-MM-DD).
        script: What to say instead: a list as for `ScriptedModel`.
        faults: What to do wrong: a name, `practice.faults.at(...)`, or a list of these.
        key: The key to ask for; a random one without it.
        port: 0 takes a free one.
        models: The names of the models that exist; without it every name is accepted.
        seed: Makes thought signatures the same on each run.
        on_request: Is called with each request once it was answered, from another thread.

    Raises:
        ValueError: `model` and `script` together, or a fault that does not exist.
        OSError: This machine gives no port.
    """
    if model is not None and script is not None:
        raise ValueError("Give a model or a script, not both.")
    if script is not None:
        from studybuddy.models.scripted import ScriptedModel

        model = ScriptedModel(script)
    elif model is None:
        from studybuddy.practice.model import PracticeModel

        model = PracticeModel(today=today)
    return Server(Service(model, faults, key=key, models=models, seed=seed,
                          on_request=on_request), port)


_RUNNING: weakref.WeakSet[Server] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    for server in list(_RUNNING):
        server.stop()


class _HTTP(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # on Windows it would let others take the port over
    allow_reuse_port = False
    block_on_close = False
    request_queue_size = 64
    service: Service

    def __init__(self, address, handler):
        self.stopped = threading.Event()
        self._open: weakref.WeakSet[socket.socket] = weakref.WeakSet()
        super().__init__(address, handler)

    def server_bind(self) -> None:
        # HTTPServer would look its own name up, which can be a request to the outside.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, int(self.server_address[1])

    def process_request(self, request, client_address) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def handle_error(self, request, client_address) -> None:
        """A client that went away is no news."""

    def close_connections(self) -> None:
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "practice", ""
    timeout = READ_TIMEOUT
    wbufsize = -1  # headers and body in one packet; without it each reply waits for an ACK
    disable_nagle_algorithm = True
    server: _HTTP

    def handle_one_request(self) -> None:
        """Read a request of any method and answer it."""
        with contextlib.suppress(ConnectionError, TimeoutError, OSError):
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or len(self.raw_requestline) > 65536:
                self.close_connection = True
                return
            if not self.parse_request():  # it has sent its own error
                return
            self._serve()
            self.wfile.flush()
            return
        self.close_connection = True

    def _serve(self) -> None:
        body = self._body()
        if body is None:
            return
        self._send(self.server.service.handle(self.command, self.path, dict(self.headers), body))

    def _body(self) -> bytes | None:
        """The body that the headers announce; None when it was refused."""
        length = self.headers.get("content-length", "0").strip()
        refused = 0
        if self.headers.get("transfer-encoding"):
            refused = 411
        elif not (length.isascii() and length.isdigit()) or len(length) > 15:
            refused = 400
        elif int(length) > MAX_BODY:
            refused = 413
        body = b"" if refused else self.rfile.read(int(length))
        if not refused and len(body) == int(length):
            return body
        self.close_connection = True
        if refused:
            self._send(Answer(refused, {"content-type": "text/plain"}, b""))
        return None

    def _send(self, answer: Answer) -> None:
        if answer.delay and not self._pause(answer.delay):
            return
        if answer.ending == "hang":
            self._pause(MAX_WAIT)
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status != 204:
            self.send_header("content-length", str(len(answer.body)))
        if self.close_connection or answer.ending:
            self.send_header("connection", "close")
            self.close_connection = True
        self.end_headers()
        if self.command == "HEAD":
            return
        self.wfile.write(answer.body[:len(answer.body) // 2] if answer.ending else answer.body)

    def _pause(self, seconds: float) -> bool:
        """Wait, but no longer than the client and the server are there. False: one of them went."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.server.stopped.wait(min(left, 0.05)) or self._client_left():
                self.close_connection = True
                return False
        return True

    def _client_left(self) -> bool:
        try:
            readable, _, _ = select.select([self.connection], [], [], 0)
            return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)
        except (OSError, ValueError):
            return True

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: the output of a lesson belongs to the lesson."""
