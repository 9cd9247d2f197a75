"""Server-Sent Events, and what those of this service say."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Iterator

from .errors import AnswerFailed, StreamInterrupted

LONGEST = 16 << 20
"""The longest event that is read, in bytes."""


@dataclass
class Event:
    """One event of a stream."""

    name: str
    data: str

    def read(self) -> dict[str, Any]:
        """Returns its data; whatever is no object is an empty one."""
        try:
            value = json.loads(self.data)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}


@dataclass
class EventReader:
    """Cuts the bytes of a stream into events, wherever the bytes are cut."""

    _rest: bytearray = field(default_factory=bytearray)
    _name: str = ""
    _data: list[str] = field(default_factory=list)
    _held: int = 0

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yields the events that the next bytes complete."""
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
    """How far the processing of a document or file has come."""

    id: str
    status: str
    step: str | None
    """queued, fetch, convert, finish or embed; None when nothing is left to do."""
    pages_done: int
    pages_total: int | None
    """None until it is known."""
    seconds: float
    """How long it has taken so far."""
    error: str | None
    """Why it failed."""


def progress(event: Event) -> Progress:
    """Reads an event of processing."""
    said = event.read()
    return Progress(
        id=said.get("id", ""), status=said.get("status", ""), step=said.get("step"), pages_done=said.get("pages_done") or 0,
        pages_total=said.get("pages_total"), seconds=said.get("seconds") or 0.0, error=said.get("error"))


@dataclass
class Status:
    """What is being done for an answer."""

    step: str
    heading: str
    """For people."""


@dataclass
class Delta:
    """The next words of an answer."""

    text: str


def failure(event: Event) -> AnswerFailed:
    """Reads the event of an answer that could not be written."""
    error = event.read().get("error")
    return AnswerFailed(error.get("message", "") if isinstance(error, dict) else "the answer could not be written")
