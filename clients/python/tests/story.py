"""Calls the service as the stories of the other clients do, and prints the same lines: story.py RULES PROXY FOLDER WEBHOOK.

RULES is clients/behaviour.json, PROXY is the service behind a proxy that injects faults, FOLDER has the samples, WEBHOOK is
a file with a signed webhook. For the synchronous client, unasync.py removes the asynchronous words of this program.
"""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import sys
from datetime import datetime
from typing import Any

import quire
from quire import retries
from quire.events import EventReader

QUESTION = "How much is set aside for dredging?"
NOBODY = "00000000-0000-7000-8000-000000000000"


def table(path: pathlib.Path) -> None:
    rules = json.loads(path.read_text())
    for case in rules["retried"]:
        assert retries.retried(case["status"], case["attempt"]) == case["want"], case
    for case in rules["waits"]:
        now = datetime.fromisoformat(case["now"].replace("Z", "+00:00")) if "now" in case else None
        wait = retries.wait(case["attempt"], case["retry_after"], now)
        fits = wait is None if case.get("never") else wait is not None and case["least"] <= wait <= case["most"]
        assert fits, (case, wait)
    for case in rules["streams"]:
        reader = EventReader()
        read = [[e.name, e.data] for chunk in case["chunks"] for e in reader.feed(chunk.encode())]
        assert read == case["want"], (case, read)
    print("rules", len(rules["retried"]), len(rules["waits"]), len(rules["streams"]))


def webhook(path: pathlib.Path) -> None:
    sent = json.loads(path.read_text())
    said = quire.verify_webhook(sent["body"], sent["headers"], ["whsec_AAAA", sent["secret"]])
    assert isinstance(said, quire.types.DocumentEnded)
    print("webhook", said.status, said.file_name, said.page_count)
    for name, body, now in (("changed", sent["body"] + " ", None), ("old", sent["body"], sent["at"] + 301)):
        try:
            quire.verify_webhook(body, sent["headers"], sent["secret"], now=now)
        except quire.SignatureInvalid:
            print("webhook", name, "refused")


async def documents(client: quire.AsyncClient, folder: pathlib.Path) -> None:
    steps: list[str | None] = []
    markdown = await client.convert(folder / "report.pdf", progress=lambda p: steps.append(p.step))
    print("markdown", markdown.startswith("# "), "progress", len(steps) > 0)
    sent: list[tuple[int, int | None]] = []
    letter = (folder / "letter.docx").read_bytes()
    document = await client.create_document(letter, name="letter.docx", upload_progress=lambda n, of: sent.append((n, of)))
    print("bytes", sent[-1] == (len(letter), len(letter)), (await client.wait_document(document.id)).page_count)
    stream = (letter[i:i + 1000] for i in range(0, len(letter), 1000))
    document = await client.create_document(stream, name="stream.docx", page_separator=False)
    print("stream", document.file_name, (await client.wait_document(document.id)).status)
    page = await client.get_document_page(document.id, 1, words=True)
    print("page", page.number, page.blocks[0].kind, [p.number async for p in client.list_document_pages(document.id)])
    await client.delete_document(document.id)
    print("deleted", [d.file_name async for d in client.list_documents(search="stream")])


async def batches(client: quire.AsyncClient, folder: pathlib.Path) -> None:
    letter = (folder / "letter.docx").read_bytes()
    batch = await client.create_batch([folder / "report.pdf", ("second.docx", letter), folder / "locked.pdf"], page_separator=False)
    ended = await client.wait_batch(batch.id, timeout=300)
    print("batch", ended.status, ended.counts.completed, ended.counts.failed)
    print("members", [d.file_name async for d in client.list_batch_documents(batch.id)])
    results = [r async for r in client.get_batch_results(batch.id)]
    archive = b"".join([chunk async for chunk in client.get_batch_archive(batch.id)])
    print("results", [r.file_name for r in results if r.output is not None], archive[:2].decode())
    print("cancelled", (await client.cancel_batch(batch.id)).status, [b.id async for b in client.list_batches()][0] == batch.id)
    await client.delete_batch(batch.id)
    print("unbatched", len([d async for d in client.list_documents(search="second.docx")]))


async def extraction(client: quire.AsyncClient, folder: pathlib.Path) -> None:
    print("extractors", [e.slug async for e in client.list_extractors() if e.slug == "invoice"])
    run = await client.run_extractor("invoice", folder / "invoice.pdf")
    document = await client.wait_document(run.id)
    assert document.extractor is not None and document.output_file_url is not None
    value = json.loads(await client.download(document.output_file_url))
    proof = [e async for e in client.list_evidence(run.id) if e.path == "/invoice_number"][0]
    box = proof.places[0].boxes[0]
    assert box is not None
    print("extracted", document.extractor.slug, value["invoice_number"], proof.value, proof.page, box.x1 > box.x0)


async def collections(client: quire.AsyncClient, folder: pathlib.Path, name: str) -> str:
    collection = await client.create_collection(name)
    file = await client.upload_file(collection.id, folder / "report.pdf", path="reports/harbour.pdf")
    ready = await client.wait_file(collection.id, file.id)
    print("file", ready.path, ready.status, ready.version, [f.path async for f in client.list_files(collection.id)])
    again = await client.create_batch(file_ids=[file.id])
    ended = await client.wait_batch(again.id, timeout=300)
    print("again", ended.counts.completed, [d.file_name async for d in client.list_batch_documents(again.id)])
    content = await client.file_content(collection.id, file.id, format="original")
    print("content", content == (folder / "report.pdf").read_bytes())
    found = (await client.search("dredging", [collection.id], limit=3))[0]
    print("found", found.path, found.page_start > 0, len(found.places) > 0)
    many = [c.id async for c in client.list_collections(search="Shelf")]
    print("paged", len(many), len(set(many)))
    return collection.id


async def answers(client: quire.AsyncClient, collection: str) -> None:
    answer = await client.query(QUESTION, [collection])
    print("answer", "350,000 euros for dredging" in answer.answer, answer.citations[0].filename)
    assert answer.query_id is not None
    evidence = (await client.query_evidence(answer.query_id))[0]
    print("evidence", "350,000" in evidence.quotes[0].text, evidence.places[0].boxes[0] is not None)
    events = [event async for event in client.stream_query(QUESTION, [collection])]
    text = "".join(event.text for event in events if isinstance(event, quire.Delta))
    last = events[-1]
    assert isinstance(last, quire.QueryAnswer)
    print("streamed", isinstance(events[0], quire.Status), text == last.answer == answer.answer, last.query_id is not None)
    session = await client.create_session([collection], title="Harbour")
    turn = [event async for event in client.stream_message(session.id, QUESTION)][-1]
    assert isinstance(turn, quire.types.AnswerMessage)
    print("turn", turn.answer == answer.answer, len(await client.message_evidence(session.id, turn.id)) == len(turn.citations))
    print("messages", [message.role async for message in client.list_messages(session.id)])
    said = await client.give_feedback(session.id, turn.id, "up")
    print("feedback", (await client.get_feedback(session.id, turn.id)).rating, said.eval_id is not None)
    await client.delete_feedback(session.id, turn.id)
    await client.delete_session(session.id)


async def evaluations(client: quire.AsyncClient, collection: str, name: str) -> None:
    evaluation = await client.create_eval(name, [collection])
    case = await client.create_case(evaluation.id, QUESTION, key="dredging", expected=[("reports/harbour.pdf", [])])
    await client.replace_case(evaluation.id, case.id, QUESTION, key="dredging", words=["350,000 euros"])
    added = await client.import_cases(evaluation.id, '{"key": "moon", "question": "Who was first on the moon?", "refused": true}\n')
    lines = (await client.export_cases(evaluation.id)).splitlines()
    print("cases", added.created, len(lines), [c.key async for c in client.list_cases(evaluation.id, search="dredging")])
    before = await client.start_run(evaluation.id, note="first")
    before = await client.wait_run(evaluation.id, before.id, timeout=300)
    print("run", before.status, before.number, [r.status async for r in client.list_results(evaluation.id, before.id)])
    after = await client.start_run(evaluation.id)
    after = await client.wait_run(evaluation.id, after.id, timeout=300)
    compared = await client.compare_runs(evaluation.id, before.id, after.id)
    print("compared", compared.count, [c.verdict for c in compared.data])
    await client.delete_eval(evaluation.id)
    print("evaluations", [e.name async for e in client.list_evals(search=name)])


async def refusals(client: quire.AsyncClient, folder: pathlib.Path, proxy: str) -> None:
    async def shown(name: str, call: Any) -> None:
        try:
            await call()
        except quire.APIError as e:
            problem = ".".join(e.problems[0]["loc"]) if e.problems else "-"
            print(name, type(e).__name__, e.status, e.type, problem, e.message, e.request_id is not None)

    await shown("refused", lambda: client.get_document(NOBODY))
    await shown("refused", lambda: client.create_document(folder / "locked.pdf"))
    await shown("refused", lambda: client.create_document(folder / "letter.docx", accuracy="perfect"))
    await shown("refused", lambda: client.create_collection("Shelf 1"))
    await shown("refused", lambda: quire.AsyncClient(proxy + "/straight", "wrong").get_document(NOBODY))


async def faults(proxy: str, folder: pathlib.Path, collection: str) -> None:
    async with quire.AsyncClient(proxy + "/twice") as client:
        created = await client.create_document(folder / "letter.docx")
        same = [d.id async for d in client.list_documents(search="letter")][0]
        print("lost response", created.id == same)
    once = iter([b"bytes that ", b"come once"])
    async with quire.AsyncClient(proxy + "/down") as client:
        for name, call in (("down", lambda: client.get_document(NOBODY)), ("stream", lambda: client.create_document(once))):
            try:
                await call()
            except quire.Unavailable as e:
                print(name, e.status)
    async with quire.AsyncClient(proxy + "/later") as client:
        try:
            await client.get_document(NOBODY)
        except quire.RateLimited as e:
            print("later", e.retry_after)
    async with quire.AsyncClient(proxy + "/unfollowed") as client:
        created = await client.create_document(folder / "letter.docx")
        print("polled", (await client.wait_document(created.id, timeout=120)).status)
    async with quire.AsyncClient(proxy + "/cut") as client:
        try:
            async for _ in client.stream_query(QUESTION, [collection]):
                pass
        except quire.StreamInterrupted:
            print("interrupted")
    try:
        await quire.AsyncClient("http://127.0.0.1:9", retries=0).get_document(NOBODY)
    except quire.ConnectionFailed:
        print("unreachable")


async def story(rules: pathlib.Path, proxy: str, folder: pathlib.Path, sent: pathlib.Path) -> None:
    table(rules)
    webhook(sent)
    async with quire.AsyncClient(proxy + "/straight") as client:
        await documents(client, folder)
        await extraction(client, folder)
        await batches(client, folder)
        name = f"Harbour {os.getpid()}"
        collection = await collections(client, folder, name)
        await answers(client, collection)
        await evaluations(client, collection, name + " asked")
        await refusals(client, folder, proxy)
        await faults(proxy, folder, collection)


if __name__ == "__main__":
    told = story(pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4]))
    if asyncio.iscoroutine(told):
        asyncio.run(told)
