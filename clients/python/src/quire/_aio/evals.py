"""Evaluations: questions with expected answers, and runs that ask them."""

from __future__ import annotations

from typing import Any, AsyncIterator, Callable, Sequence

from .._generated.models import Eval, EvalCase, EvalResult, EvalRun, ImportedCases, RunComparison
from .transport import PAGE, Transport, part

ENDED = ("completed", "failed", "cancelled")

Expected = Sequence[tuple[str, Sequence[int]]]
"""The paths of files, each with the pages that an answer should cite. Without pages, any page will do."""


def _eval(id: str, *rest: str) -> str:
    return "/".join(["/evals", part(id), *(part(one) for one in rest)])


def given(**fields: Any) -> dict[str, Any]:
    """Returns a body with only the fields that were given."""
    return {key: value for key, value in fields.items() if value is not None}


def case(question: str, key: str | None, files: Sequence[str] | None, expected: Expected | None, words: Sequence[str] | None,
         refused: bool | None, note: str | None) -> dict[str, Any]:
    """Returns a case in the form of a request."""
    return given(
        question=question, key=key, files=files and list(files), expected=pages(expected), words=words and list(words),
        refused=refused, note=note)


def pages(expected: Expected | None) -> list[dict[str, Any]] | None:
    """Returns expected files and pages in the form of a request."""
    return None if expected is None else [{"file": file, "pages": list(numbers)} for file, numbers in expected]


class Evals(Transport):
    """The part of the client for evaluations."""

    async def create_eval(self, name: str, collection_ids: Sequence[str], *, idempotency_key: str | None = None) -> Eval:
        """Creates an evaluation of answers from the given collections."""
        body = {"name": name, "collection_ids": list(collection_ids)}
        return await self._read(Eval, "POST", "/evals", json=body, idempotency_key=idempotency_key)

    def list_evals(self, *, search: str | None = None) -> AsyncIterator[Eval]:
        """Yields the evaluations whose name contains `search`."""
        return self._list(Eval, "/evals", {"search": search})

    async def get_eval(self, id: str) -> Eval:
        """Returns an evaluation."""
        return await self._read(Eval, "GET", _eval(id))

    async def change_eval(self, id: str, *, name: str | None = None, collection_ids: Sequence[str] | None = None) -> Eval:
        """Changes the name or the collections of an evaluation."""
        body = given(name=name, collection_ids=collection_ids and list(collection_ids))
        return await self._read(Eval, "PATCH", _eval(id), json=body)

    async def delete_eval(self, id: str) -> None:
        """Deletes an evaluation with its cases and runs."""
        await self._send("DELETE", _eval(id))

    async def create_case(self, eval_id: str, question: str, *, key: str | None = None, files: Sequence[str] | None = None,
                          expected: Expected | None = None, words: Sequence[str] | None = None, refused: bool | None = None,
                          note: str | None = None, idempotency_key: str | None = None) -> EvalCase:
        """Adds a question with the pages that its answer should cite, or the words that it should contain."""
        body = case(question, key, files, expected, words, refused, note)
        return await self._read(EvalCase, "POST", _eval(eval_id, "cases"), json=body, idempotency_key=idempotency_key)

    def list_cases(self, eval_id: str, *, search: str | None = None) -> AsyncIterator[EvalCase]:
        """Yields the cases of an evaluation that contain `search`."""
        return self._list(EvalCase, _eval(eval_id, "cases"), {"search": search})

    async def get_case(self, eval_id: str, case_id: str) -> EvalCase:
        """Returns a case."""
        return await self._read(EvalCase, "GET", _eval(eval_id, "cases", case_id))

    async def replace_case(self, eval_id: str, case_id: str, question: str, *, key: str | None = None,
                           files: Sequence[str] | None = None, expected: Expected | None = None,
                           words: Sequence[str] | None = None, refused: bool | None = None,
                           note: str | None = None) -> EvalCase:
        """Replaces a case. Existing runs keep the previous one."""
        body = case(question, key, files, expected, words, refused, note)
        return await self._read(EvalCase, "PUT", _eval(eval_id, "cases", case_id), json=body)

    async def delete_case(self, eval_id: str, case_id: str) -> None:
        """Deletes a case. Existing runs keep their results for it."""
        await self._send("DELETE", _eval(eval_id, "cases", case_id))

    async def import_cases(self, eval_id: str, lines: str | bytes, *, idempotency_key: str | None = None) -> ImportedCases:
        """Adds cases, given as one JSON object per line. A case replaces an existing one with the same key. Either all
        cases are imported or none."""
        return await self._read(ImportedCases, "POST", _eval(eval_id, "import"), text=lines, media="application/x-ndjson",
                                idempotency_key=idempotency_key)

    async def export_cases(self, eval_id: str) -> str:
        """Returns the cases in the format that import_cases accepts."""
        return (await self._send("GET", _eval(eval_id, "export"))).text

    async def start_run(self, eval_id: str, *, note: str | None = None, idempotency_key: str | None = None) -> EvalRun:
        """Starts asking every question, and returns at once."""
        return await self._read(EvalRun, "POST", _eval(eval_id, "runs"), json=given(note=note), idempotency_key=idempotency_key)

    def list_runs(self, eval_id: str) -> AsyncIterator[EvalRun]:
        """Yields the runs of an evaluation, newest first."""
        return self._list(EvalRun, _eval(eval_id, "runs"))

    async def get_run(self, eval_id: str, run_id: str) -> EvalRun:
        """Returns a run with its scores."""
        return await self._read(EvalRun, "GET", _eval(eval_id, "runs", run_id))

    async def wait_run(self, eval_id: str, run_id: str, *, timeout: float | None = None,
                       progress: Callable[[EvalRun], None] | None = None) -> EvalRun:
        """Waits until a run has ended, and meanwhile shows its current state."""
        return await self._poll(EvalRun, _eval(eval_id, "runs", run_id), ENDED, timeout, progress)

    async def cancel_run(self, eval_id: str, run_id: str, *, idempotency_key: str | None = None) -> EvalRun:
        """Cancels a run, which keeps its results so far."""
        path = _eval(eval_id, "runs", run_id, "cancel")
        return await self._read(EvalRun, "POST", path, idempotency_key=idempotency_key)

    async def delete_run(self, eval_id: str, run_id: str) -> None:
        """Deletes a run."""
        await self._send("DELETE", _eval(eval_id, "runs", run_id))

    def list_results(self, eval_id: str, run_id: str) -> AsyncIterator[EvalResult]:
        """Yields the results of a run, in the order of the cases."""
        return self._list(EvalResult, _eval(eval_id, "runs", run_id, "results"))

    async def compare_runs(self, eval_id: str, before: str, after: str, *, verdict: str | None = None, skip: int = 0,
                           limit: int = PAGE) -> RunComparison:
        """Returns the differences between two runs, with one page of the cases, the ones that got worse first."""
        query = {"before": before, "after": after, "verdict": verdict, "skip": skip, "limit": limit}
        return await self._read(RunComparison, "GET", _eval(eval_id, "compare"), query=query)
