"""A client of Quire, which turns documents into Markdown, structured data and cited answers.

    import quire

    with quire.Client() as client:
        print(client.convert("report.pdf"))

AsyncClient has the same methods for asynchronous programs. Types of what the service returns are in quire.types, errors
are those of quire.errors.
"""

from . import types
from ._aio import AsyncClient
from ._sync import Client
from .answers import QueryAnswer
from .errors import (
    AnswerFailed,
    APIError,
    AuthenticationFailed,
    Conflict,
    ConnectionFailed,
    InvalidRequest,
    NotFound,
    PermissionDenied,
    ProcessingFailed,
    QuireError,
    RateLimited,
    ServerError,
    SignatureInvalid,
    StreamInterrupted,
    TooLarge,
    Unavailable,
    ValidationFailed,
    WaitTimeout,
)
from .events import Delta, Progress, Status
from .webhooks import verify_webhook

__all__ = [
    "AnswerFailed", "APIError", "AsyncClient", "AuthenticationFailed", "Client", "Conflict", "ConnectionFailed", "Delta",
    "InvalidRequest", "NotFound", "PermissionDenied", "ProcessingFailed", "Progress", "QueryAnswer", "QuireError",
    "RateLimited", "ServerError", "SignatureInvalid", "Status", "StreamInterrupted", "TooLarge", "Unavailable",
    "ValidationFailed", "WaitTimeout", "types", "verify_webhook",
]
