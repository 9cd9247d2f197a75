import { useCallback, useEffect } from "preact/hooks";
import { type Opened, evidenceOf, placesOf } from "../citations";
import type { Citation } from "../service";
import { useTexts } from "../texts";
import { Markdown } from "./markdown";

type AnswerProps = {
  text: string;
  citations: Citation[];
  /** The path of the answered message or query. Its evidence is below it. */
  path: string | null;
  open: (what: Opened) => void;
};

const marker = /\[citation:([^\]\s]{1,20})\]/;

/** An answer whose markers are shown as chips. A chip opens the page with the quoted words marked. */
export function Answer({ text, citations, path, open }: AnswerProps) {
  const t = useTexts();
  useEffect(() => {
    if (path && citations.length > 0) void evidenceOf(path); // preloaded, so that a click does not wait
  }, [path, citations.length]);
  const mark = useCallback((plain: string) => {
    const parts = plain.split(marker); // every other part is the id of a marker
    return parts.map((part, i) => {
      if (i % 2 === 0) return part;
      const citation = citations.find((c) => c.id === part);
      return citation ? <Chip key={i} citation={citation} path={path} open={open} /> : null;
    });
  }, [citations, path, open]);
  return <div class="answer"><Markdown text={text} mark={mark} />{text === "" && <span class="faint">{t.ask.thinking}</span>}</div>;
}

function Chip({ citation: c, path, open }: { citation: Citation; path: string | null; open: (what: Opened) => void }) {
  const t = useTexts();
  const show = async () => {
    const evidence = path ? (await evidenceOf(path)).get(c.id) : undefined;
    const places = placesOf(evidence);
    const page = places[0]?.page ?? c.page_start;
    open({ collection: c.collection_id, file: c.file_id, ...(evidence?.version && { version: evidence.version }), filename: c.filename, page, places });
  };
  const where = t.ask.cited(c.filename, c.page_start, c.page_end);
  return <button type="button" class="chip" title={where} aria-label={where} onClick={() => void show()}>{c.id}</button>;
}
