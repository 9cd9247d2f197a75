// The values that an extraction found in a document, and their proofs.
import { placesOf } from "../citations";
import type { Place } from "../reader/source";
import { type Document, type Schemas, answer, client, local, raw } from "../service";
import { type Schema, withValues } from "./fields";

/** The origin of a value. Without a page, its place is unknown. */
export type Proof = { page: number | null; quote: string; verified: boolean; places: Place[] };

export type Proofs = ReadonlyMap<string, Proof>;

export type Extraction = {
  output: unknown;
  schema: Schema | undefined;
  proofs: Proofs;
  warnings: string[];
  /** The number of values, and the number of those whose proofs are loaded. */
  count: number;
  loaded: number;
};

const portion = 100; // values per request, the service's limit
const most = 1000; // values whose proofs are loaded: more than anybody checks by eye

/** Loads everything needed to show a finished extraction. */
export async function loadExtraction(d: Document, signal: AbortSignal): Promise<Extraction> {
  const [list, schema, written] = await Promise.all([loadEvidence(d.id, signal), loadSchema(d.extractor?.slug, signal), loadOutput(d, signal)]);
  const output = written ?? withValues({}, list.data.map((e) => [e.path, e.value]));
  return { output, schema, proofs: proofsOf(list.data), warnings: list.warnings, count: list.count, loaded: list.data.length };
}

export function proofsOf(evidence: Schemas["Evidence"][]): Proofs {
  return new Map(evidence.map((e) => [e.path, { page: e.page, quote: e.quote, verified: e.verified, places: placesOf(e) }]));
}

async function loadEvidence(id: string, signal: AbortSignal) {
  const all: Schemas["Evidence"][] = [];
  for (;;) {
    const query = { skip: all.length, limit: portion };
    const part = await answer(client.GET("/documents/{id}/evidence", { params: { path: { id }, query }, signal }));
    all.push(...part.data);
    if (part.data.length === 0 || all.length >= Math.min(part.count, most)) return { data: all, count: part.count, warnings: part.warnings };
  }
}

/** The schema of the output. There is none if the extractor was deleted. */
async function loadSchema(slug: string | undefined, signal: AbortSignal): Promise<Schema | undefined> {
  if (!slug) return undefined;
  const { data } = await client.GET("/extractor-definitions/{slug}", { params: { path: { slug } }, signal });
  return (data?.definition as { schema?: Schema } | undefined)?.schema;
}

/** The original text of the output, if it is JSON. */
async function loadOutput(d: Document, signal: AbortSignal): Promise<unknown> {
  if (!d.output_file_url || !d.output_file_name?.endsWith(".json")) return undefined;
  return (await raw(local(d.output_file_url), { signal })).json() as Promise<unknown>;
}
