"""The types of errors."""

from __future__ import annotations

import json
from typing import Any


class QuireError(Exception):
    """The base class of all errors that this client raises."""


class ConnectionFailed(QuireError):
    """There was no response: the service cannot be reached, or the connection broke."""


class StreamInterrupted(ConnectionFailed):
    """A stream ended before its last event. The service keeps what it had written of an answer."""


class WaitTimeout(QuireError, TimeoutError):
    """The time limit for waiting has passed. Processing continues."""


class ProcessingFailed(QuireError):
    """A document or file could not be processed. The message says why."""


class AnswerFailed(QuireError):
    """The answer could not be written, according to the last event of its stream."""


class SignatureInvalid(QuireError):
    """A webhook was not signed with any of the secrets, or was signed too long ago."""


class APIError(QuireError):
    """The service refused a request."""

    def __init__(self, status: int, message: str, *, kind: str = "api_error", request_id: str | None = None,
                 retry_after: str | None = None, problems: list[dict[str, Any]] | None = None) -> None:
        super().__init__(message)
        self.status = status
        """The status of the response."""
        self.message = message
        """The problem, in words for people."""
        self.type = kind
        """The kind of error, such as not_found_error."""
        self.request_id = request_id
        """The id to find the request in the service's log."""
        self.retry_after = retry_after
        """The header Retry-After, unchanged."""
        self.problems = problems or []
        """The invalid fields: loc, msg, type."""


class InvalidRequest(APIError):
    """400: the request as a whole is invalid."""


class AuthenticationFailed(APIError):
    """401: the key is missing, wrong, expired or revoked."""


class PermissionDenied(APIError):
    """403: the key may not do this, or the account's storage is full."""


class NotFound(APIError):
    """404: the object does not exist, or belongs to another account."""


class Conflict(APIError):
    """409: the name is taken, or the object is not in a state that allows this."""


class TooLarge(APIError):
    """413: the file or body is larger than the service accepts."""


class ValidationFailed(APIError):
    """422: fields of the request are invalid. `problems` names them."""


class RateLimited(APIError):
    """429: too many requests, or the pages for today are used up."""


class ServerError(APIError):
    """5xx: the service failed."""


class Unavailable(ServerError):
    """503: the service cannot reach something that it needs."""


_BY_STATUS: dict[int, type[APIError]] = {
    400: InvalidRequest, 401: AuthenticationFailed, 403: PermissionDenied, 404: NotFound, 409: Conflict, 413: TooLarge,
    422: ValidationFailed, 429: RateLimited, 503: Unavailable,
}


def refusal(status: int, body: bytes, retry_after: str | None, request_id: str | None) -> APIError:
    """Decodes the error in a response."""
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else APIError)
    try:
        said = json.loads(body)
        error = said["error"]
        message, name, detail = str(error["message"]), str(error["type"]), said.get("detail")
    except (ValueError, KeyError, TypeError):
        message, name, detail = f"the service answered {status}", "api_error", None
    problems = detail if isinstance(detail, list) else None
    return kind(status, message, kind=name, request_id=request_id, retry_after=retry_after, problems=problems)
