"""The client."""

from __future__ import annotations

import os

import httpx

from ..errors import QuireError
from .account import Administration
from .batches import Batches
from .chat import Chat
from .collections import Collections
from .definitions import Definitions
from .documents import Documents
from .evals import Evals
from .sources import Sources


class AsyncClient(Documents, Batches, Definitions, Collections, Sources, Chat, Evals, Administration):
    """A client of one service, for one key.

    `server` is its address, by default QUIRE_SERVER or http://localhost:8080. `key` is an API key, by default
    QUIRE_API_KEY. `retries` is how often to repeat a request that failed for a temporary reason. `timeout` is the time
    that a response may take, in seconds. `http` replaces the client's own httpx client and is not closed.
    """

    def __init__(self, server: str | None = None, key: str | None = None, *, retries: int = 3, timeout: float = 60,
                 http: httpx.AsyncClient | None = None) -> None:
        key = key or os.environ.get("QUIRE_API_KEY")
        if not key:
            raise QuireError("a key is required: give key, or set QUIRE_API_KEY")
        super().__init__(server or os.environ.get("QUIRE_SERVER") or "http://localhost:8080", key, retries, timeout, http)

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
