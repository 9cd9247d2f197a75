"""What can go wrong, as types."""

from __future__ import annotations

import json
from typing import Any


class QuireError(Exception):
    """Whatever this client raises."""


class ConnectionFailed(QuireError):
    """There was no response: the service cannot be reached, or the connection broke."""


class StreamInterrupted(ConnectionFailed):
    """A stream ended before its last event. The service keeps what it had written of an answer."""


class WaitTimeout(QuireError, TimeoutError):
    """The time given for waiting is over; processing goes on."""


class ProcessingFailed(QuireError):
    """A document or file could not be processed; the message says why."""


class AnswerFailed(QuireError):
    """The answer could not be written, as the last event of its stream says."""


class SignatureInvalid(QuireError):
    """A webhook was not signed with any of the secrets, or too long ago."""


class APIError(QuireError):
    """The service refused a request."""

    def __init__(self, status: int, message: str, *, kind: str = "api_error", request_id: str | None = None,
                 retry_after: str | None = None, problems: list[dict[str, Any]] | None = None) -> None:
        super().__init__(message)
        self.status = status
        """The status of the response."""
        self.message = message
        """What is wrong, in words for people."""
        self.type = kind
        """The kind of error, such as not_found_error."""
        self.request_id = request_id
        """By which the request is found in the service's log."""
        self.retry_after = retry_after
        """The header Retry-After, as it was sent."""
        self.problems = problems or []
        """Each field that is invalid: loc, msg, type."""


class InvalidRequest(APIError):
    """400: the request as a whole makes no sense to the service."""


class AuthenticationFailed(APIError):
    """401: the key is missing, wrong, expired or revoked."""


class PermissionDenied(APIError):
    """403: the key may not do this, or the account stores as much as it may."""


class NotFound(APIError):
    """404: it does not exist, or belongs to another account."""


class Conflict(APIError):
    """409: the name is taken, or the object is not in a state that allows this."""


class TooLarge(APIError):
    """413: the file or body is larger than the service takes."""


class ValidationFailed(APIError):
    """422: fields of the request are invalid; `problems` names each."""


class RateLimited(APIError):
    """429: too many requests, or the day's pages are used up."""


class ServerError(APIError):
    """5xx: the service failed."""


class Unavailable(ServerError):
    """503: something that the service needs cannot be reached at present."""


_BY_STATUS: dict[int, type[APIError]] = {
    400: InvalidRequest, 401: AuthenticationFailed, 403: PermissionDenied, 404: NotFound, 409: Conflict, 413: TooLarge,
    422: ValidationFailed, 429: RateLimited, 503: Unavailable,
}


def refusal(status: int, body: bytes, retry_after: str | None, request_id: str | None) -> APIError:
    """Reads the error of a response."""
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else APIError)
    try:
        said = json.loads(body)
        error = said["error"]
        message, name, detail = str(error["message"]), str(error["type"]), said.get("detail")
    except (ValueError, KeyError, TypeError):
        message, name, detail = f"the service answered {status}", "api_error", None
    problems = detail if isinstance(detail, list) else None
    return kind(status, message, kind=name, request_id=request_id, retry_after=retry_after, problems=problems)
