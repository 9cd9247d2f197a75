# Generated from quire/_aio by make clients. Do not edit.

"""Batches of up to a thousand documents."""

from __future__ import annotations

import json
from typing import Any, Iterator, Callable, Sequence

from .._generated.models import Batch, BatchResult, Delivery, DocumentSummary
from ..decode import decode
from ..uploads import Form, Source, Upload, UploadProgress
from .transport import Transport, part

ENDED = ("COMPLETED", "CANCELLED")


class Batches(Transport):
    """The part of the client for batches."""

    def create_batch(self, files: Sequence[Source | tuple[str, Source]] = (), *, urls: Sequence[str] | None = None,
                           file_ids: Sequence[str] | None = None, accuracy: str | None = None, extractor_id: str | None = None, page_separator: bool | None = None,
                           skip_images: bool | None = None, mask: str | None = None,
                           mask_region: str | None = None, callback_url: str | None = None,
                           upload_progress: UploadProgress | None = None, idempotency_key: str | None = None) -> Batch:
        """Sends files, addresses of files, or ids of files of collections to be converted, and returns at once. Bytes and
        streams need names, as pairs. If a single file is refused, its document holds the reason."""
        said: dict[str, Any] = {"accuracy": accuracy, "extractor_id": extractor_id, "page_separator": page_separator,
                                "skip_images": skip_images, "mask": mask, "mask_region": mask_region, "callback_url": callback_url}
        elsewhere = {key: list(ids) for key, ids in (("urls", urls), ("file_ids", file_ids)) if ids is not None}
        if elsewhere:
            body = {key: value for key, value in {**said, **elsewhere}.items() if value is not None}
            return self._read(Batch, "POST", "/batches", json=body, idempotency_key=idempotency_key)
        uploads = [Upload(one[1], one[0]) if isinstance(one, tuple) else Upload(one) for one in files]
        form = Form(said, uploads, "files", upload_progress)
        return self._read(Batch, "POST", "/batches", form=form, idempotency_key=idempotency_key)

    def list_batches(self) -> Iterator[Batch]:
        """Yields batches, newest first."""
        return self._list(Batch, "/batches")

    def get_batch(self, id: str) -> Batch:
        """Returns a batch with the number of its documents in each state."""
        return self._read(Batch, "GET", f"/batches/{part(id)}")

    def wait_batch(self, id: str, *, timeout: float | None = None,
                         progress: Callable[[Batch], None] | None = None) -> Batch:
        """Waits until a batch is COMPLETED or CANCELLED, and meanwhile shows its current state."""
        return self._poll(Batch, f"/batches/{part(id)}", ENDED, timeout, progress)

    def cancel_batch(self, id: str, *, idempotency_key: str | None = None) -> Batch:
        """Cancels the documents of a batch that have not ended."""
        return self._read(Batch, "POST", f"/batches/{part(id)}/cancel", idempotency_key=idempotency_key)

    def delete_batch(self, id: str) -> None:
        """Permanently deletes a batch and its documents, whatever their states."""
        self._send("DELETE", f"/batches/{part(id)}")

    def list_batch_documents(self, id: str) -> Iterator[DocumentSummary]:
        """Yields the documents of a batch, in the order in which they were sent."""
        return self._list(DocumentSummary, f"/batches/{part(id)}/documents")

    def get_batch_results(self, id: str) -> Iterator[BatchResult]:
        """Yields the result of every document of a batch that has ended, including its output as text."""
        lines = self._lines(f"/batches/{part(id)}/results", {"format": "jsonl"})
        for line in lines:
            yield decode(BatchResult, json.loads(line))

    def get_batch_archive(self, id: str) -> Iterator[bytes]:
        """Yields the bytes of a ZIP archive with the outputs of a batch that has ended, as they arrive."""
        for chunk in self._bytes(f"/batches/{part(id)}/results", {"format": "zip"}):
            yield chunk

    def list_batch_deliveries(self, id: str) -> Iterator[Delivery]:
        """Yields the webhook deliveries of a batch, each with all attempts."""
        return self._list(Delivery, f"/batches/{part(id)}/deliveries")

    def redeliver_batch(self, id: str, delivery_id: str, *, idempotency_key: str | None = None) -> Delivery:
        """Sends the webhook of a batch again."""
        path = f"/batches/{part(id)}/deliveries/{part(delivery_id)}/redeliver"
        return self._read(Delivery, "POST", path, idempotency_key=idempotency_key)
