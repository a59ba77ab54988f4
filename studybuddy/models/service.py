"""What the models behind a service share: one request that can be ended, tried again, explained."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from studybuddy.models import retry
from studybuddy.models.base import ModelError
from studybuddy.models.errors import Service, ServiceError, bad_address, bad_key, explain, timed_out
from studybuddy.models.waiting import abandonable

TIMEOUT = 120.0  # seconds for one request: a model that thinks may need a minute and more
CONNECT = 10.0  # seconds to reach the service at all

SCHEMA, JSON, PLAIN = "schema", "json", "plain"
MODES = (SCHEMA, JSON, PLAIN)  # how an answer of a given shape is asked for, best first

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
R = TypeVar("R")


class ServiceModel:
    """A model behind a service. `model` is its name there; `temperature` is sent only when set.

    `timeout` is the number of seconds that one request may take.
    """

    picked: str  # why this model answers: see `studybuddy.models.choose`

    def __init__(self, service: Service, temperature: float | None, timeout: float):
        self.service = service
        self.temperature = temperature
        self.timeout = timeout
        self._mode = SCHEMA
        self._making = threading.Lock()

    @property
    def model(self) -> str:
        """The model's name, as the service knows it."""
        return self.service.model

    def __repr__(self) -> str:
        return f"{type(self).__name__}(model={self.model!r}, base_url={self.service.address!r})"

    def _persist(self, send: Callable[[], T], read: Callable[[T], R],
                 cancel: threading.Event | None, on_event: Callable[[dict], None] | None) -> R:
        """`read(send())`, where `send` may block; faults become ServiceErrors, some are retried."""

        def once() -> R:
            failure: ServiceError
            try:
                return read(abandonable(send, cancel, self.timeout))
            except ModelError:
                raise
            except TimeoutError:
                failure = timed_out(self.service)
            except Exception as error:
                failure = explain(error, self.service)
            # Outside of `except`, so that the SDK's own error, which may hold the key in a
            # header or an address, is no part of what a notebook shows.
            raise failure

        return retry.persist(once, cancel=cancel, on_event=on_event)

    def _in_best_mode(self, schema: dict | None, ask: Callable[[str], T]) -> T:
        """`ask(mode)` in the best mode that the service takes; what it refuses is remembered."""
        if schema is None:
            return ask(PLAIN)
        first = MODES.index(self._mode)
        for mode in MODES[first:]:
            try:
                result = ask(mode)
            except ServiceError as error:
                refused = error.kind == "bad_response" and error.status in (400, 404, 422, 501)
                if mode == PLAIN or not refused:
                    raise
            else:
                self._mode = mode
                return result
        raise AssertionError("not reached: plain is the last mode")


def in_words(schema: dict) -> str:
    """The wish for an answer of this shape in words, for services without a mode for it."""
    return ("Answer with one JSON object and nothing else. It must fit this JSON Schema: "
            + json.dumps(schema, ensure_ascii=False))


def setting(name: str, given: str | None, default: str | None = None,
            outside: Path | str | None = None) -> tuple[str | None, str]:
    """(value, where a learner changes it): the argument, else the environment, else `default`."""
    from studybuddy import environment

    if given:
        return given, "the program"
    return environment.get(name, default, outside=outside), name


def check(key: str | None, address: str, service: Service) -> None:
    """Raise ModelError for a key or an address that cannot be used at all."""
    from urllib.parse import urlsplit

    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise bad_key(service)
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise bad_address(service)
