"""The events in the stream of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, Union

from ._generated.models import Answer
from .decode import decode
from .events import Delta, Event, Status, failure

T = TypeVar("T")

StreamEvent = Union[Status, Delta, T]
"""The steps, the words of the answer, and finally the answer."""


@dataclass(kw_only=True)
class QueryAnswer(Answer):
    """An answer with its citations."""

    query_id: str | None = None
    """For query_evidence. It is None for an answer that was stored under an idempotency key."""


def stream_event(kind: type[T], event: Event) -> StreamEvent[T] | None:
    """Decodes an event of an answer. Returns None for an event that this client does not know, and raises AnswerFailed for
    the last event of an answer that could not be written."""
    said: dict[str, Any] = event.read()
    if event.name == "status":
        return Status(step=said.get("step", ""), heading=said.get("heading", ""))
    if event.name == "delta":
        return Delta(text=said.get("text", ""))
    if event.name == "complete":
        return decode(kind, said)
    if event.name == "error":
        raise failure(event)
    return None
