// Uploads files to a collection, asks a question about them, and shows the places that the answer cites.
import { Client } from "quire-client";

const [question = "", ...paths] = process.argv.slice(2);
const client = new Client();
const collection = await client.createCollection(`Questions about ${paths[0]}`);
const files = await Promise.all(paths.map((path) => client.uploadFile(collection.id, path)));
await Promise.all(files.map((file) => client.waitFile(collection.id, file.id)));
for await (const event of client.streamQuery(question, [collection.id])) {
  if (event.kind === "delta") process.stdout.write(event.text);
  if (event.kind !== "answer" || event.answer.query_id === null) continue;
  for (const { id, filename, places } of await client.queryEvidence(event.answer.query_id)) {
    for (const { page, boxes } of places) console.log(`\n[${id}] ${filename}, page ${page}:`, boxes);
  }
}
