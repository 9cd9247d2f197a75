// Converts a file to Markdown and shows its progress.
import { Client } from "quire-client";

const [file = ""] = process.argv.slice(2);
const markdown = await new Client().convert(file, {
  onProgress: (p) => console.error(p.step, p.pages_done, "of", p.pages_total),
});
console.log(markdown);
