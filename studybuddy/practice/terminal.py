"""`studybuddy practice`: the practice server in a terminal, for programs in any language."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from studybuddy.practice.handle import Seen


def run(port: int = 0, key: str | None = None, faults: list[str] | None = None,
        today: str | None = None, *, write: Callable[[str], None] = print,
        stop: threading.Event | None = None) -> int:
    """Serve until Ctrl-C, or until `stop` is set. Returns the exit code.

    `faults` are names from the fault dial, one after the other. The key is shown: without it the
    server cannot be used, and it ends with the server.
    """
    def show(seen: Seen) -> None:
        fault = f"  fault: {seen.fault}" if seen.fault else ""
        write(f"{seen.status}  {seen.method} {seen.path}  {seen.model}{fault}")

    from studybuddy.practice import faults as dial
    from studybuddy.practice.server import serve

    try:
        wrong = [dial.at(name, number) for number, name in enumerate(faults or [], 1)]
        server = serve(faults=wrong, today=today, key=key, port=port, on_request=show)
    except (ValueError, OSError, OverflowError) as error:
        write(f"The practice server did not start: {error}")
        return 1
    stop = stop or threading.Event()
    with server:
        write("The practice server follows fixed rules. It is no language model.\n"
              f"  OpenAI clients   LLM_BASE_URL={server.openai_base_url}  "
              f"LLM_API_KEY={server.key}\n"
              f"  Gemini clients   base URL {server.gemini_base_url}  GEMINI_API_KEY={server.key}\n"
              "Stop it with Ctrl-C.")
        try:
            while not stop.wait(0.2):  # in pieces, so that Ctrl-C is heard on Windows
                pass
        except KeyboardInterrupt:
            write("Stopped.")
    return 0
