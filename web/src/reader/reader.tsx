import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Center, ErrorNote, IconButton, Loading } from "../parts/basics";
import { Tabs } from "../parts/tabs";
import { useTexts } from "../texts";
import type { Hover } from "./blocks";
import { JSONView, SourceView } from "./raw";
import { type FieldPlaces, Scan, type ScanHandle } from "./scan";
import { type Place, type Source, usePages } from "./source";
import { Text, type TextHandle } from "./text";

/** An additional view of the result, next to text, source and JSON. */
export type ExtraTab = { id: string; name: string; view: ComponentChildren };

type ReaderProps = {
  source: Source;
  /** The marks on the pages. The first one is scrolled into view. */
  places?: Place[];
  /**
   * The marks shown instead while the pointer is on a field. They scroll into view without changing the current page.
   */
  hints?: Place[];
  /** The values that were read from the pages. */
  fields?: FieldPlaces;
  /** The page to open. */
  start?: number;
  tabs?: ExtraTab[];
  tab?: string;
  /** Always shows one column. */
  narrow?: boolean;
};

const none: Place[] = [];
const oneColumn = "(max-width: 900px)"; // as in reader.css
const zooms = [0.25, 0.5, 0.75, 1, 1.250, 1.500, 2, 3, 4];

export function Reader({ source, places = none, hints = none, fields, start = 1, tabs = [], tab: first, narrow = false }: ReaderProps) {
  const t = useTexts();
  const pages = usePages(source);
  const [tab, setTab] = useState(first ?? "text");
  const [zoom, setZoom] = useState(1);
  const [hovered, setHovered] = useState<Hover>(null);
  const [current, setCurrent] = useState(start);
  const scan = useRef<ScanHandle>(null);
  const text = useRef<TextHandle>(null);
  const lead = useRef<"scan" | "text">("scan"); // the side that is being scrolled; the other follows

  const fromScan = useCallback((page: number) => {
    setCurrent(page);
    if (lead.current === "scan") text.current?.show(page);
  }, []);
  const fromText = useCallback((page: number) => {
    if (lead.current !== "text") return;
    setCurrent((before) => {
      if (before !== page) scan.current?.show(page);
      return page;
    });
  }, []);
  const go = useCallback((page: number) => {
    lead.current = "scan";
    scan.current?.show(page);
    text.current?.show(page);
    setCurrent(page);
  }, []);
  const chooseOnPage = useCallback((h: Hover) => {
    setTab("text");
    requestAnimationFrame(() => h && text.current?.show(h.page, h.key));
  }, []);
  const chooseInText = useCallback((h: Hover) => { if (h) scan.current?.show(h.page, h.box); }, []);

  const ready = pages.count !== null;
  useEffect(() => {
    const place = places[0];
    if (!ready || (!place && start === 1)) return;
    lead.current = "scan";
    if (place && (narrow || matchMedia(oneColumn).matches)) setTab("page");
    const page = place?.page ?? start;
    scan.current?.show(page, place?.boxes[0]);
    text.current?.show(page);
    setCurrent(page);
  }, [places, start, ready, narrow]);

  useEffect(() => {
    const hint = hints[0];
    if (hint) scan.current?.reveal(hint.page, hint.boxes[0]);
  }, [hints]);

  if (pages.failure && pages.count === null) return <Center><ErrorNote failure={pages.failure} /></Center>;
  if (pages.count === null) return <Center><Loading label={t.common.loading} /></Center>;
  const count = pages.count;
  const drawn = count > 0 && pages.head(1)?.width !== null;
  const keys = (e: KeyboardEvent) => shortcut(e, { go: (by) => go(Math.min(Math.max(current + by, 1), count)), end: (last) => go(last ? count : 1), zoom: (by) => setZoom(stepped(by)) });
  const views = [
    ...(drawn ? [{ id: "page", name: t.reader.pageTab }] : []),
    { id: "text", name: t.reader.textTab }, { id: "source", name: t.reader.sourceTab }, { id: "json", name: "JSON" }, ...tabs,
  ];
  return (
    <div class={`reader${drawn ? "" : " reader-textonly"}${narrow ? " reader-narrow" : ""}`} data-tab={tab} onKeyDown={keys}>
      <div class="reader-bar" role="toolbar" aria-label={t.reader.bar}>
        {drawn && <Zoom zoom={zoom} set={setZoom} />}
        <PageField current={current} count={count} go={go} />
        <Tabs views={views} tab={tab} set={setTab} />
      </div>
      {drawn && (
        <div class="reader-scan" onPointerEnter={() => { lead.current = "scan"; }} onWheel={() => { lead.current = "scan"; }} onFocusCapture={() => { lead.current = "scan"; }}>
          <Scan ref={scan} pages={pages} count={count} zoom={zoom} hovered={hovered} places={hints.length > 0 ? hints : places} {...(fields && { fields })} hover={setHovered} choose={chooseOnPage} current={fromScan} />
        </div>
      )}
      <div class="reader-text" role="tabpanel" aria-label={views.find((v) => v.id === tab)?.name}
        onPointerEnter={() => { lead.current = "text"; }} onWheel={() => { lead.current = "text"; }} onFocusCapture={() => { lead.current = "text"; }}>
        {(tab === "text" || tab === "page") && <Text ref={text} pages={pages} count={count} hovered={hovered} hover={setHovered} choose={chooseInText} current={fromText} />}
        {tab === "source" && <SourceView page={pages.page(current)} />}
        {tab === "json" && <JSONView source={source} page={current} />}
        {tabs.find((extra) => extra.id === tab)?.view}
      </div>
    </div>
  );
}

const stepped = (by: 1 | -1 | 0) => (zoom: number) => {
  if (by === 0) return 1;
  const next = by > 0 ? zooms.find((z) => z > zoom) : zooms.findLast((z) => z < zoom);
  return next ?? zoom;
};

function Zoom({ zoom, set }: { zoom: number; set: (change: (zoom: number) => number) => void }) {
  const t = useTexts();
  return (
    <div class="row zoom">
      <IconButton icon="minus" label={t.reader.smaller} disabled={zoom <= zooms[0]!} onClick={() => set(stepped(-1))} />
      <span class="number" aria-live="polite">{Math.round(zoom * 100)} %</span>
      <IconButton icon="plus" label={t.reader.larger} disabled={zoom >= zooms.at(-1)!} onClick={() => set(stepped(1))} />
      <IconButton icon="fit" label={t.reader.fit} onClick={() => set(stepped(0))} />
    </div>
  );
}

function PageField({ current, count, go }: { current: number; count: number; go: (page: number) => void }) {
  const t = useTexts();
  return (
    <div class="row page-field">
      <IconButton icon="back" label={t.reader.previous} disabled={current <= 1} onClick={() => go(current - 1)} />
      <input type="number" class="number" min={1} max={count} value={current} aria-label={t.reader.pageNumber}
        onChange={(e) => go(Math.min(Math.max(Number(e.currentTarget.value) || 1, 1), count))} />
      <span class="faint number">/ {count}</span>
      <IconButton icon="next" label={t.reader.next} disabled={current >= count} onClick={() => go(current + 1)} />
    </div>
  );
}

type Actions = { go: (by: number) => void; end: (last: boolean) => void; zoom: (by: 1 | -1 | 0) => void };

/** Keys that work unless a text field has the focus. */
function shortcut(e: KeyboardEvent, act: Actions) {
  const typing = e.target instanceof HTMLElement && e.target.closest("input, textarea, select");
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
  const actions: Record<string, () => void> = {
    ArrowRight: () => act.go(1), ArrowLeft: () => act.go(-1), n: () => act.go(1), p: () => act.go(-1),
    Home: () => act.end(false), End: () => act.end(true), "+": () => act.zoom(1), "-": () => act.zoom(-1), "0": () => act.zoom(0),
  };
  const action = actions[e.key];
  if (!action) return;
  e.preventDefault();
  action();
}
