import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { CopyButton } from "../parts/copy";
import { Icon } from "../parts/icons";
import { useTexts } from "../texts";
import { useMay } from "../who";
import { type Field, fieldsOf, missingOf, spoken, withValues } from "./fields";
import { Form, isWeak } from "./form";
import { Keep } from "./keep";
import { type Pointing, leadTo } from "./pointing";
import type { Extraction, Proofs } from "./proofs";

type ResultProps = {
  extraction: Extraction;
  document: string;
  /** The extractor for which corrections are saved as samples. There is none if it was deleted. */
  slug: string | undefined;
  pointing: Pointing;
  kept?: () => void;
};

const nothing: ReadonlyMap<string, Field["value"]> = new Map();
const none: Proofs = new Map();

/** The values extracted from a document, as a form for corrections and as JSON. */
export function Result({ extraction, document, slug, pointing, kept }: ResultProps) {
  const t = useTexts();
  const may = useMay("write") && slug !== undefined;
  const [view, setView] = useState<"form" | "json">("form");
  const [edits, setEdits] = useState(nothing);
  const root = useMemo(() => fieldsOf(extraction.schema, extraction.output), [extraction]);
  const { hint, show, pointed, setProofs } = pointing;
  useEffect(() => {
    setProofs(view === "form" ? extraction.proofs : none);
    return () => setProofs(none);
  }, [extraction, view, setProofs]);
  const edit = useCallback((path: string, value: Field["value"]) => setEdits((before) => new Map(before).set(path, value)), []);
  const json = () => JSON.stringify(withValues(extraction.output, edits), null, 2);
  return (
    <div class="evidence">
      {extraction.warnings.map((w) => <p key={w} class="note">{w}</p>)}
      {extraction.count > extraction.loaded && <p class="note">{t.evidence.someProven(extraction.loaded, extraction.count)}</p>}
      <div class="row">
        <div class="row grow" role="group" aria-label={t.reader.views}>
          <button type="button" class="button" aria-pressed={view === "form"} onClick={() => setView("form")}>{t.evidence.form}</button>
          <button type="button" class="button" aria-pressed={view === "json"} onClick={() => setView("json")}>{t.evidence.json}</button>
        </div>
        {view === "json" && <CopyButton text={json()} />}
      </div>
      {view === "form" && (
        <>
          <Doubts root={root} proofs={extraction.proofs} />
          <Form root={root} proofs={extraction.proofs} edits={edits} pointed={pointed} {...(may && { edit })} hint={hint} show={show} />
          {may && <Keep slug={slug} document={document} output={extraction.output} edits={edits} kept={() => kept?.()} />}
        </>
      )}
      {view === "json" && <pre class="output" tabIndex={0}><code>{json()}</code></pre>}
    </div>
  );
}

const mostDoubts = 40; // listed by name; nobody would work through more

/** Missing values and values without a proof, with links to their fields. */
function Doubts({ root, proofs }: { root: Field; proofs: Proofs }) {
  const t = useTexts();
  const missing = useMemo(() => missingOf(root).map((f) => f.path), [root]);
  const weak = useMemo(() => [...proofs].filter(([, proof]) => isWeak(proof)).map(([path]) => path), [proofs]);
  if (missing.length + weak.length === 0) return <p class="faint row" role="status"><Icon name="check" size={18} />{t.evidence.allProven}</p>;
  return (
    <div class="doubts" role="status">
      <DoubtList title={t.evidence.missingCount(missing.length)} paths={missing} />
      <DoubtList title={t.evidence.weakCount(weak.length)} paths={weak} />
    </div>
  );
}

function DoubtList({ title, paths }: { title: string; paths: string[] }) {
  const t = useTexts();
  if (paths.length === 0) return null;
  return (
    <details class="doubt-list" open={paths.length <= 6}>
      <summary>{title}</summary>
      <ul>
        {paths.slice(0, mostDoubts).map((path) => <li key={path}><button type="button" class="button button-small" onClick={() => leadTo(path)}>{spoken(path)}</button></li>)}
        {paths.length > mostDoubts && <li class="faint">{t.uploads.more(paths.length - mostDoubts)}</li>}
      </ul>
    </details>
  );
}
