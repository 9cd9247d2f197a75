"""The types of responses."""

from ._generated.models import *  # noqa: F403
