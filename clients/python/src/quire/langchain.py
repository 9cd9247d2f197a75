"""Documents and passages for LangChain: the extra `langchain` of the package."""

from __future__ import annotations

import os
from typing import Any, Iterator, Sequence

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

from ._sync import Client
from .pages import converted_pages


class QuireLoader(BaseLoader):
    """Loads files as one Markdown document per page, with the number of the page."""

    def __init__(self, paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], client: Client | None = None,
                 **options: Any) -> None:
        """Accepts the options of create_document."""
        self._paths = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        self._client, self._options = client or Client(), options

    def lazy_load(self) -> Iterator[Document]:
        """Yields the pages of the files, in order."""
        for path in self._paths:
            for text, metadata in converted_pages(self._client, path, self._options):
                yield Document(page_content=text, metadata=metadata)


class QuireRetriever(BaseRetriever):
    """Finds the passages of collections that match a question, each with its file, pages and boxes."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    client: Client
    collection_ids: list[str]
    limit: int = 10

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        found = self.client.search(query, self.collection_ids, limit=self.limit)
        return [
            Document(page_content=passage.text, metadata={
                "source": passage.path, "file_id": passage.file_id, "collection_id": passage.collection_id,
                "page_start": passage.page_start, "page_end": passage.page_end, "score": passage.score,
                "places": passage.places,
            })
            for passage in found
        ]
