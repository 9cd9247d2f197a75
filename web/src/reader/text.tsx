// Shows the pages as text. Pages far from view keep their height but not their content.
import { useCallback, useEffect, useImperativeHandle, useRef, useState } from "preact/hooks";
import { forwardRef, memo } from "preact/compat";
import { ErrorNote, Loading } from "../parts/basics";
import { local } from "../service";
import { useTexts } from "../texts";
import { type BlockEvents, Blocks, type Hover } from "./blocks";
import { pageAt, stack } from "./layout";
import type { Page, Pages } from "./source";

export type TextHandle = { show: (page: number, key?: string) => void };

type TextProps = BlockEvents & { pages: Pages; count: number; hovered: Hover; current: (page: number) => void };

const guessed = 900; // pixels, the height of a page that was never shown

export const Text = forwardRef<TextHandle, TextProps>(function Text({ pages, count, hovered, hover, choose, current }, handle) {
  const t = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const heights = useRef<number[]>([]);
  const [range, setRange] = useState({ first: 0, last: 2 });
  const wanted = useRef<{ page: number; key: string | undefined } | null>(null);
  const height = (i: number) => heights.current[i] ?? guessed;

  const look = useCallback(() => {
    const f = frame.current;
    if (!f) return;
    const layout = stack(Array.from({ length: count }, (_, i) => height(i)), 0);
    const first = Math.max(0, pageAt(layout, f.scrollTop - f.clientHeight / 2));
    const last = pageAt(layout, f.scrollTop + 1.500 * f.clientHeight);
    setRange((r) => (r.first === first && r.last === last ? r : { first, last }));
    current(pageAt(layout, f.scrollTop + f.clientHeight / 3) + 1);
  }, [count, current]);
  useEffect(look, [look]);
  useEffect(() => pages.want(range.first + 1, range.last + 1), [range, count]);

  const measured = useCallback((i: number, h: number) => {
    heights.current[i] = h;
    const target = wanted.current;
    if (target && frame.current) arrive(frame.current, target.page, target.key, heights.current, () => { wanted.current = null; });
    look();
  }, [look]);

  useImperativeHandle(handle, () => ({
    show: (page, key) => {
      const f = frame.current;
      if (!f) return;
      wanted.current = { page, key };
      arrive(f, page, key, heights.current, () => { wanted.current = null; });
      look();
    },
  }), [look]);

  const above = sum(heights.current, 0, range.first);
  const below = sum(heights.current, range.last + 1, count);
  const shown = Array.from({ length: Math.min(range.last, count - 1) - range.first + 1 }, (_, i) => range.first + i);
  return (
    <div ref={frame} class="text" onScroll={look} onWheel={() => { wanted.current = null; }} onKeyDown={walk} tabIndex={0} role="region" aria-label={t.reader.text}>
      <div style={{ height: `${above}px` }} />
      {shown.map((i) => (
        <TextPage key={i} number={i + 1} page={pages.page(i + 1)} measured={measured} hover={hover} choose={choose}
          marked={hovered?.page === i + 1 ? hovered.key : ""} pages={pages} />
      ))}
      <div style={{ height: `${below}px` }} />
    </div>
  );
});

function sum(heights: number[], from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) total += heights[i] ?? guessed;
  return total;
}

/** Scrolls to a block, or to its page while the block is not rendered yet. */
function arrive(frame: HTMLElement, page: number, key: string | undefined, heights: number[], done: () => void) {
  const at = frame.querySelector<HTMLElement>(`[data-text-page="${page}"]`);
  const block = key !== undefined && at?.querySelector<HTMLElement>(`[data-block="${key.split(".")[0]}"]`);
  if (block) {
    frame.scrollTop += block.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 3;
    done();
  } else if (at) {
    frame.scrollTop += at.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    if (key === undefined && at.dataset["ready"]) done();
  } else {
    frame.scrollTop = sum(heights, 0, page - 1);
  }
}

/** The arrow keys move from block to block. The block with the focus is marked on its page. */
function walk(e: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  const focused = document.activeElement;
  if (!step || !(focused instanceof HTMLElement) || !focused.dataset["block"]) {
    if (e.key === "Enter" && e.currentTarget === e.target) (e.currentTarget as HTMLElement).querySelector<HTMLElement>("[data-block]")?.focus();
    return;
  }
  const all = [...(e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-block]")];
  const next = all[all.indexOf(focused) + step];
  if (!next) return;
  e.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

type TextPageProps = BlockEvents & {
  number: number; page: Page | undefined; pages: Pages; marked: string; measured: (index: number, height: number) => void;
};

const TextPage = memo(function TextPage({ number, page, pages, marked, measured, hover, choose }: TextPageProps) {
  const t = useTexts();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!ref.current || !page) return;
    const observer = new ResizeObserver(([entry]) => entry && measured(number - 1, entry.borderBoxSize[0]?.blockSize ?? guessed));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [page, measured, number]);
  const failure = pages.failureOf(number);
  return (
    <section ref={ref} class="text-page" data-text-page={number} data-ready={page ? "yes" : undefined} aria-label={t.reader.page(number)}
      style={page ? undefined : { minHeight: `${guessed}px` }}>
      <p class="text-number" aria-hidden="true"><span>{t.reader.page(number)}</span></p>
      {page && <Blocks page={page} image={page.image_url && local(page.image_url)} marked={marked} hover={hover} choose={choose} />}
      {page?.blocks.length === 0 && <p class="faint">{t.reader.emptyPage}</p>}
      {!page && !failure && <Loading label={t.common.loading} />}
      {failure && <ErrorNote failure={failure} />}
    </section>
  );
}, (a, b) => a.page === b.page && a.marked === b.marked && a.measured === b.measured && a.pages.failureOf(a.number) === b.pages.failureOf(b.number));
