"""Sends and repeats requests, and reads responses."""

from __future__ import annotations

import contextlib
import time
import uuid
from typing import Any, AsyncIterator, Callable, TypeVar
from urllib.parse import quote

import httpx

from .. import retries
from ..decode import decode
from ..errors import APIError, ConnectionFailed, QuireError, StreamInterrupted, WaitTimeout, refusal
from ..events import Event, EventReader, Progress, progress
from ..pause import asleep
from ..uploads import Form

T = TypeVar("T")

PAGE = 100
"""The number of list entries per request."""
REFUSAL = 64 << 10
"""The maximum size of a refusal's text, in bytes."""
ANSWER = 300.0
"""The time that an answer without a stream may take, in seconds."""
SILENCE = 45.0
"""The time without a byte after which a stream counts as broken, in seconds. The service sends something every 15 s."""


def part(value: str) -> str:
    """Returns a value escaped as a part of a path."""
    return quote(value, safe="")


class Transport:
    """Sends requests for the methods of the client."""

    def __init__(self, server: str, key: str, retries: int, timeout: float, http: httpx.AsyncClient | None) -> None:
        server = server.rstrip("/")
        self._base = server if server.endswith("/api/v1") else server + "/api/v1"
        self._key, self._retries, self._timeout = key, retries, timeout
        self._own = http is None
        self._http = http or httpx.AsyncClient()

    async def request(self, method: str, path: str, *, query: dict[str, Any] | None = None, json: Any = None,
                      idempotency_key: str | None = None) -> Any:
        """Sends any request of the API and returns the JSON of the response. The path is the part after /api/v1."""
        return (await self._send(method, path, query=query, json=json, idempotency_key=idempotency_key)).json()

    async def _read(self, kind: type[T], method: str, path: str, **how: Any) -> T:
        return decode(kind, (await self._send(method, path, **how)).json())

    async def _rows(self, kind: type[T], method: str, path: str, **how: Any) -> list[T]:
        """Reads a list that is not paginated."""
        return [decode(kind, row) for row in (await self._send(method, path, **how)).json()["data"]]

    async def _list(self, kind: type[T], path: str, query: dict[str, Any] | None = None) -> AsyncIterator[T]:
        """Yields the entries of a list, page by page. An entry that moves to the next page in the meantime is not
        repeated."""
        skip, before = 0, set[str]()
        while True:
            page = await self.request("GET", path, query={**(query or {}), "skip": skip, "limit": PAGE})
            rows = page["data"]
            for row in rows:
                if "id" not in row or str(row["id"]) not in before:
                    yield decode(kind, row)
            before = {str(row["id"]) for row in rows if "id" in row}
            skip += len(rows)
            if not rows or skip >= page["count"]:
                return

    async def _send(self, method: str, path: str, *, query: dict[str, Any] | None = None, json: Any = None,
                    form: Form | None = None, text: str | bytes | None = None, media: str | None = None,
                    idempotency_key: str | None = None, stream: bool = False, patience: float | None = None,
                    once: bool = False) -> httpx.Response:
        """Sends a request until it succeeds or another attempt is pointless."""
        headers = {"Authorization": f"Bearer {self._key}"}
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if media is not None:
            headers["Content-Type"] = media
        for attempt in range(1, self._retries + 2):
            error: QuireError
            cause: Exception | None = None
            try:
                response = await self._once(method, self._base + path, headers, query, json, form, text, stream, patience)
                if response.status_code < 400:
                    return response
                error = await self._refused(response)
            except httpx.TransportError as e:
                error, cause = ConnectionFailed(f"{method} {path}: {str(e) or type(e).__name__}"), e
            pause = None if once else self._pause(error, attempt, form)
            if pause is None:
                raise error from cause
            await asleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _pause(self, error: QuireError, attempt: int, form: Form | None) -> float | None:
        """Returns the time to wait before another attempt, or None if there should be none."""
        if attempt > self._retries or (form is not None and not form.repeatable):
            return None
        if not isinstance(error, APIError):
            return retries.wait(attempt, None)
        return retries.wait(attempt, error.retry_after) if retries.retried(error.status, attempt) else None

    async def _once(self, method: str, address: str, headers: dict[str, str], query: dict[str, Any] | None = None,
                    json: Any = None, form: Form | None = None, text: str | bytes | None = None, stream: bool = False,
                    patience: float | None = None) -> httpx.Response:
        timeout = httpx.Timeout(self._timeout, read=SILENCE if stream else patience or self._timeout)
        params = {key: _word(value) for key, value in (query or {}).items() if value is not None}
        if form is not None:
            headers = {**headers, **form.headers()}
        request = self._http.build_request(
            method, address, headers=headers, params=params or None, json=json, timeout=timeout,
            content=form.achunks() if form is not None else text)
        response = await self._http.send(request, stream=True)
        if not stream and response.status_code < 400:
            try:
                await response.aread()
            finally:
                await response.aclose()
        return response

    async def _refused(self, response: httpx.Response) -> APIError:
        body = b""
        try:
            async for chunk in response.aiter_bytes():
                body += chunk[:REFUSAL]
                if len(body) >= REFUSAL:
                    break
        finally:
            await response.aclose()
        headers = response.headers
        return refusal(response.status_code, body, headers.get("Retry-After"), headers.get("X-Request-Id"))

    async def _events(self, response: httpx.Response, until: float | None = None) -> AsyncIterator[Event]:
        """Yields the events of a stream, until a time of the monotonic clock at the latest."""
        reader = EventReader()
        try:
            async for chunk in response.aiter_bytes():
                for event in reader.feed(chunk):
                    yield event
                if until is not None and time.monotonic() > until:
                    return
        except httpx.HTTPError as e:
            raise StreamInterrupted(f"the stream broke: {str(e) or type(e).__name__}") from e
        finally:
            await response.aclose()

    async def _wait(self, kind: type[T], path: str, over: tuple[str, ...], timeout: float | None,
                    show: Callable[[Progress], None] | None) -> T:
        """Waits until the object at the path has reached a final state: by its events or, if these are not available,
        by polling."""
        until = None if timeout is None else time.monotonic() + timeout
        follow, pause = True, retries.FIRST
        while True:
            if follow:
                follow = await self._follow(path, until, show)
            found: Any = await self._read(kind, "GET", path)
            if not follow and show is not None:
                show(Progress(found.id, found.status, None, 0, found.page_count, 0.0, None))
            if found.status in over:
                return found  # type: ignore[no-any-return]
            pause = await self._rest(path, found.status, until, pause)

    async def _poll(self, kind: type[T], path: str, over: tuple[str, ...], timeout: float | None,
                    show: Callable[[T], None] | None) -> T:
        """Polls until the object at the path has reached a final state."""
        until, pause = None if timeout is None else time.monotonic() + timeout, retries.FIRST
        while True:
            found: Any = await self._read(kind, "GET", path)
            if show is not None:
                show(found)
            if found.status in over:
                return found  # type: ignore[no-any-return]
            pause = await self._rest(path, found.status, until, pause)

    async def _rest(self, path: str, status: str, until: float | None, pause: float) -> float:
        """Waits before the next poll, and returns the time to wait before the one after it."""
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            raise WaitTimeout(f"{path} is still {status}, and processing continues")
        await asleep(pause if left is None else min(pause, left))
        return min(pause * 1.5, retries.HIGHEST)

    async def _bytes(self, path: str, query: dict[str, Any]) -> AsyncIterator[bytes]:
        """Yields the body of a response as it arrives."""
        response = await self._send("GET", path, query=query, stream=True)
        try:
            async for chunk in response.aiter_bytes():
                yield chunk
        except httpx.HTTPError as e:
            raise StreamInterrupted(f"the response was interrupted: {str(e) or type(e).__name__}") from e
        finally:
            await response.aclose()

    async def _lines(self, path: str, query: dict[str, Any]) -> AsyncIterator[bytes]:
        """Yields the lines of a response as they arrive."""
        rest: list[bytes] = []
        async for chunk in self._bytes(path, query):
            first, *more = chunk.split(b"\n")
            rest.append(first)
            for line in more:
                yield b"".join(rest)
                rest = [line]
        if any(rest):
            yield b"".join(rest)

    async def _follow(self, path: str, until: float | None, show: Callable[[Progress], None] | None) -> bool:
        """Shows the events of processing until they end, and reports whether there were any."""
        seen = False
        with contextlib.suppress(ConnectionFailed, httpx.TransportError):
            response = await self._once("GET", f"{self._base}{path}/events", {"Authorization": f"Bearer {self._key}"}, stream=True)
            if response.status_code != 200:
                await response.aclose()
                return False
            async for event in self._events(response, until):
                seen = True
                if show is not None and event.name in ("progress", "end"):
                    show(progress(event))
        return seen


def _word(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
