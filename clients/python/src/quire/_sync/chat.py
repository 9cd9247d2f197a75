# Generated from quire/_aio by make clients. Do not edit.

"""Questions and conversations."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

import httpx

from .._generated.models import AnswerMessage, CitationEvidence, Feedback, Message, Session
from ..answers import QueryAnswer, StreamEvent, stream_event
from ..decode import decode
from ..errors import StreamInterrupted
from .evals import Expected, given, pages
from .transport import ANSWER, Transport, part


def _question(collection_ids: Sequence[str] | None, file_ids: Sequence[str] | None, **said: Any) -> dict[str, Any]:
    body = {**said, "collection_ids": collection_ids and list(collection_ids), "file_ids": file_ids and list(file_ids)}
    return {key: value for key, value in body.items() if value is not None}


def _feedback(session_id: str, message_id: int) -> str:
    return f"/chat/sessions/{part(session_id)}/messages/{message_id}/feedback"


class Chat(Transport):
    """The part of the client for questions."""

    def query(self, query: str, collection_ids: Sequence[str], *, file_ids: Sequence[str] | None = None,
                    idempotency_key: str | None = None) -> QueryAnswer:
        """Answers one question from collections. A marker such as `[citation:1]` refers to the citation with the id
        1."""
        body = _question(collection_ids, file_ids, query=query)
        response = self._send("POST", "/query", json=body, idempotency_key=idempotency_key, patience=ANSWER)
        answer = decode(QueryAnswer, response.json())
        answer.query_id = response.headers.get("X-Query-Id")
        return answer

    def stream_query(self, query: str, collection_ids: Sequence[str], *, file_ids: Sequence[str] | None = None,
                           idempotency_key: str | None = None) -> Iterator[StreamEvent[QueryAnswer]]:
        """Yields the steps towards the answer, its words as they are written, and finally the answer itself, which is
        authoritative."""
        body = _question(collection_ids, file_ids, query=query, stream=True)
        response = self._send("POST", "/query", json=body, idempotency_key=idempotency_key, stream=True)
        for event in self._answer(QueryAnswer, response):
            if isinstance(event, QueryAnswer):
                event.query_id = response.headers.get("X-Query-Id")
            yield event

    def query_evidence(self, query_id: str) -> list[CitationEvidence]:
        """Returns the words that the citations of an answer quote, with their pages and boxes."""
        return decode(list[CitationEvidence], (self.request("GET", f"/query/{part(query_id)}/evidence"))["data"])

    def create_session(self, collection_ids: Sequence[str], *, title: str | None = None,
                             idempotency_key: str | None = None) -> Session:
        """Starts a conversation about collections."""
        body = _question(collection_ids, None, title=title)
        return self._read(Session, "POST", "/chat/sessions", json=body, idempotency_key=idempotency_key)

    def get_session(self, id: str) -> Session:
        """Returns a conversation."""
        return self._read(Session, "GET", f"/chat/sessions/{part(id)}")

    def list_sessions(self, *, search: str | None = None, collection_id: str | None = None) -> Iterator[Session]:
        """Yields conversations, most recently changed first."""
        return self._list(Session, "/chat/sessions", {"search": search, "collection_id": collection_id})

    def rename_session(self, id: str, title: str) -> Session:
        """Changes the title of a conversation."""
        return self._read(Session, "PATCH", f"/chat/sessions/{part(id)}", json={"title": title})

    def delete_session(self, id: str) -> None:
        """Deletes a conversation with its messages."""
        self._send("DELETE", f"/chat/sessions/{part(id)}")

    def list_messages(self, session_id: str) -> Iterator[Message]:
        """Yields the messages of a conversation, oldest first."""
        return self._list(Message, f"/chat/sessions/{part(session_id)}/messages")

    def send_message(self, session_id: str, content: str, *, file_ids: Sequence[str] | None = None,
                           collection_ids: Sequence[str] | None = None,
                           idempotency_key: str | None = None) -> AnswerMessage:
        """Asks the next question in a conversation. `collection_ids` permanently moves it to other collections."""
        body = _question(collection_ids, file_ids, content=content)
        path = f"/chat/sessions/{part(session_id)}/messages"
        return self._read(AnswerMessage, "POST", path, json=body, idempotency_key=idempotency_key, patience=ANSWER)

    def stream_message(self, session_id: str, content: str, *, file_ids: Sequence[str] | None = None,
                             collection_ids: Sequence[str] | None = None,
                             idempotency_key: str | None = None) -> Iterator[StreamEvent[AnswerMessage]]:
        """Yields the steps towards the answer, its words as they are written, and finally the answer itself, which is
        authoritative."""
        body = _question(collection_ids, file_ids, content=content, stream=True)
        path = f"/chat/sessions/{part(session_id)}/messages"
        response = self._send("POST", path, json=body, idempotency_key=idempotency_key, stream=True)
        for event in self._answer(AnswerMessage, response):
            yield event

    def message_evidence(self, session_id: str, message_id: int) -> list[CitationEvidence]:
        """Returns the words that the citations of a message quote, with their pages and boxes."""
        path = f"/chat/sessions/{part(session_id)}/messages/{message_id}/evidence"
        return decode(list[CitationEvidence], (self.request("GET", path))["data"])

    def give_feedback(self, session_id: str, message_id: int, rating: str, *, comment: str | None = None,
                            eval_id: str | None = None, expected: Expected | None = None, words: Sequence[str] | None = None,
                            refused: bool | None = None, idempotency_key: str | None = None) -> Feedback:
        """Rates an answer `up` or `down`. Together with the expected answer it becomes a case of an evaluation."""
        body = given(rating=rating, comment=comment, eval_id=eval_id, expected=pages(expected), words=words and list(words),
                     refused=refused)
        path = _feedback(session_id, message_id)
        return self._read(Feedback, "POST", path, json=body, idempotency_key=idempotency_key)

    def get_feedback(self, session_id: str, message_id: int) -> Feedback:
        """Returns the feedback on an answer."""
        return self._read(Feedback, "GET", _feedback(session_id, message_id))

    def delete_feedback(self, session_id: str, message_id: int) -> None:
        """Deletes the feedback on an answer."""
        self._send("DELETE", _feedback(session_id, message_id))

    def _answer(self, kind: type[Any], response: httpx.Response) -> Iterator[Any]:
        """Yields the events of an answer. A stream without a final event was interrupted."""
        for event in self._events(response):
            read = stream_event(kind, event)
            if read is not None:
                yield read
            if isinstance(read, kind):
                return
        raise StreamInterrupted("the stream ended before the answer did")
