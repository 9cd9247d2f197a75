"""Reads JSON into the generated types."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from datetime import date, datetime
from typing import Any, TypeVar

T = TypeVar("T")


def decode(kind: type[T], value: Any) -> T:
    """Returns the value as an instance of the type.

    Other versions of the service may send more or fewer fields. Unknown fields and values are not an error, and a missing
    field is None.
    """
    return typing.cast(T, _decode(kind, value))


def _decode(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        kind = next(member for member in typing.get_args(kind) if member is not type(None))
        return _decode(kind, value)
    if origin is list and isinstance(value, list):
        (member,) = typing.get_args(kind)
        return [_decode(member, one) for one in value]
    if dataclasses.is_dataclass(kind) and isinstance(value, dict):
        return _object(kind, value)
    if kind is datetime and isinstance(value, str):
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    if kind is date and isinstance(value, str):
        return date.fromisoformat(value)
    return value


def _object(kind: Any, value: dict[str, Any]) -> Any:
    given = {}
    for name, member, optional in _members(kind):
        if name in value:
            given[name] = _decode(member, value[name])
        elif not optional:
            given[name] = None
    return kind(**given)


@functools.cache
def _members(kind: Any) -> list[tuple[str, Any, bool]]:
    hints = typing.get_type_hints(kind)
    return [(f.name, hints[f.name], f.default is not dataclasses.MISSING) for f in dataclasses.fields(kind)]
