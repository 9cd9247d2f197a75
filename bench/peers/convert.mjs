// Converts files with LiteParse or pdf-inspector in one process: convert.mjs PEERS NAME OUT FILE...
// Pictures are not read, and running heads are kept where there is a choice.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

const [peers, name, out, ...files] = process.argv.slice(2);
const require = createRequire(join(peers, "node_modules", "/"));

async function converter() {
  if (name === "pdf-inspector") {
    const { processPdf } = require("@firecrawl/pdf-inspector");
    return (file) => processPdf(readFileSync(file)).markdown;
  }
  const { LiteParse } = require("@llamaindex/liteparse");
  const parser = new LiteParse({
    ocrEnabled: false, outputFormat: "markdown", imageMode: "off", keepHeadersFooters: true, maxPages: 100000, quiet: true,
  });
  return async (file) => (await parser.parse(file)).text;
}

const convert = await converter();
for (const file of files) {
  try {
    writeFileSync(join(out, basename(file, ".pdf") + ".md"), (await convert(file)) ?? "");
  } catch (e) {
    console.error(`${name}: ${file}: ${e.message}`);
  }
}
