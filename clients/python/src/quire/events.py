"""Server-Sent Events, and the events of this service."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Iterator

from .errors import AnswerFailed, StreamInterrupted

LONGEST = 16 << 20
"""The maximum length of an event, in bytes."""


@dataclass
class Event:
    """One event of a stream."""

    name: str
    data: str

    def read(self) -> dict[str, Any]:
        """Returns the data, or an empty object if it is not an object."""
        try:
            value = json.loads(self.data)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}


@dataclass
class EventReader:
    """Splits a stream into events. It accepts the bytes in pieces of any size."""

    _rest: bytearray = field(default_factory=bytearray)
    _name: str = ""
    _data: list[str] = field(default_factory=list)
    _held: int = 0

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yields the events completed by the next bytes."""
        self._rest += chunk
        lines: list[bytearray] = []
        if b"\n" in chunk:
            lines = self._rest.split(b"\n")
            self._rest = lines.pop()
        if len(self._rest) + self._held > LONGEST:
            raise StreamInterrupted(f"an event has more than {LONGEST >> 20} MB")
        for line in lines:
            event = self._line(line.rstrip(b"\r").decode("utf-8", "replace"))
            if event is not None:
                yield event

    def _line(self, line: str) -> Event | None:
        if line == "":
            name, data = self._name, self._data
            self._name, self._data, self._held = "", [], 0
            return Event(name or "message", "\n".join(data)) if data else None
        key, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if key == "event":
            self._name = value
        elif key == "data":
            self._data.append(value)
            self._held += len(value) + 1
        return None


@dataclass
class Progress:
    """The progress of the processing of a document or file."""

    id: str
    status: str
    step: str | None
    """queued, fetch, convert, finish or embed, or None if nothing is left to do."""
    pages_done: int
    pages_total: int | None
    """None while unknown."""
    seconds: float
    """The time that it has taken so far."""
    error: str | None
    """The reason for a failure."""


def progress(event: Event) -> Progress:
    """Decodes an event about processing."""
    said = event.read()
    return Progress(
        id=said.get("id", ""), status=said.get("status", ""), step=said.get("step"), pages_done=said.get("pages_done") or 0,
        pages_total=said.get("pages_total"), seconds=said.get("seconds") or 0.0, error=said.get("error"))


@dataclass
class Status:
    """A step towards an answer."""

    step: str
    heading: str
    """The step in words for people."""


@dataclass
class Delta:
    """The next words of an answer."""

    text: str


def failure(event: Event) -> AnswerFailed:
    """Decodes the event of an answer that could not be written."""
    error = event.read().get("error")
    return AnswerFailed(error.get("message", "") if isinstance(error, dict) else "the answer could not be written")
