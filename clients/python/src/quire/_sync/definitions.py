# Generated from quire/_aio by make clients. Do not edit.

"""Definitions of extractors, and the samples that test them."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

from .._generated.models import AppliedDefinition, DefinitionTest, DefinitionVersion, ExtractorDefinition, Sample
from .evals import given
from .transport import Transport, part


def _definition(slug: str, *rest: str) -> str:
    return "/".join(["/extractor-definitions", part(slug), *(part(one) for one in rest)])


class Definitions(Transport):
    """The part of the client for the definitions of extractors."""

    def get_extractor_definition(self, slug: str, *, version: int | None = None) -> ExtractorDefinition:
        """Returns the definition of an extractor."""
        return self._read(ExtractorDefinition, "GET", _definition(slug), query={"version": version})

    def put_extractor_definition(self, slug: str, source: str, *, dry_run: bool | None = None) -> AppliedDefinition:
        """Stores a definition, in YAML or JSON, as a new version or a new extractor. A dry run only validates it."""
        return self._read(AppliedDefinition, "PUT", _definition(slug), text=source, media="application/yaml",
                                query={"dry_run": dry_run})

    def list_extractor_versions(self, slug: str) -> Iterator[DefinitionVersion]:
        """Yields the versions of a definition, newest first."""
        return self._list(DefinitionVersion, _definition(slug, "versions"))

    def test_extractor_definition(self, slug: str, *, source: str | None = None,
                                        document_ids: Sequence[str] | None = None) -> DefinitionTest:
        """Runs a draft, or the stored definition, on documents or on the samples, and returns what changes."""
        body = given(source=source, document_ids=document_ids and list(document_ids))
        return self._read(DefinitionTest, "POST", _definition(slug, "test"), json=body)

    def list_samples(self, slug: str) -> Iterator[Sample]:
        """Yields the samples of an extractor."""
        return self._list(Sample, _definition(slug, "samples"))

    def put_sample(self, slug: str, document_id: str, expected: dict[str, Any]) -> Sample:
        """Makes a document a sample with its expected output, or a part of it."""
        return self._read(Sample, "PUT", _definition(slug, "samples", document_id), json={"expected": expected})

    def delete_sample(self, slug: str, document_id: str) -> None:
        """Removes a sample, but not its document."""
        self._send("DELETE", _definition(slug, "samples", document_id))
