# Generated from quire/_aio by make clients. Do not edit.

"""Collections, their files, and searches."""

from __future__ import annotations

from typing import Iterator, Callable, Sequence

from .._generated.models import Collection, File, FileWithLinks, FoundPassage, FoundPassages, Page, PageHead, Version
from ..events import Progress
from ..uploads import Form, Source, UploadProgress, one
from .transport import Transport, part

OVER = ("ready", "failed", "stored")


def _files(collection_id: str) -> str:
    return f"/collections/{part(collection_id)}/files"


def _file(collection_id: str, file_id: str) -> str:
    return f"{_files(collection_id)}/{part(file_id)}"


class Collections(Transport):
    """The part of the client for collections."""

    def create_collection(self, name: str, *, idempotency_key: str | None = None) -> Collection:
        """Creates a collection. Raises Conflict if the name is taken."""
        return self._read(Collection, "POST", "/collections", json={"name": name}, idempotency_key=idempotency_key)

    def get_collection(self, id: str) -> Collection:
        """Returns a collection."""
        return self._read(Collection, "GET", f"/collections/{part(id)}")

    def list_collections(self, *, search: str | None = None) -> Iterator[Collection]:
        """Yields the collections whose name contains `search`, newest first."""
        return self._list(Collection, "/collections", {"search": search})

    def rename_collection(self, id: str, name: str) -> Collection:
        """Changes the name of a collection."""
        return self._read(Collection, "PUT", f"/collections/{part(id)}", json={"name": name})

    def delete_collection(self, id: str) -> None:
        """Deletes a collection with its files."""
        self._send("DELETE", f"/collections/{part(id)}")

    def set_retention(self, id: str, days: int | None) -> Collection:
        """Has the files of a collection deleted the given number of days after their newest version was uploaded. None
        keeps them."""
        return self._read(Collection, "PUT", f"/collections/{part(id)}/retention", json={"days": days})

    def set_masking(self, id: str, mask: str, mask_region: str = "") -> Collection:
        """Has personal data in the files of a collection masked. Kinds are joined by commas; "" masks nothing."""
        return self._read(Collection, "PUT", f"/collections/{part(id)}/masking", json={"mask": mask, "mask_region": mask_region})

    def hold_collection(self, id: str, reason: str) -> Collection:
        """Puts a collection on legal hold: nothing that belongs to it is deleted any more."""
        return self._read(Collection, "PUT", f"/collections/{part(id)}/hold", json={"reason": reason})

    def release_collection(self, id: str) -> Collection:
        """Releases a collection from legal hold."""
        return self._read(Collection, "DELETE", f"/collections/{part(id)}/hold")

    def upload_file(self, collection_id: str, file: Source, *, path: str | None = None, name: str | None = None,
                          upload_progress: UploadProgress | None = None, idempotency_key: str | None = None) -> File:
        """Stores a file in a collection under its path or name. The result is a new file, a new version, or an
        unchanged file."""
        known = name or (path or "").rpartition("/")[2] or None
        form = Form({"path": path}, one(file, known), progress=upload_progress)
        return self._read(File, "POST", _files(collection_id), form=form, idempotency_key=idempotency_key)

    def get_file(self, collection_id: str, file_id: str) -> FileWithLinks:
        """Returns a file with freshly signed links."""
        return self._read(FileWithLinks, "GET", _file(collection_id, file_id))

    def wait_file(self, collection_id: str, file_id: str, *, timeout: float | None = None,
                        progress: Callable[[Progress], None] | None = None) -> FileWithLinks:
        """Waits until a file is ready, failed or stored, and meanwhile shows its progress."""
        return self._wait(FileWithLinks, _file(collection_id, file_id), OVER, timeout, progress)

    def list_files(self, collection_id: str, *, status: str | None = None, search: str | None = None,
                   path_prefix: str | None = None) -> Iterator[File]:
        """Yields the files of a collection sorted by path. Every filter narrows the list."""
        return self._list(File, _files(collection_id), {"status": status, "search": search, "path_prefix": path_prefix})

    def delete_file(self, collection_id: str, file_id: str) -> None:
        """Deletes a file. Later answers do not cite it."""
        self._send("DELETE", _file(collection_id, file_id))

    def reindex_file(self, collection_id: str, file_id: str, *, idempotency_key: str | None = None) -> File:
        """Processes a file again."""
        return self._read(File, "POST", f"{_file(collection_id, file_id)}/reindex", idempotency_key=idempotency_key)

    def file_content(self, collection_id: str, file_id: str, *, format: str | None = None,
                           version: int | None = None) -> bytes:
        """Returns a file in the format `markdown` or `original`."""
        path = f"{_file(collection_id, file_id)}/content"
        return (self._send("GET", path, query={"format": format, "version": version})).content

    def list_versions(self, collection_id: str, file_id: str) -> Iterator[Version]:
        """Yields the versions of a file."""
        return self._list(Version, f"{_file(collection_id, file_id)}/versions")

    def list_file_pages(self, collection_id: str, file_id: str, *, version: int | None = None) -> Iterator[PageHead]:
        """Yields the pages of a file, without their content."""
        return self._list(PageHead, f"{_file(collection_id, file_id)}/pages", {"version": version})

    def get_file_page(self, collection_id: str, file_id: str, number: int, *, version: int | None = None,
                            words: bool = False) -> Page:
        """Returns a page with its blocks and their places and, on request, every word."""
        path = f"{_file(collection_id, file_id)}/pages/{number}"
        return self._read(Page, "GET", path, query={"version": version, "words": words or None})

    def search(self, query: str, collection_ids: Sequence[str], *, limit: int | None = None,
                     file_ids: Sequence[str] | None = None) -> list[FoundPassage]:
        """Returns the best-matching passages, best first, each with its pages and boxes."""
        body = {"query": query, "collection_ids": list(collection_ids), "limit": limit, "file_ids": file_ids and list(file_ids)}
        given = {key: value for key, value in body.items() if value is not None}
        return (self._read(FoundPassages, "POST", "/search", json=given)).data

    def search_collection(self, collection_id: str, query: str, *, limit: int | None = None,
                                file_ids: Sequence[str] | None = None) -> list[FoundPassage]:
        """Returns the best-matching passages of one collection, best first."""
        given = {key: value for key, value in {"query": query, "limit": limit, "file_ids": file_ids and list(file_ids)}.items()
                 if value is not None}
        return (self._read(FoundPassages, "POST", f"/collections/{part(collection_id)}/search", json=given)).data
