// Shows the blocks of a page. The content of a document becomes text or one of the elements here, never HTML.
import type { ComponentChildren, JSX } from "preact";
import { Markdown } from "../parts/markdown";
import { safeLink } from "../links";
import { Formula } from "./math";
import type { Block, Box, Cell, Page, Span, Word } from "./source";

/** A mark on a page: a block ("3") or a cell of its table ("3.1.2"), with its place. */
export type Hover = { page: number; key: string; box: Box } | null;

export type BlockEvents = { hover: (hover: Hover) => void; choose: (hover: Hover) => void };

type BlockProps = BlockEvents & { page: Page; image: string | null; marked: string };

/** All blocks of a page. Consecutive list items become a list. */
export function Blocks(props: BlockProps) {
  const { blocks } = props.page;
  const out: JSX.Element[] = [];
  for (let i = 0; i < blocks.length; ) {
    let end = i + 1;
    if (blocks[i]?.kind === "list_item") {
      while (blocks[end]?.kind === "list_item") end++;
      const items = blocks.slice(i, end).map((b, k) => <OneBlock key={i + k} {...props} block={b} index={i + k} />);
      out.push(<ul key={i} class="items">{items}</ul>);
    } else {
      out.push(<OneBlock key={i} {...props} block={blocks[i]!} index={i} />);
    }
    i = end;
  }
  return <>{out}</>;
}

function OneBlock({ block: b, index, page, image, marked, hover, choose }: BlockProps & { block: Block; index: number }) {
  const key = String(index);
  const at = b.box && { page: page.number, key, box: b.box };
  const wrap = {
    class: `block block-${b.kind}${marked === key ? " marked" : ""}`,
    "data-block": key,
    tabIndex: -1,
    ...(at && {
      onMouseEnter: () => hover(at), onMouseLeave: () => hover(null), onFocus: () => hover(at),
      onDblClick: () => choose(at), onClick: () => choose(at),
    }),
  };
  const inside = <Inside block={b} page={page} image={image} marked={marked} index={index} hover={hover} choose={choose} />;
  if (b.kind === "list_item") return <li {...wrap} style={{ marginInlineStart: `${(b.level ?? 0) * 1.500}em` }}>{inside}</li>;
  return <div {...wrap}>{inside}</div>;
}

type InsideProps = Omit<BlockProps, "marked"> & { block: Block; marked: string; index: number };

function Inside(props: InsideProps) {
  const { block: b, page, image } = props;
  const text = <Spans block={b} page={page.number} />;
  switch (b.kind) {
    case "heading": return <Heading level={b.level ?? 1}>{text}</Heading>;
    case "list_item": return <><span class="item-mark" aria-hidden={!b.ordered}>{b.ordered ? b.marker : "•"}</span><span>{text}</span></>;
    case "table": return b.table ? <Table {...props} /> : <p>{text}</p>;
    case "picture": return <Picture block={b} page={page} image={image}>{text}</Picture>;
    case "quote": return <blockquote>{text}</blockquote>;
    case "code": return <pre><code>{b.text}</code></pre>;
    case "formula": return <Formula latex={b.text} display />;
    case "footnote": return <p id={noteID(page.number, b.marker)}><sup>{b.marker}</sup> {text}</p>;
    case "markdown": return <Markdown text={b.markdown} />;
    default: return <p>{text}</p>;
  }
}

function Heading({ level, children }: { level: number; children: ComponentChildren }) {
  const Tag = `h${Math.min(level + 1, 6)}` as "h2";
  return <Tag class={`level-${Math.min(level, 6)}`}>{children}</Tag>;
}

const noteID = (page: number, label = "") => `note-${page}-${label}`;

function Spans({ block, page }: { block: Block; page: number }) {
  if (!block.spans) return <>{block.text}</>;
  const doubts = doubtful(block.words);
  let at = 0;
  return (
    <>
      {block.spans.map((span, i) => {
        const from = at;
        at += doubts.length > 0 ? [...span.t].length : 0;
        return <Styled key={i} span={span} page={page}>{doubts.length > 0 && !span.math ? shaded(span.t, from, doubts) : span.t}</Styled>;
      })}
    </>
  );
}

function Styled({ span: s, page, children }: { span: Span; page: number; children: ComponentChildren }) {
  if (s.math) return <Formula latex={s.t} />;
  let inside = <>{children}</>;
  if (s.code) inside = <code>{inside}</code>;
  if (s.bold) inside = <strong>{inside}</strong>;
  if (s.italic) inside = <em>{inside}</em>;
  if (s.strike) inside = <s>{inside}</s>;
  if (s.sup) inside = <sup>{inside}</sup>;
  if (s.sub) inside = <sub>{inside}</sub>;
  if (s.note) return <sup><a href={`#${noteID(page, s.note)}`} onClick={(e) => toNote(e, noteID(page, s.note))}>{s.note}</a></sup>;
  const href = s.link && safeLink(s.link);
  return href ? <a href={href} target="_blank" rel="noreferrer noopener">{inside}</a> : inside;
}

/** Scrolls to a footnote without changing the address, because the address names the screen. */
function toNote(e: Event, id: string) {
  e.preventDefault();
  document.getElementById(id)?.scrollIntoView({ block: "center" });
}

/** The confidence, in per cent, below which tesseract's words are wrong often enough to be checked. */
const sure = 90;
const unsure = 65;

function doubtful(words: Word[] | undefined): Word[] {
  return (words ?? []).filter((w) => w.start !== undefined && w.confidence !== undefined && w.confidence < sure);
}

/** Marks the words of a text that OCR was not sure of. Words and text are counted in characters. */
function shaded(text: string, from: number, doubts: Word[]): ComponentChildren {
  const characters = [...text];
  const out: ComponentChildren[] = [];
  let done = 0;
  for (const w of doubts) {
    const start = Math.max((w.start ?? 0) - from, done);
    const end = Math.min((w.end ?? 0) - from, characters.length);
    if (end <= start) continue;
    const confidence = Math.round(w.confidence ?? 0);
    out.push(characters.slice(done, start).join(""));
    out.push(<span class={confidence < unsure ? "doubt doubt-strong" : "doubt"} title={`OCR ${confidence} %`}>{characters.slice(start, end).join("")}</span>);
    done = end;
  }
  out.push(characters.slice(done).join(""));
  return out;
}

function Table({ block: b, page, marked, index, hover, choose }: InsideProps) {
  const rows = b.table?.rows ?? [];
  const headers = b.table?.header_rows ?? 0;
  const row = (r: number, cells: Cell[]) => (
    <tr key={r}>
      {cells.map((cell, c) => {
        const key = `${index}.${r}.${c}`;
        const at = cell.box && { page: page.number, key, box: cell.box };
        const Tag = cell.header || r < headers ? "th" : "td";
        return (
          <Tag key={c} colSpan={cell.colspan} rowSpan={cell.rowspan} class={marked === key ? "marked" : undefined}
            {...(at && { onMouseEnter: () => hover(at), onClick: (e: Event) => { e.stopPropagation(); choose(at); } })}>
            <CellText cell={cell} page={page.number} />
          </Tag>
        );
      })}
    </tr>
  );
  return (
    <div class="table-scroll" tabIndex={0}>
      <table>
        {headers > 0 && <thead>{rows.slice(0, headers).map((r, i) => row(i, r.cells))}</thead>}
        <tbody>{rows.slice(headers).map((r, i) => row(headers + i, r.cells))}</tbody>
      </table>
    </div>
  );
}

function CellText({ cell, page }: { cell: Cell; page: number }) {
  if (!cell.blocks?.length) return <>{cell.text}</>;
  return <>{cell.blocks.map((b, i) => <div key={i}><Spans block={b} page={page} /></div>)}</>;
}

/** A picture as it appears on the page, with the text read from it below. */
function Picture({ block: b, page, image, children }: { block: Block; page: Page; image: string | null; children: ComponentChildren }) {
  const box = b.box;
  const crop = box && image && page.width && page.height && box.x1 > box.x0 && box.y1 > box.y0;
  return (
    <figure>
      {crop && (
        <div class="crop" style={{ aspectRatio: `${box.x1 - box.x0} / ${box.y1 - box.y0}`, maxWidth: `${Math.round((box.x1 - box.x0) * 1.300)}px` }}>
          <img src={`${image}&width=1200`} alt={b.alt || ""} loading="lazy" style={{
            width: `${(100 * page.width!) / (box.x1 - box.x0)}%`,
            left: `${(-100 * box.x0) / (box.x1 - box.x0)}%`, top: `${(-100 * box.y0) / (box.y1 - box.y0)}%`,
          }} />
        </div>
      )}
      {(b.alt || b.text) && <figcaption>{b.alt && <em>{b.alt} </em>}{children}</figcaption>}
    </figure>
  );
}
