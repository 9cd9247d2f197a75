// The places on pages of the words that citations quote.
import type { Box, Place } from "./reader/source";
import { type Schemas, base, raw } from "./service";

type Evidence = Schemas["CitationEvidence"];

/** The target of a citation's marker. Without a version, which may be unknown, the newest one opens. */
export type Opened = { collection: string; file: string; version?: number; filename: string; page: number; places: Place[] };

const seen = new Map<string, Promise<Map<string, Evidence>>>();

/** Returns the evidence for the citations of a message or query, by id. A citation without it still has its pages. */
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

/** The places that can be marked. Every call returns a new list, so that reopening a citation scrolls again. */
export function placesOf(evidence: { places: Schemas["Places"] } | undefined): Place[] {
  return (evidence?.places ?? []).map((p) => ({ page: p.page, boxes: p.boxes.filter((b): b is Box => b !== null) }));
}

/** The address that opens the cited version of a file at the cited page, with the same words marked. */
export function addressOf(o: Opened): string {
  const marks = marksOf(o.places);
  const query = new URLSearchParams({ page: String(o.page), ...(o.version && { version: String(o.version) }), ...(marks && { marks }) });
  return `/app/collections/${o.collection}/files/${o.file}?${query}`;
}

const mostMarks = 100; // in an address, each of about 20 characters

/** Places as written in an address: "2.72.100.310.112" is a box on page 2, rounded outwards to whole points. */
function marksOf(places: Place[]): string {
  const boxes = places.flatMap((p) => p.boxes.map((b) => [p.page, Math.floor(b.x0), Math.floor(b.y0), Math.ceil(b.x1), Math.ceil(b.y1)]));
  return boxes.slice(0, mostMarks).map((b) => b.join(".")).join("~");
}

/** The places marked in an address. Everything that is not a box is ignored, because anybody can write an address. */
export function marked(marks: string): Place[] {
  const places: Place[] = [];
  for (const mark of marks.split("~").slice(0, mostMarks)) {
    const [page, x0, y0, x1, y1] = mark.split(".").map(Number) as [number, number?, number?, number?, number?];
    if (![page, x0, y0, x1, y1].every(Number.isInteger) || page < 1) continue;
    let place = places.find((p) => p.page === page);
    if (!place) places.push((place = { page, boxes: [] }));
    place.boxes.push({ x0: x0!, y0: y0!, x1: x1!, y1: y1! });
  }
  return places;
}
