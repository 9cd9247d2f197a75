"""Decides when to repeat a request. clients/README.md has the rules of all clients."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

LONGEST = 60.0
"""The maximum wait before another attempt, in seconds. If the service asks for more, there is no other attempt."""
FIRST = 0.5
"""The wait after the first attempt, in seconds, if the service does not set one. It doubles with every attempt."""
HIGHEST = 8.0
"""The limit of this growth."""

_STATUSES = frozenset({408, 429, 500, 502, 503, 504})


def retried(status: int, attempt: int) -> bool:
    """Reports whether a request that was refused with this status may succeed next time. Attempts count from 1.

    That includes Conflict after the first attempt, which may still be running under the same idempotency key.
    """
    return status in _STATUSES or (status == 409 and attempt > 1)


def wait(attempt: int, retry_after: str | None, now: datetime | None = None) -> float | None:
    """Returns the wait after an attempt, in seconds, or None if there should be no other attempt."""
    told = _seconds(retry_after, now or datetime.now(timezone.utc))
    if told is None:
        return backoff(attempt) * random.uniform(0.5, 1)
    return told if told <= LONGEST else None


def backoff(attempt: int) -> float:
    """Returns the maximum wait after an attempt, in seconds, if the service does not set one."""
    return min(HIGHEST, FIRST * 2.0 ** min(attempt - 1, 10))


def _seconds(retry_after: str | None, now: datetime) -> float | None:
    text = (retry_after or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - now).total_seconds())
