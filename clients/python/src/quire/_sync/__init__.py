# Generated from quire/_aio by make clients. Do not edit.

"""The client."""

from .client import Client

__all__ = ["Client"]
