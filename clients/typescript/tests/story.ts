// Calls the service as the stories of the other clients do, and prints the same lines: story.js RULES PROXY FOLDER WEBHOOK.
//
// RULES is clients/behaviour.json, PROXY is the service behind a proxy that injects faults, FOLDER has the samples, WEBHOOK
// is a file with a signed webhook. The program is compiled and run next to the node_modules that has the package.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  APIError, Client, ConnectionFailed, RateLimited, SignatureInvalid, type StreamEvent, StreamInterrupted, Unavailable, verifyWebhook,
} from "quire-client";
import { EventReader } from "./node_modules/quire-client/dist/events.js";
import * as retries from "./node_modules/quire-client/dist/retries.js";

const question = "How much is set aside for dredging?";
const nobody = "00000000-0000-7000-8000-000000000000";

/** Prints a line in the same form in all languages. */
function say(...words: unknown[]): void {
  console.log(words.map((word) => (Array.isArray(word) ? `[${word.join(" ")}]` : String(word))).join(" "));
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) {
    found.push(one);
  }
  return found;
}

interface Rules {
  retried: { status: number; attempt: number; want: boolean }[];
  waits: { attempt: number; now?: string; retry_after: string | null; least?: number; most?: number; never?: boolean }[];
  streams: { chunks: string[]; want: [string, string][] }[];
}

async function table(path: string): Promise<void> {
  const rules = JSON.parse(await readFile(path, "utf8")) as Rules;
  for (const { status, attempt, want } of rules.retried) {
    assert.equal(retries.retried(status, attempt), want, `${status} after attempt ${attempt}`);
  }
  for (const rule of rules.waits) {
    const wait = retries.wait(rule.attempt, rule.retry_after, rule.now === undefined ? undefined : Date.parse(rule.now));
    const fits = rule.never === true ? wait === null : wait !== null && wait >= rule.least! * 1000 && wait <= rule.most! * 1000;
    assert(fits, `${JSON.stringify(rule)}: ${wait}`);
  }
  for (const { chunks, want } of rules.streams) {
    const reader = new EventReader();
    const read = chunks.flatMap((chunk) => [...reader.feed(new TextEncoder().encode(chunk))]);
    assert.deepEqual(read.map(({ name, data }) => [name, data]), want);
  }
  say("rules", rules.retried.length, rules.waits.length, rules.streams.length);
}

async function webhook(path: string): Promise<void> {
  const sent = JSON.parse(await readFile(path, "utf8")) as { body: string; headers: Record<string, string>; secret: string; at: number };
  const said = await verifyWebhook(sent.body, sent.headers, ["whsec_AAAA", sent.secret]);
  assert("file_name" in said);
  say("webhook", said.status, said.file_name, said.page_count);
  for (const [name, body, now] of [["changed", sent.body + " ", undefined], ["old", sent.body, (sent.at + 301) * 1000]] as const) {
    await assert.rejects(verifyWebhook(body, sent.headers, sent.secret, now), SignatureInvalid);
    say("webhook", name, "refused");
  }
}

async function documents(client: Client, folder: string): Promise<void> {
  const steps: unknown[] = [];
  const markdown = await client.convert(join(folder, "report.pdf"), { onProgress: (p) => steps.push(p.step) });
  say("markdown", markdown.startsWith("# "), "progress", steps.length > 0);
  const sent: (number | null)[][] = [];
  const letter = new Uint8Array(await readFile(join(folder, "letter.docx")));
  let document = await client.createDocument(letter, { name: "letter.docx", onUploadProgress: (n, of) => sent.push([n, of]) });
  const last = sent.at(-1)?.join() === [letter.length, letter.length].join();
  say("bytes", last, (await client.waitDocument(document.id)).page_count);
  function* stream(): Generator<Uint8Array> {
    for (let at = 0; at < letter.length; at += 1000) {
      yield letter.subarray(at, at + 1000);
    }
  }
  document = await client.createDocument(stream(), { name: "stream.docx", page_separator: false });
  say("stream", document.file_name, (await client.waitDocument(document.id)).status);
  const page = await client.getDocumentPage(document.id, 1, { words: true });
  say("page", page.number, page.blocks[0]?.kind, (await all(client.listDocumentPages(document.id))).map((p) => p.number));
  await client.deleteDocument(document.id);
  say("deleted", (await all(client.listDocuments({ search: "stream" }))).map((d) => d.file_name));
}

async function extraction(client: Client, folder: string): Promise<void> {
  say("extractors", (await all(client.listExtractors())).map((e) => e.slug).filter((slug) => slug === "invoice"));
  const run = await client.runExtractor("invoice", pathToFileURL(join(folder, "invoice.pdf")));
  const document = await client.waitDocument(run.id);
  const value = JSON.parse(new TextDecoder().decode(await client.download(document.output_file_url!))) as { invoice_number: string };
  const proof = (await all(client.listEvidence(run.id))).find((e) => e.path === "/invoice_number");
  const box = proof?.places[0]?.boxes[0];
  say("extracted", document.extractor?.slug, value.invoice_number, proof?.value, proof?.page, box!.x1 > box!.x0);
}

async function batches(client: Client, folder: string): Promise<void> {
  const letter = new Blob([await readFile(join(folder, "letter.docx"))]);
  const files = [join(folder, "report.pdf"), { file: letter, name: "second.docx" }, join(folder, "locked.pdf")];
  const batch = await client.createBatch(files, { page_separator: false });
  const ended = await client.waitBatch(batch.id, { timeout: 300_000 });
  say("batch", ended.status, ended.counts.completed, ended.counts.failed);
  say("members", (await all(client.listBatchDocuments(batch.id))).map((d) => d.file_name));
  const results = (await all(client.getBatchResults(batch.id))).filter((r) => r.output !== undefined && r.output !== null);
  const archive = Buffer.concat(await all(client.getBatchArchive(batch.id)));
  say("results", results.map((r) => r.file_name), archive.subarray(0, 2).toString());
  say("cancelled", (await client.cancelBatch(batch.id)).status, (await all(client.listBatches()))[0]?.id === batch.id);
  await client.deleteBatch(batch.id);
  say("unbatched", (await all(client.listDocuments({ search: "second.docx" }))).length);
}

async function collections(client: Client, folder: string, name: string): Promise<string> {
  const collection = await client.createCollection(name);
  const report = join(folder, "report.pdf");
  const file = await client.uploadFile(collection.id, report, { path: "reports/harbour.pdf" });
  const ready = await client.waitFile(collection.id, file.id);
  say("file", ready.path, ready.status, ready.version, (await all(client.listFiles(collection.id))).map((f) => f.path));
  const again = await client.createBatch({ file_ids: [file.id] });
  const ended = await client.waitBatch(again.id, { timeout: 300_000 });
  say("again", ended.counts.completed, (await all(client.listBatchDocuments(again.id))).map((d) => d.file_name));
  const content = await client.fileContent(collection.id, file.id, { format: "original" });
  say("content", (await readFile(report)).equals(content));
  const found = (await client.search("dredging", [collection.id], { limit: 3 }))[0]!;
  say("found", found.path, found.page_start > 0, found.places.length > 0);
  const many = (await all(client.listCollections({ search: "Shelf" }))).map((c) => c.id);
  say("paged", many.length, new Set(many).size);
  return collection.id;
}

/** Returns the words of a streamed answer, and the answer. */
function heard<T>(events: StreamEvent<T>[]): { words: string; answer: T } {
  const last = events.at(-1);
  assert(last?.kind === "answer");
  return { words: events.map((event) => (event.kind === "delta" ? event.text : "")).join(""), answer: last.answer };
}

async function answers(client: Client, collection: string): Promise<void> {
  const answer = await client.query(question, [collection]);
  say("answer", answer.answer.includes("350,000 euros for dredging"), answer.citations[0]?.filename);
  const evidence = (await client.queryEvidence(answer.query_id!))[0]!;
  say("evidence", evidence.quotes[0]?.text.includes("350,000"), evidence.places[0]?.boxes[0] !== null);
  const events = await all(client.streamQuery(question, [collection]));
  const streamed = heard(events);
  const same = streamed.words === streamed.answer.answer && streamed.words === answer.answer;
  say("streamed", events[0]?.kind === "status", same, streamed.answer.query_id !== null);
  const session = await client.createSession([collection], { title: "Harbour" });
  const turn = heard(await all(client.streamMessage(session.id, question))).answer;
  say("turn", turn.answer === answer.answer, (await client.messageEvidence(session.id, turn.id)).length === turn.citations.length);
  say("messages", (await all(client.listMessages(session.id))).map((message) => message.role));
  const said = await client.giveFeedback(session.id, turn.id, { rating: "up" });
  say("feedback", (await client.getFeedback(session.id, turn.id)).rating, said.eval_id !== null);
  await client.deleteFeedback(session.id, turn.id);
  await client.deleteSession(session.id);
}

async function evaluations(client: Client, collection: string, name: string): Promise<void> {
  const evaluation = await client.createEval(name, [collection]);
  const asked = { question, key: "dredging" };
  const added = await client.createCase(evaluation.id, { ...asked, expected: [{ file: "reports/harbour.pdf", pages: [] }] });
  await client.replaceCase(evaluation.id, added.id, { ...asked, words: ["350,000 euros"] });
  const imported = await client.importCases(evaluation.id, '{"key": "moon", "question": "Who was first on the moon?", "refused": true}\n');
  const lines = (await client.exportCases(evaluation.id)).trimEnd().split("\n");
  say("cases", imported.created, lines.length, (await all(client.listCases(evaluation.id, { search: "dredging" }))).map((c) => c.key));
  let before = await client.startRun(evaluation.id, { note: "first" });
  before = await client.waitRun(evaluation.id, before.id, { timeout: 300_000 });
  say("run", before.status, before.number, (await all(client.listResults(evaluation.id, before.id))).map((r) => r.status));
  const after = await client.startRun(evaluation.id);
  await client.waitRun(evaluation.id, after.id, { timeout: 300_000 });
  const compared = await client.compareRuns(evaluation.id, before.id, after.id);
  say("compared", compared.count, compared.data.map((c) => c.verdict));
  await client.deleteEval(evaluation.id);
  say("evaluations", (await all(client.listEvals({ search: name }))).map((e) => e.name));
}

async function refusals(client: Client, folder: string, proxy: string): Promise<void> {
  const shown = async (call: Promise<unknown>): Promise<void> => {
    const e: unknown = await call.catch((error: unknown) => error);
    assert(e instanceof APIError, String(e));
    say("refused", e.name, e.status, e.type, e.problems[0]?.loc.join(".") ?? "-", e.message, e.requestId !== null);
  };
  await shown(client.getDocument(nobody));
  await shown(client.createDocument(join(folder, "locked.pdf")));
  await shown(client.createDocument(join(folder, "letter.docx"), { accuracy: "perfect" as "lite" }));
  await shown(client.createCollection("Shelf 1"));
  await shown(new Client({ server: proxy + "/straight", key: "wrong" }).getDocument(nobody));
}

async function faults(proxy: string, folder: string, collection: string): Promise<void> {
  const letter = join(folder, "letter.docx");
  let client = new Client({ server: proxy + "/twice" });
  let created = await client.createDocument(letter);
  say("lost response", created.id === (await all(client.listDocuments({ search: "letter" })))[0]?.id);
  client = new Client({ server: proxy + "/down" });
  const once = [new TextEncoder().encode("bytes that "), new TextEncoder().encode("come once")].values();
  for (const [name, call] of [["down", () => client.getDocument(nobody)], ["stream", () => client.createDocument(once)]] as const) {
    await assert.rejects(call, Unavailable);
    say(name, 503);
  }
  const later: unknown = await new Client({ server: proxy + "/later" }).getDocument(nobody).catch((e: unknown) => e);
  assert(later instanceof RateLimited);
  say("later", later.retryAfter);
  client = new Client({ server: proxy + "/unfollowed" });
  created = await client.createDocument(letter);
  say("polled", (await client.waitDocument(created.id, { timeout: 120_000 })).status);
  await assert.rejects(all(new Client({ server: proxy + "/cut" }).streamQuery(question, [collection])), StreamInterrupted);
  say("interrupted");
  await assert.rejects(new Client({ server: "http://127.0.0.1:9", retries: 0 }).getDocument(nobody), ConnectionFailed);
  say("unreachable");
}

const [rules = "", proxy = "", folder = "", sent = ""] = process.argv.slice(2);
await table(rules);
await webhook(sent);
const client = new Client({ server: proxy + "/straight" });
await documents(client, folder);
await extraction(client, folder);
await batches(client, folder);
const name = `Harbour ${process.pid}`;
const collection = await collections(client, folder, name);
await answers(client, collection);
await evaluations(client, collection, `${name} asked`);
await refusals(client, folder, proxy);
await faults(proxy, folder, collection);
