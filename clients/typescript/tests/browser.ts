// Uses the package in a page. The page's address contains the key, and the service's address if it has another origin.

import { APIError, Client } from "quire-client";

function say(...words: unknown[]): void {
  document.body.append(words.join(" "), document.createElement("br"));
}

async function thrown(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => new Error("nothing was thrown"),
    (error: unknown) => error as Error,
  );
}

async function story(): Promise<void> {
  const said = new URLSearchParams(location.search);
  const client = new Client({ server: said.get("server") ?? location.origin, key: said.get("key") ?? "" });
  const report = new File([await (await fetch("/samples/report.pdf")).blob()], "report.pdf");
  let last: (number | null)[] = [];
  const markdown = await client.convert(report, { onUploadProgress: (sent, size) => (last = [sent, size]) });
  say("converted", markdown.startsWith("# "));
  say("sent", last[0] === report.size && last[1] === report.size);
  const collection = await client.createCollection(`Of a page, ${said.get("server") ?? "at home"}`);
  const file = await client.uploadFile(collection.id, report.stream(), { name: "report.pdf" });
  await client.waitFile(collection.id, file.id);
  let words = "";
  for await (const event of client.streamQuery("How much is set aside for dredging?", [collection.id])) {
    words += event.kind === "delta" ? event.text : "";
    if (event.kind === "answer") {
      say("streamed", event.answer.citations[0]?.filename, event.answer.answer === words);
    }
  }
  const refused = await thrown(client.getDocument("00000000-0000-7000-8000-000000000000"));
  say("refused", refused.name, refused instanceof APIError && refused.status);
  say("invalid", (await thrown(client.createDocument(report, { accuracy: "perfect" as "lite" }))).name);
  const controller = new AbortController();
  const aborted = thrown(client.convert(report, { signal: controller.signal, onUploadProgress: () => controller.abort() }));
  say("aborted", (await aborted).name);
}

try {
  await story();
} catch (error) {
  say(error);
}
say("THE END");
