// Builds the workspace into dist (or the directory given as argument). The same sources and lockfile give the same
// bytes, which 'make verify' checks: names contain the hash of the content, and nothing depends on time or place.
import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const out = path.resolve(process.argv[2] ?? "dist");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const result = await build({
  entryPoints: ["src/main.tsx", "src/style/app.css"],
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  outdir: out,
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const made = Object.entries(result.metafile.outputs);
const outputOf = (entry) => path.relative(out, made.find(([, o]) => o.entryPoint === entry)[0]);
const page = readFileSync("src/index.html", "utf8")
  .replace("{script}", outputOf("src/main.tsx"))
  .replace("{style}", outputOf("src/style/app.css"));
writeFileSync(path.join(out, "index.html"), page);
writeFileSync(path.join(out, "licenses.txt"), licenses(Object.keys(result.metafile.inputs)));

/** The licences of the libraries in the bundle, which have to be distributed with it. */
function licenses(inputs) {
  const roots = new Set();
  for (const input of inputs) {
    const root = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
    if (root) roots.add(root);
  }
  const texts = [...roots].sort().map((root) => {
    const about = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const file = existsSync(root) && readdirSync(root).find((name) => /^licen[cs]e/i.test(name));
    const text = file ? readFileSync(path.join(root, file), "utf8").trim() : "";
    return `${about.name} ${about.version} (${about.license})\n\n${text}\n`;
  });
  return texts.join("\n" + "-".repeat(80) + "\n\n");
}
