// The source of pages: a document, or a version of a file in a collection.
import { useCallback, useEffect, useReducer, useRef } from "preact/hooks";
import { type Failure, base, raw } from "../service";
import { asFailure } from "../hooks";

/** In points from the top left of the page. */
export type Box = { x0: number; y0: number; x1: number; y1: number };

export type PageHead = {
  number: number;
  width: number | null;
  height: number | null;
  source: "text" | "ocr" | "mixed" | "vision" | null;
  confidence: number | null;
  coverage: number | null;
  unread: string | null;
  notes: string[];
  image_url: string | null;
};

export type Span = {
  t: string;
  bold?: boolean; italic?: boolean; code?: boolean; strike?: boolean; sup?: boolean; sub?: boolean;
  math?: boolean; link?: string; note?: string;
};

/** start and end are the position of the word in the text of its block, in characters. */
export type Word = { text: string; start?: number; end?: number; box: Box | null; confidence?: number };

export type Cell = { col: number; colspan: number; rowspan: number; header?: boolean; text: string; box: Box | null; blocks?: Block[] };

export type Block = {
  kind: "paragraph" | "heading" | "list_item" | "table" | "picture" | "caption" | "quote" | "code" | "formula" | "footnote"
    | "page_head" | "page_foot" | "note" | "markdown";
  level?: number; marker?: string; ordered?: boolean; alt?: string; continues?: boolean;
  text: string;
  markdown: string;
  spans?: Span[];
  box: Box | null;
  table?: { columns: number; header_rows?: number; rows: { cells: Cell[] }[] };
  words?: Word[];
};

export type Page = { number: number; width: number | null; height: number | null; blocks: Block[]; image_url: string | null };

/** The path of the document or file whose pages are below it, and the version of a file. */
export type Source = { path: string; version?: number };

/** A marked part of a page, which a citation or a field was read from. */
export type Place = { page: number; boxes: Box[] };

const portion = 100; // heads per request, the service's limit
const kept = 80; // pages held in memory

type Slot<T> = { value?: T; failure?: Failure; loading?: boolean };

export type Pages = {
  /** The number of pages, or null while unknown. */
  count: number | null;
  failure: Failure | undefined;
  head: (number: number) => PageHead | undefined;
  page: (number: number) => Page | undefined;
  failureOf: (number: number) => Failure | undefined;
  /** Loads the missing data of the pages from first to last. */
  want: (first: number, last: number) => void;
  /** Loads the heads again, because their links have expired. */
  renew: (number: number) => void;
};

/** Loads pages when they come into view, and forgets the least recently viewed ones. */
export function usePages(source: Source): Pages {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const store = useRef(new Store(source, () => redraw(0)));
  if (store.current.source.path !== source.path || store.current.source.version !== source.version) {
    store.current.close();
    store.current = new Store(source, () => redraw(0));
  }
  const current = store.current;
  useEffect(() => {
    current.want(1, 1);
    return () => current.close();
  }, [current]);
  const want = useCallback((first: number, last: number) => current.want(first, last), [current]);
  return {
    count: current.count, failure: current.failure,
    head: (n) => current.heads.get(n), page: (n) => current.pages.get(n)?.value, failureOf: (n) => current.pages.get(n)?.failure,
    want, renew: (n) => current.renew(n),
  };
}

class Store {
  count: number | null = null;
  failure: Failure | undefined;
  heads = new Map<number, PageHead>();
  pages = new Map<number, Slot<Page>>();
  private portions = new Set<number>();
  private renewed = new Set<number>();
  private abort = new AbortController();

  constructor(readonly source: Source, private readonly changed: () => void) {}

  close() {
    this.abort.abort();
    this.abort = new AbortController();
    this.portions.clear();
  }

  want(first: number, last: number) {
    for (let n = Math.max(first, 1); n <= last && (this.count === null ? n === 1 : n <= this.count); n++) {
      const head = this.heads.get(n);
      if (head) this.loadPage(head);
      else void this.loadHeads(Math.floor((n - 1) / portion));
    }
  }

  renew(number: number) {
    const part = Math.floor((number - 1) / portion);
    if (this.renewed.has(part)) return; // a second renewal would not help, because the page cannot be drawn
    this.renewed.add(part);
    this.portions.delete(part);
    void this.loadHeads(part);
  }

  private async loadHeads(part: number) {
    if (this.portions.has(part)) return;
    this.portions.add(part);
    try {
      const list = await this.get<{ data: PageHead[]; count: number }>("", { skip: part * portion, limit: portion });
      this.count = list.count;
      for (const head of list.data) this.heads.set(head.number, head);
      if (part === 0 && list.data[0]) this.loadPage(list.data[0]);
    } catch (cause) {
      if (this.gone(cause)) return;
      this.portions.delete(part);
      this.failure = asFailure(cause);
    }
    this.changed();
  }

  private loadPage(head: PageHead) {
    const slot = this.pages.get(head.number);
    if (slot) {
      this.pages.delete(head.number); // moves the page to the end, so that it is forgotten last
      this.pages.set(head.number, slot);
      return;
    }
    this.pages.set(head.number, { loading: true });
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= kept) break;
      this.pages.delete(oldest);
    }
    const read = head.source === "ocr" || head.source === "mixed"; // only OCR has confidences
    this.get<Page>(`/${head.number}`, read ? { words: "true" } : {}).then(
      (value) => this.pages.set(head.number, { value }),
      (cause: unknown) => this.gone(cause) ? this.pages.delete(head.number) : this.pages.set(head.number, { failure: asFailure(cause) }),
    ).finally(this.changed);
  }

  private gone(cause: unknown): boolean {
    return cause instanceof DOMException && cause.name === "AbortError";
  }

  private async get<T>(path: string, query: Record<string, string | number>): Promise<T> {
    const parameters = new URLSearchParams();
    if (this.source.version) parameters.set("version", String(this.source.version));
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    const response = await raw(`${base}${this.source.path}/pages${path}?${parameters}`, { signal: this.abort.signal });
    return (await response.json()) as T;
  }
}
