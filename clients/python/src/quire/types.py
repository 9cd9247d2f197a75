"""Types of what the service returns."""

from ._generated.models import *  # noqa: F403
