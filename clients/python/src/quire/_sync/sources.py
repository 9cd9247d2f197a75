# Generated from quire/_aio by make clients. Do not edit.

"""Sources: external places that are mirrored into collections."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

from .._generated.models import Source, SourceLogEntry, SourceRun
from .transport import Transport, part


class Sources(Transport):
    """The part of the client for sources."""

    def create_source(self, name: str, collection_id: str, kind: str, settings: Mapping[str, str], *,
                            secret: str | None = None, every_minutes: int | None = None, rate: int | None = None, add_only: bool | None = None,
                            include: Sequence[str] = (), exclude: Sequence[str] = (), preview: bool | None = None, idempotency_key: str | None = None) -> Source:
        """Mirrors an external place into a collection. The first run is a dry run, after which the source is paused,
        unless preview is False."""
        said: dict[str, Any] = {"secret": secret, "every_minutes": every_minutes, "rate": rate, "add_only": add_only,
                                "include": list(include) or None, "exclude": list(exclude) or None, "preview": preview}
        body = {"name": name, "collection_id": collection_id, "kind": kind, "settings": dict(settings),
                **{key: value for key, value in said.items() if value is not None}}
        return self._read(Source, "POST", "/sources", json=body, idempotency_key=idempotency_key)

    def list_sources(self, *, collection_id: str | None = None) -> Iterator[Source]:
        """Yields sources, newest first."""
        return self._list(Source, "/sources", {"collection_id": collection_id})

    def get_source(self, id: str) -> Source:
        """Returns a source."""
        return self._read(Source, "GET", f"/sources/{part(id)}")

    def change_source(self, id: str, *, name: str | None = None, settings: Mapping[str, str] | None = None,
                            secret: str | None = None, every_minutes: int | None = None, rate: int | None = None, add_only: bool | None = None,
                            include: Sequence[str] | None = None, exclude: Sequence[str] | None = None) -> Source:
        """Changes the given fields, and no others."""
        said: dict[str, Any] = {"name": name, "settings": settings, "secret": secret, "every_minutes": every_minutes, "rate": rate, "add_only": add_only,
                                "include": None if include is None else list(include), "exclude": None if exclude is None else list(exclude)}
        body = {key: value for key, value in said.items() if value is not None}
        return self._read(Source, "PATCH", f"/sources/{part(id)}", json=body)

    def delete_source(self, id: str) -> None:
        """Deletes a source. The files that it has mirrored stay in the collection."""
        self._send("DELETE", f"/sources/{part(id)}")

    def pause_source(self, id: str) -> Source:
        """Stops the current run and prevents new ones."""
        return self._read(Source, "POST", f"/sources/{part(id)}/pause")

    def resume_source(self, id: str, *, allow_deletions: bool = False) -> Source:
        """Starts a run at once, which may delete most of the files if allow_deletions is set."""
        return self._read(Source, "POST", f"/sources/{part(id)}/resume", json={"allow_deletions": allow_deletions})

    def run_source(self, id: str, *, dry_run: bool = False, idempotency_key: str | None = None) -> SourceRun:
        """Starts a run now. A dry run changes nothing; its log shows what would be done."""
        return self._read(SourceRun, "POST", f"/sources/{part(id)}/runs", json={"dry_run": dry_run}, idempotency_key=idempotency_key)

    def list_source_runs(self, id: str) -> Iterator[SourceRun]:
        """Yields the runs of a source, newest first."""
        return self._list(SourceRun, f"/sources/{part(id)}/runs")

    def get_source_run(self, id: str, run_id: str) -> SourceRun:
        """Returns a run with the numbers of items added, changed, deleted, kept and failed."""
        return self._read(SourceRun, "GET", f"/sources/{part(id)}/runs/{part(run_id)}")

    def list_source_log(self, id: str, run_id: str, *, action: str | None = None) -> Iterator[SourceLogEntry]:
        """Yields what a run did with items that were not unchanged, in order."""
        return self._list(SourceLogEntry, f"/sources/{part(id)}/runs/{part(run_id)}/log", {"action": action})
