import { useMemo } from "preact/hooks";
import type { Schema } from "../extraction/fields";
import { type Extraction, proofsOf } from "../extraction/proofs";
import { usePointing } from "../extraction/pointing";
import { Result } from "../extraction/result";
import { IconButton } from "../parts/basics";
import { Reader } from "../reader/reader";
import type { Schemas } from "../service";
import { useTexts } from "../texts";
import type { TrialResult } from "./outcomes";

type TrialPagesProps = { result: TrialResult; schema: unknown; slug: string | undefined; close: () => void; kept: () => void };

/** The results of a test in a document, next to the pages that prove them. Corrections can be saved as a sample. */
export function TrialPages({ result, schema, slug, close, kept }: TrialPagesProps) {
  const t = useTexts();
  const pointing = usePointing();
  const source = useMemo(() => ({ path: `/documents/${result.document_id}` }), [result.document_id]);
  const extraction = useMemo((): Extraction => ({
    output: result.value, schema: schema as Schema | undefined, proofs: proofsOf(result.evidence as Schemas["Evidence"][]),
    warnings: result.warnings, count: result.evidence.length, loaded: result.evidence.length,
  }), [result, schema]);
  const view = <Result key={result.document_id} extraction={extraction} document={result.document_id} slug={slug} pointing={pointing} kept={kept} />;
  return (
    <div class="trial-pages">
      <header class="pane-head">
        <strong class="grow">{result.file_name}</strong>
        <IconButton icon="close" label={t.builder.closeValues} onClick={close} />
      </header>
      <Reader key={result.document_id} source={source} places={pointing.places} hints={pointing.hints} fields={pointing.fields} tab="evidence" tabs={[{ id: "evidence", name: t.evidence.title, view }]} />
    </div>
  );
}
