// Where the words that a citation quotes are on their pages.
import type { Box, Place } from "./reader/source";
import { type Schemas, base, raw } from "./service";

type Evidence = Schemas["CitationEvidence"];

/** What a citation's marker opens. The version is absent where it is not known, which opens the newest one. */
export type Opened = { collection: string; file: string; version?: number; filename: string; page: number; places: Place[] };

const seen = new Map<string, Promise<Map<string, Evidence>>>();

/** Returns the evidence of a message's or query's citations, by id. Without any, a citation still has its pages. */
export function evidenceOf(path: string): Promise<Map<string, Evidence>> {
  let loading = seen.get(path);
  if (!loading) {
    loading = load(path);
    seen.set(path, loading);
  }
  return loading;
}

async function load(path: string): Promise<Map<string, Evidence>> {
  try {
    const evidence = (await (await raw(`${base}${path}/evidence`)).json()) as { data: Evidence[] };
    return new Map(evidence.data.map((e) => [e.id, e]));
  } catch {
    seen.delete(path);
    return new Map();
  }
}

/** The places that can be marked: a list of its own for every call, so that opening it again scrolls there again. */
export function placesOf(evidence: { places: Schemas["Places"] } | undefined): Place[] {
  return (evidence?.places ?? []).map((p) => ({ page: p.page, boxes: p.boxes.filter((b): b is Box => b !== null) }));
}

/** Where a file is read, from the page and in the version that were cited. */
export function addressOf(o: Opened): string {
  const query = new URLSearchParams({ page: String(o.page), ...(o.version && { version: String(o.version) }) });
  return `/app/collections/${o.collection}/files/${o.file}?${query}`;
}
