"""A small HTTP server on loopback that says what a test tells it to say, and keeps what it got.

Not the practice server: what the adapters send is judged here by the tests themselves.
"""

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

NEVER = object()  # an answer that does not come


@contextmanager
def serve(*answers):
    """Serve `answers` in order, the last one for ever: an object with `url` and `sent`.

    An answer is a dict or a list (JSON with status 200), a text, NEVER, a tuple (status, body) or
    (status, body, headers), or a function of the request's body that returns one of these.
    """
    sent, lock, stop = [], threading.Lock(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            request = json.loads(raw or b"null")
            with lock:
                number = len(sent)
                sent.append(
                    SimpleNamespace(
                        path=self.path,
                        body=request,
                        at=time.monotonic(),
                        headers={k.lower(): v for k, v in self.headers.items()},
                    )
                )
            answer = answers[min(number, len(answers) - 1)]
            if callable(answer):
                answer = answer(request)
            if answer is NEVER:
                stop.wait(60)
                return
            status, body, headers = (answer if isinstance(answer, tuple) else (200, answer)) + (
                ({},) if not isinstance(answer, tuple) or len(answer) == 2 else ()
            )
            data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
            kind = "text/html" if isinstance(body, str) else "application/json"
            self.send_response(status)
            for name, value in {"Content-Type": kind, **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    ).start()
    try:
        yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}", sent=sent)
    finally:
        stop.set()
        server.shutdown()
        server.server_close()


# -- bodies of the two protocols -------------------------------------------------------------------


def chat(text=None, calls=(), finish=None, usage=(3, 4, 9), **extras):
    """A chat completion."""
    message = {"role": "assistant", "content": text, **extras}
    if calls:
        message["tool_calls"] = list(calls)
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": finish or ("tool_calls" if calls else "stop"),
            }
        ],
        "usage": dict(
            zip(("prompt_tokens", "completion_tokens", "total_tokens"), usage, strict=True)
        ),
    }


def chat_call(id="call_1", name="add", arguments='{"a": 2, "b": 3}', **extras):
    """One entry of tool_calls."""
    return {
        "id": id,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
        **extras,
    }


def gemini(*parts, finish="STOP", **more):
    """A generateContent response with one candidate."""
    return {
        "candidates": [
            {"content": {"role": "model", "parts": list(parts)}, "finishReason": finish, **more}
        ],
        "usageMetadata": {
            "promptTokenCount": 10,
            "candidatesTokenCount": 4,
            "thoughtsTokenCount": 6,
            "totalTokenCount": 20,
        },
    }


def gemini_call(name="add", args=None, id=None, signature=None):
    """One functionCall part."""
    call = {"name": name, "args": {"a": 2, "b": 3} if args is None else args}
    if id:
        call["id"] = id
    part = {"functionCall": call}
    if signature:
        part["thoughtSignature"] = signature
    return part
