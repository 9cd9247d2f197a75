// Shows the pages as pictures. Only those in view are rendered.
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { forwardRef, memo } from "preact/compat";
import { useWidth } from "../hooks";
import { Loading } from "../parts/basics";
import { local } from "../service";
import { useTexts } from "../texts";
import type { Hover } from "./blocks";
import { pageAt, stack } from "./layout";
import type { Block, Box, Page, PageHead, Pages, Place } from "./source";

export type ScanHandle = {
  show: (page: number, box?: Box) => void;
  /** The same, unless the place is already visible. */
  reveal: (page: number, box?: Box) => void;
};

/** Values with their places. A callback gets the value under the pointer, or "" when there is none any more. */
export type FieldPlaces = { list: { id: string; places: Place[] }[]; point: (id: string) => void; choose: (id: string) => void };

type ScanProps = {
  pages: Pages;
  count: number;
  zoom: number;
  hovered: Hover;
  places: Place[];
  fields?: FieldPlaces;
  hover: (hover: Hover) => void;
  choose: (hover: Hover) => void;
  current: (page: number) => void;
};

const gap = 14;
const usual = { width: 595, height: 842 }; // A4, for pages whose size is not known yet
const widths = [400, 800, 1200, 1600, 2400]; // few fixed widths, so that the cache helps when zooming

export const Scan = forwardRef<ScanHandle, ScanProps>(function Scan(props, handle) {
  const { pages, count, zoom, current } = props;
  const t = useTexts();
  const frame = useRef<HTMLDivElement | null>(null);
  const [measure, available] = useWidth<HTMLDivElement>();
  const setFrame = useCallback((e: HTMLDivElement | null) => { frame.current = e; measure(e); }, [measure]);
  const width = Math.max(160, (available - 2 * gap) * zoom);
  const known = pages.head(1) ? heightsKey(pages, count) : 0;
  const heights = useMemo(() => Array.from({ length: count }, (_, i) => width * ratio(pages.head(i + 1) ?? pages.head(1))), [count, width, known]);
  const layout = useMemo(() => stack(heights, gap), [heights]);
  const [view, setView] = useState({ top: 0, height: 800 });
  const anchor = useRef({ page: 0, share: 0 });
  const wanted = useRef<{ page: number; box: Box | undefined } | null>(null); // until somebody scrolls

  const hold = useCallback((f: HTMLDivElement) => {
    const page = pageAt(layout, f.scrollTop + gap);
    anchor.current = { page, share: (f.scrollTop - (layout.tops[page] ?? 0)) / (heights[page] || 1) };
  }, [layout, heights]);

  const scrolled = useCallback(() => {
    const f = frame.current;
    if (!f) return;
    setView({ top: f.scrollTop, height: f.clientHeight });
    hold(f);
    current(pageAt(layout, f.scrollTop + f.clientHeight / 3) + 1);
  }, [layout, hold, current]);

  const arrive = () => {
    const f = frame.current;
    if (!f || !wanted.current) return;
    const { page, box } = wanted.current;
    const head = pages.head(page) ?? pages.head(1);
    const top = layout.tops[page - 1] ?? 0;
    if (!box || !head?.width) {
      f.scrollTop = top - gap;
      return;
    }
    const scale = width / head.width;
    f.scrollTop = top + box.y0 * scale - Math.max(40, (f.clientHeight - (box.y1 - box.y0) * scale) / 2);
    f.scrollLeft = Math.max(0, ((box.x0 + box.x1) / 2) * scale - f.clientWidth / 2);
  };
  const taken = () => { wanted.current = null; };

  useLayoutEffect(() => {
    // The visible text stays in place when zooming and when the sizes of pages become known. A scroll event that came
    // between the new layout and this would measure the old place by the new heights.
    const { page, share } = anchor.current;
    if (wanted.current) arrive();
    else if (frame.current) frame.current.scrollTop = (layout.tops[page] ?? 0) + share * (heights[page] ?? 0);
    scrolled();
  }, [layout]);

  const show = (page: number, box?: Box) => {
    wanted.current = { page, box };
    arrive();
    // The browser reports the scrolling a frame later, and somebody may zoom before that.
    if (frame.current) hold(frame.current);
  };
  const seen = (page: number, box: Box | undefined) => {
    const f = frame.current;
    const head = pages.head(page);
    if (!f || !box || !head?.width) return false;
    const scale = width / head.width;
    const top = layout.tops[page - 1] ?? 0;
    return top + box.y0 * scale >= f.scrollTop && top + box.y1 * scale <= f.scrollTop + f.clientHeight;
  };
  useImperativeHandle(handle, () => ({
    show,
    reveal: (page, box) => { if (!seen(page, box)) show(page, box); },
  }), [layout, width, pages]);

  const first = pageAt(layout, view.top - view.height);
  const last = pageAt(layout, view.top + 2 * view.height);
  useEffect(() => pages.want(first + 1, last + 1), [first, last, count]);
  const shown = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return (
    <div ref={setFrame} class="scan" onScroll={scrolled} onWheel={taken} onPointerDown={taken} onTouchMove={taken} onKeyDown={taken} tabIndex={0} role="region" aria-label={t.reader.pages}>
      <div class="scan-stack" style={{ height: `${layout.total}px`, minWidth: `${width + 2 * gap}px` }}>
        {shown.map((i) => (
          <ScanPage key={i} {...props} number={i + 1} head={pages.head(i + 1)} page={pages.page(i + 1)}
            top={layout.tops[i] ?? 0} width={width} height={heights[i] ?? 0}
            hovered={props.hovered?.page === i + 1 ? props.hovered : null} />
        ))}
      </div>
    </div>
  );
});

/** Changes whenever the size of another page becomes known. */
function heightsKey(pages: Pages, count: number): number {
  let n = 0;
  for (let i = 1; i <= count; i++) if (pages.head(i)) n++;
  return n;
}

function ratio(head: PageHead | undefined): number {
  return head?.width && head.height ? head.height / head.width : usual.height / usual.width;
}

type ScanPageProps = ScanProps & {
  number: number; head: PageHead | undefined; page: Page | undefined; top: number; width: number; height: number;
};

function ScanPage({ number, head, page, top, width, height, hovered, places, fields, hover, choose, pages }: ScanPageProps) {
  const t = useTexts();
  const [state, setState] = useState<"loading" | "there" | "broken">("loading");
  const wanted = width * Math.min(window.devicePixelRatio, 2);
  const pixels = widths.find((w) => w >= wanted * 0.95) ?? widths.at(-1);
  const src = head?.image_url ? `${local(head.image_url)}&width=${pixels}` : null;
  const failed = () => {
    setState("broken");
    pages.renew(number);
  };
  const marks = places.filter((p) => p.page === number).flatMap((p) => p.boxes);
  return (
    <div class="scan-page" data-page={number} style={{ top: `${top}px`, width: `${width}px`, height: `${height}px` }}>
      {src && <img src={src} alt={t.reader.pageImage(number)} onLoad={() => setState("there")} onError={failed} draggable={false} />}
      {src && state === "loading" && <div class="scan-wait"><Loading label={t.reader.page(number)} /></div>}
      {(state === "broken" || (head && !src)) && <p class="scan-wait faint">{t.reader.noImage(number)}</p>}
      {page && head?.width && head.height && (
        <Boxes page={page} width={head.width} height={head.height} hover={hover} choose={choose} />
      )}
      {fields && head?.width && head.height && <FieldBoxes fields={fields} number={number} width={head.width} height={head.height} />}
      {head?.width && head.height && (
        <div class="marks" aria-hidden="true">
          {marks.map((box, i) => <span key={i} class="mark-box" style={placed(box, head.width!, head.height!)} />)}
          {hovered && <span class="hover-box" style={placed(hovered.box, head.width, head.height)} />}
        </div>
      )}
      <span class="scan-number" aria-hidden="true">{number}</span>
    </div>
  );
}

/** A box in per cent of its page. */
function placed(box: Box, width: number, height: number) {
  return {
    left: `${(100 * box.x0) / width}%`, top: `${(100 * box.y0) / height}%`,
    width: `${(100 * (box.x1 - box.x0)) / width}%`, height: `${(100 * (box.y1 - box.y0)) / height}%`,
  };
}

type BoxesProps = { page: Page; width: number; height: number; hover: (h: Hover) => void; choose: (h: Hover) => void };

/** The places of blocks and cells, for the pointer only. The text next to it is accessible to everyone. */
const Boxes = memo(function Boxes({ page, width, height, hover, choose }: BoxesProps) {
  const targets = page.blocks.flatMap((b, i) => targetsOf(b, i));
  return (
    <div class="boxes" aria-hidden="true" onMouseLeave={() => hover(null)}>
      {targets.map(({ key, box }) => (
        <span key={key} class="box" style={placed(box, width, height)}
          onMouseEnter={() => hover({ page: page.number, key, box })} onClick={() => choose({ page: page.number, key, box })} />
      ))}
    </div>
  );
});

type FieldBoxesProps = { fields: FieldPlaces; number: number; width: number; height: number };

/** The places of values, for the pointer only. The form is accessible to everyone. */
const FieldBoxes = memo(function FieldBoxes({ fields, number, width, height }: FieldBoxesProps) {
  const boxes = fields.list.flatMap(({ id, places }) => places.filter((p) => p.page === number).flatMap((p) => p.boxes.map((box) => ({ id, box }))));
  if (boxes.length === 0) return null;
  return (
    <div class="field-boxes" aria-hidden="true">
      {boxes.map(({ id, box }, i) => (
        <span key={i} class="field-box" data-proves={id} style={placed(box, width, height)}
          onMouseEnter={() => fields.point(id)} onMouseLeave={() => fields.point("")} onClick={() => fields.choose(id)} />
      ))}
    </div>
  );
});

function targetsOf(b: Block, index: number): { key: string; box: Box }[] {
  const cells = b.table?.rows.flatMap((row, r) => row.cells.map((cell, c) => ({ key: `${index}.${r}.${c}`, box: cell.box }))) ?? [];
  return [{ key: String(index), box: b.box }, ...cells].filter((t): t is { key: string; box: Box } => t.box !== null);
}
