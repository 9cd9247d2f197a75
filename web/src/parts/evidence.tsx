import type { Pointing } from "../extraction/pointing";
import { loadExtraction } from "../extraction/proofs";
import { Result } from "../extraction/result";
import { useLoad } from "../hooks";
import type { Document } from "../service";
import { useTexts } from "../texts";
import { ErrorNote, Loading } from "./basics";

type EvidenceProps = { document: Document; pointing: Pointing };

/** The values extracted from a document, with links to the words that they were read from. */
export function EvidenceView({ document: d, pointing }: EvidenceProps) {
  const t = useTexts();
  const loaded = useLoad((signal) => loadExtraction(d, signal), [d.id]);
  if (loaded.error) return <div class="pad"><ErrorNote failure={loaded.error} retry={loaded.reload} /></div>;
  if (!loaded.data) return <div class="pad"><Loading label={t.common.loading} /></div>;
  return <Result extraction={loaded.data} document={d.id} slug={loaded.data.schema && d.extractor?.slug} pointing={pointing} />;
}
