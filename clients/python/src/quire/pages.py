"""Files as pages of Markdown, for libraries that index them."""

from __future__ import annotations

import os
from typing import Any, Iterator

from ._generated.models import Page
from ._sync import Client
from .errors import ProcessingFailed


def converted_pages(client: Client, path: str | os.PathLike[str], options: dict[str, Any],
                    fs: Any = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Converts a file on this machine or in an fsspec file system, and yields the Markdown of each page with its
    metadata."""
    with open(path, "rb") if fs is None else fs.open(os.fspath(path), "rb") as file:
        created = client.create_document(file, **{"name": os.path.basename(path), **options})
    document = client.wait_document(created.id)
    if document.status != "COMPLETED":
        raise ProcessingFailed(document.error or f"the document is {document.status}")
    for head in client.list_document_pages(document.id):
        page = client.get_document_page(document.id, head.number)
        yield markdown(page), {"source": os.fspath(path), "document_id": document.id, "page": head.number}


def markdown(page: Page) -> str:
    """Returns the text of a page."""
    text, before = "", None
    for block in page.blocks:
        if before is not None:
            text += "\n" if block.kind == before == "list_item" else "\n\n"
        text, before = text + block.markdown, block.kind
    return text
