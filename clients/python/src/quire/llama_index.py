"""Documents for LlamaIndex: the extra `llama-index` of the package."""

from __future__ import annotations

import os
from typing import Any, Iterable, Sequence

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from ._sync import Client
from .pages import converted_pages

_UNSAID = ["document_id"]
"""The metadata of a page that says nothing about its content."""


class QuireReader(BaseReader):
    """Loads files as one Markdown document per page, with the number of the page.

    It can serve as a `file_extractor` of SimpleDirectoryReader.
    """

    def __init__(self, client: Client | None = None, **options: Any) -> None:
        """Accepts the options of create_document."""
        self._client, self._options = client or Client(), options

    def lazy_load_data(self, file: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
                       extra_info: dict[str, Any] | None = None, fs: Any = None) -> Iterable[Document]:
        """Yields the pages of one or several files, in order. `extra_info` is added to the metadata of each page. `fs` is
        the fsspec file system of the files, if they are not on this machine."""
        for path in [file] if isinstance(file, (str, os.PathLike)) else file:
            for text, metadata in converted_pages(self._client, path, self._options, fs):
                yield Document(text=text, metadata={**metadata, **(extra_info or {})}, excluded_embed_metadata_keys=_UNSAID,
                               excluded_llm_metadata_keys=_UNSAID)
