// Extracts the fields of many invoices at once, with the words that prove each value.
import { Client } from "quire-client";

const client = new Client();

async function extract(path: string): Promise<void> {
  const run = await client.runExtractor("invoice", path);
  await client.waitDocument(run.id);
  for await (const { path: field, value, quote, page } of client.listEvidence(run.id)) {
    if (field === "/invoice_number") console.log(path, value, quote, page);
  }
}

await Promise.all(process.argv.slice(2).map(extract));
