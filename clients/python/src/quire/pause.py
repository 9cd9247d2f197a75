"""Waiting, in both kinds of programs."""

from __future__ import annotations

import asyncio
import time


def sleep(seconds: float) -> None:
    """Waits."""
    time.sleep(seconds)


async def asleep(seconds: float) -> None:
    """Waits, and lets others work."""
    await asyncio.sleep(seconds)
