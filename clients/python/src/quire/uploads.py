"""Files to be sent: paths, bytes and streams."""

from __future__ import annotations

import os
import secrets
from typing import Any, AsyncIterable, AsyncIterator, BinaryIO, Callable, Iterable, Iterator, Union

Source = Union[str, "os.PathLike[str]", bytes, BinaryIO, Iterable[bytes], AsyncIterable[bytes]]
"""A path, bytes, an open file, or something that yields bytes."""

UploadProgress = Callable[[int, Union[int, None]], None]
"""Is told how many bytes of a file were sent, and how many there are: None if that is not known."""

CHUNK = 64 << 10
"""How much is sent at a time, in bytes."""


class Form:
    """A form with at most one file, which is streamed. It may be sent again if its file can be read again."""

    def __init__(self, fields: dict[str, Any], source: Source | None = None, name: str | None = None,
                 progress: UploadProgress | None = None) -> None:
        self._fields = {key: _text(value) for key, value in fields.items() if value is not None}
        self._source, self._name, self._progress = source, name or _name(source), progress
        self._boundary = secrets.token_hex(16)
        self._start = _position(source)
        self._begun = False

    @property
    def repeatable(self) -> bool:
        """Whether the form can be sent now, for the first time or again."""
        again = self._source is None or isinstance(self._source, (str, bytes, os.PathLike)) or self._start is not None
        return again or not self._begun

    def headers(self) -> dict[str, str]:
        """Returns the headers of the body."""
        headers = {"Content-Type": f"multipart/form-data; boundary={self._boundary}"}
        size = self._size()
        if size is not None:
            headers["Content-Length"] = str(len(self._head()) + size + len(self._tail()))
        return headers

    def chunks(self) -> Iterator[bytes]:
        """Yields the body."""
        yield self._head()
        sent, size = 0, self._size()
        self._begun = True
        for chunk in self._content():
            yield chunk
            sent += len(chunk)
            if self._progress is not None:
                self._progress(sent, size)
        yield self._tail()

    async def achunks(self) -> AsyncIterator[bytes]:
        """Yields the body."""
        if not isinstance(self._source, AsyncIterable):
            for chunk in self.chunks():
                yield chunk
            return
        yield self._head()
        sent, self._begun = 0, True
        async for chunk in self._source:
            yield chunk
            sent += len(chunk)
            if self._progress is not None:
                self._progress(sent, None)
        yield self._tail()

    def _head(self) -> bytes:
        parts = [
            f'--{self._boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in self._fields.items()
        ]
        if self._source is not None:
            parts.append(
                f'--{self._boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_quoted(self._name)}"\r\n'
                "Content-Type: application/octet-stream\r\n\r\n")
        return "".join(parts).encode()

    def _tail(self) -> bytes:
        return ("\r\n" if self._source is not None else "").encode() + f"--{self._boundary}--\r\n".encode()

    def _size(self) -> int | None:
        if self._source is None:
            return 0
        if isinstance(self._source, bytes):
            return len(self._source)
        if isinstance(self._source, (str, os.PathLike)):
            return os.stat(self._source).st_size
        if self._start is None:
            return None
        here: Any = self._source
        size = here.seek(0, os.SEEK_END) - self._start
        here.seek(self._start)
        return int(size)

    def _content(self) -> Iterator[bytes]:
        source: Any = self._source
        if isinstance(source, bytes):
            yield from (source[i:i + CHUNK] for i in range(0, len(source), CHUNK))
        elif isinstance(source, (str, os.PathLike)):
            with open(source, "rb") as file:
                yield from iter(lambda: file.read(CHUNK), b"")
        elif hasattr(source, "read"):
            if self._start is not None:
                source.seek(self._start)
            yield from iter(lambda: source.read(CHUNK), b"")
        elif source is not None:
            yield from source


def _position(source: Source | None) -> int | None:
    """Returns where a file that can be read again begins, and None for everything else."""
    if not (hasattr(source, "seekable") and hasattr(source, "read")):
        return None
    file: Any = source
    return int(file.tell()) if file.seekable() else None


def _name(source: Source | None) -> str:
    path = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", None)
    if isinstance(path, (str, os.PathLike)):
        return os.path.basename(os.fspath(path))
    return "file"


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
