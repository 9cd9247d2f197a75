"""The client."""

from .client import AsyncClient

__all__ = ["AsyncClient"]
