# Generated from quire/_aio by make clients. Do not edit.

"""Documents: conversion, extraction, and their pages."""

from __future__ import annotations

from typing import Any, Iterator, Callable

import httpx

from .._generated.models import Delivery, Document, DocumentSummary, Evidence, Extractor, Page, PageHead
from ..errors import ConnectionFailed, ProcessingFailed
from ..events import Progress
from ..uploads import Form, Source, UploadProgress, one
from .transport import Transport, part

OVER = ("COMPLETED", "FAILED", "EXPIRED")


class Documents(Transport):
    """The part of the client for documents and extractors."""

    def convert(self, file: Source | None = None, *, url: str | None = None, timeout: float | None = None,
                      progress: Callable[[Progress], None] | None = None, **options: Any) -> str:
        """Converts a file, or the file at an address, and returns its Markdown.

        Accepts the options of create_document. Raises ProcessingFailed if the file cannot be converted, and WaitTimeout
        if that takes more than `timeout` seconds.
        """
        created = self.create_document(file, url=url, **options)
        document = self.wait_document(created.id, timeout=timeout, progress=progress)
        if document.output_file_url is None:
            raise ProcessingFailed(document.error or f"the document is {document.status}")
        return (self.download(document.output_file_url)).decode()

    def create_document(self, file: Source | None = None, *, url: str | None = None, name: str | None = None,
                              accuracy: str | None = None, extractor_id: str | None = None, page_separator: bool | None = None,
                              skip_images: bool | None = None, mask: str | None = None,
                              mask_region: str | None = None, callback_url: str | None = None,
                              upload_progress: UploadProgress | None = None,
                              idempotency_key: str | None = None) -> DocumentSummary:
        """Sends a file, or the address of one, to be converted, and returns at once. `name` is needed for bytes and
        streams."""
        form = Form({"url": url, "accuracy": accuracy, "extractor_id": extractor_id, "page_separator": page_separator,
                     "skip_images": skip_images, "mask": mask, "mask_region": mask_region, "callback_url": callback_url}, one(file, name), progress=upload_progress)
        return self._read(DocumentSummary, "POST", "/documents", form=form, idempotency_key=idempotency_key)

    def run_extractor(self, extractor: str, file: Source | None = None, *, url: str | None = None,
                            name: str | None = None, mask: str | None = None, mask_region: str | None = None,
                            callback_url: str | None = None, upload_progress: UploadProgress | None = None,
                            idempotency_key: str | None = None) -> DocumentSummary:
        """Sends a file, or the address of one, to the extractor with this slug, and returns at once."""
        form = Form({"url": url, "mask": mask, "mask_region": mask_region, "callback_url": callback_url}, one(file, name), progress=upload_progress)
        return self._read(DocumentSummary, "POST", f"/e/{part(extractor)}", form=form, idempotency_key=idempotency_key)

    def get_document(self, id: str) -> Document:
        """Returns a document with freshly signed links."""
        return self._read(Document, "GET", f"/documents/{part(id)}")

    def wait_document(self, id: str, *, timeout: float | None = None,
                            progress: Callable[[Progress], None] | None = None) -> Document:
        """Waits until a document is COMPLETED, FAILED or EXPIRED, and meanwhile shows its progress."""
        return self._wait(Document, f"/documents/{part(id)}", OVER, timeout, progress)

    def list_documents(self, *, extractor_id: str | None = None, no_extractor: bool | None = None, search: str | None = None,
                       date_from: str | None = None, date_to: str | None = None,
                       status: str | None = None) -> Iterator[DocumentSummary]:
        """Yields documents, newest first. Every filter narrows the list."""
        return self._list(DocumentSummary, "/documents", {
            "extractor_id": extractor_id, "no_extractor": no_extractor, "search": search, "date_from": date_from,
            "date_to": date_to, "status": status})

    def delete_document(self, id: str) -> None:
        """Permanently deletes a document, whatever its state."""
        self._send("DELETE", f"/documents/{part(id)}")

    def list_document_pages(self, id: str) -> Iterator[PageHead]:
        """Yields the pages of a document, without their content."""
        return self._list(PageHead, f"/documents/{part(id)}/pages")

    def get_document_page(self, id: str, number: int, *, words: bool = False) -> Page:
        """Returns a page with its blocks and their places and, on request, every word."""
        return self._read(Page, "GET", f"/documents/{part(id)}/pages/{number}", query={"words": words or None})

    def list_evidence(self, id: str) -> Iterator[Evidence]:
        """Yields the evidence for every value that an extractor found: the words, their page, and their boxes."""
        return self._list(Evidence, f"/documents/{part(id)}/evidence")

    def list_deliveries(self, id: str) -> Iterator[Delivery]:
        """Yields the webhook deliveries of a document, each with all attempts."""
        return self._list(Delivery, f"/documents/{part(id)}/deliveries")

    def redeliver(self, id: str, delivery_id: str, *, idempotency_key: str | None = None) -> Delivery:
        """Sends a webhook again."""
        path = f"/documents/{part(id)}/deliveries/{part(delivery_id)}/redeliver"
        return self._read(Delivery, "POST", path, idempotency_key=idempotency_key)

    def list_extractors(self) -> Iterator[Extractor]:
        """Yields the extractors that the key may run."""
        return self._list(Extractor, "/e")

    def get_extractor(self, id: str) -> Extractor:
        """Returns an extractor."""
        return self._read(Extractor, "GET", f"/e/{part(id)}")

    def update_extractor(self, id: str, *, name: str | None = None, slug: str | None = None) -> Extractor:
        """Changes the name or slug of an extractor."""
        body = {key: value for key, value in {"name": name, "slug": slug}.items() if value is not None}
        return self._read(Extractor, "PUT", f"/e/{part(id)}", json=body)

    def delete_extractor(self, id: str) -> None:
        """Deletes an extractor, but not the documents of its runs."""
        self._send("DELETE", f"/e/{part(id)}")

    def download(self, url: str) -> bytes:
        """Returns the content behind a signed link of the service. The key is not sent, because the link itself grants
        access."""
        try:
            response = self._once("GET", url, {})
        except httpx.TransportError as e:
            raise ConnectionFailed(f"the download failed: {str(e) or type(e).__name__}") from e
        if response.status_code >= 400:
            raise self._refused(response)
        return response.content
