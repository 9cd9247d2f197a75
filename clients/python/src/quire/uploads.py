"""Files to be sent: paths, bytes and streams."""

from __future__ import annotations

import os
import secrets
from typing import Any, AsyncIterable, AsyncIterator, BinaryIO, Callable, Iterable, Iterator, Sequence, Union

Source = Union[str, "os.PathLike[str]", bytes, BinaryIO, Iterable[bytes], AsyncIterable[bytes]]
"""A path, bytes, an open file, or something that yields bytes."""

UploadProgress = Callable[[int, Union[int, None]], None]
"""Gets the number of bytes of a file that were sent, and their total number, or None if that is unknown."""

CHUNK = 64 << 10
"""The size of the pieces in which files are sent, in bytes."""


class Upload:
    """One file of a form."""

    def __init__(self, source: Source, name: str | None = None) -> None:
        self.source, self.name = source, name or _name(source)
        self._start = _position(source)
        self._begun = False

    @property
    def repeatable(self) -> bool:
        """Whether the file can be sent now, for the first time or again."""
        return isinstance(self.source, (str, bytes, os.PathLike)) or self._start is not None or not self._begun

    def size(self) -> int | None:
        """Returns the number of bytes, or None if that is unknown."""
        if isinstance(self.source, bytes):
            return len(self.source)
        if isinstance(self.source, (str, os.PathLike)):
            return os.stat(self.source).st_size
        if self._start is None:
            return None
        here: Any = self.source
        size = here.seek(0, os.SEEK_END) - self._start
        here.seek(self._start)
        return int(size)

    def chunks(self) -> Iterator[bytes]:
        """Yields the content."""
        self._begun = True
        source: Any = self.source
        if isinstance(source, bytes):
            yield from (source[i:i + CHUNK] for i in range(0, len(source), CHUNK))
        elif isinstance(source, (str, os.PathLike)):
            with open(source, "rb") as file:
                yield from iter(lambda: file.read(CHUNK), b"")
        elif hasattr(source, "read"):
            if self._start is not None:
                source.seek(self._start)
            yield from iter(lambda: source.read(CHUNK), b"")
        else:
            yield from source

    async def achunks(self) -> AsyncIterator[bytes]:
        """Yields the content."""
        if isinstance(self.source, AsyncIterable):
            self._begun = True
            async for chunk in self.source:
                yield chunk
            return
        for chunk in self.chunks():
            yield chunk


class Form:
    """A form with files, which are streamed. It can be sent again if each file can be read again."""

    def __init__(self, fields: dict[str, Any], files: Sequence[Upload] = (), key: str = "file",
                 progress: UploadProgress | None = None) -> None:
        self._fields = {key: _text(value) for key, value in fields.items() if value is not None}
        self._files, self._key, self._progress = list(files), key, progress
        self._boundary = secrets.token_hex(16)

    @property
    def repeatable(self) -> bool:
        """Whether the form can be sent now, for the first time or again."""
        return all(file.repeatable for file in self._files)

    def headers(self) -> dict[str, str]:
        """Returns the headers that describe the body."""
        headers = {"Content-Type": f"multipart/form-data; boundary={self._boundary}"}
        size = self._size()
        if size is not None:
            around = len(self._head()) + len(self._tail()) + sum(len(self._before(file)) + len(_END) for file in self._files)
            headers["Content-Length"] = str(around + size)
        return headers

    def chunks(self) -> Iterator[bytes]:
        """Yields the body."""
        sent, size = 0, self._size()
        yield self._head()
        for file in self._files:
            yield self._before(file)
            for chunk in file.chunks():
                yield chunk
                sent += len(chunk)
                self._show(sent, size)
            yield _END
        yield self._tail()

    async def achunks(self) -> AsyncIterator[bytes]:
        """Yields the body."""
        sent, size = 0, self._size()
        yield self._head()
        for file in self._files:
            yield self._before(file)
            async for chunk in file.achunks():
                yield chunk
                sent += len(chunk)
                self._show(sent, size)
            yield _END
        yield self._tail()

    def _show(self, sent: int, size: int | None) -> None:
        if self._progress is not None:
            self._progress(sent, size)

    def _head(self) -> bytes:
        return "".join(
            f'--{self._boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in self._fields.items()
        ).encode()

    def _before(self, file: Upload) -> bytes:
        return (
            f'--{self._boundary}\r\nContent-Disposition: form-data; name="{self._key}"; filename="{_quoted(file.name)}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n").encode()

    def _tail(self) -> bytes:
        return f"--{self._boundary}--\r\n".encode()

    def _size(self) -> int | None:
        sizes = [file.size() for file in self._files]
        return None if None in sizes else sum(size or 0 for size in sizes)


def one(source: Source | None, name: str | None) -> list[Upload]:
    """Returns the files of a form that has at most one."""
    return [] if source is None else [Upload(source, name)]


_END = b"\r\n"


def _position(source: Source) -> int | None:
    """Returns the start position of a file that can be read again, or None for everything else."""
    if not (hasattr(source, "seekable") and hasattr(source, "read")):
        return None
    file: Any = source
    return int(file.tell()) if file.seekable() else None


def _name(source: Source) -> str:
    path = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", None)
    if isinstance(path, (str, os.PathLike)):
        return os.path.basename(os.fspath(path))
    return "file"


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
