"""Waiting, in synchronous and asynchronous programs."""

from __future__ import annotations

import asyncio
import time


def sleep(seconds: float) -> None:
    """Waits."""
    time.sleep(seconds)


async def asleep(seconds: float) -> None:
    """Waits, and lets other tasks run."""
    await asyncio.sleep(seconds)
