import { useState } from "preact/hooks";
import { placesOf } from "../citations";
import { useLoad } from "../hooks";
import type { Place } from "../reader/source";
import { type Schemas, answer, client } from "../service";
import { useTexts } from "../texts";
import { Badge, ErrorNote, Loading, Pager } from "./basics";

const pageSize = 100;

/** The values that were extracted from a document. Choosing one shows the words that it was read from. */
export function EvidenceTable({ document, show }: { document: string; show: (places: Place[]) => void }) {
  const t = useTexts();
  const [skip, setSkip] = useState(0);
  const [chosen, setChosen] = useState("");
  const loaded = useLoad(
    (signal) => answer(client.GET("/documents/{id}/evidence", { params: { path: { id: document }, query: { skip, limit: pageSize } }, signal })),
    [document, skip],
  );
  if (loaded.error) return <div class="pad"><ErrorNote failure={loaded.error} retry={loaded.reload} /></div>;
  if (!loaded.data) return <div class="pad"><Loading label={t.common.loading} /></div>;
  const choose = (e: Schemas["Evidence"]) => {
    setChosen(e.path);
    show(placesOf(e));
  };
  return (
    <div class="evidence">
      {loaded.data.warnings.map((w) => <p key={w} class="note">{w}</p>)}
      {loaded.data.count === 0 && <p class="faint">{t.evidence.none}</p>}
      <ul>{loaded.data.data.map((e) => <Value key={e.path} e={e} chosen={e.path === chosen} choose={() => choose(e)} />)}</ul>
      <Pager skip={skip} limit={pageSize} count={loaded.data.count} go={setSkip} />
    </div>
  );
}

function Value({ e, chosen, choose }: { e: Schemas["Evidence"]; chosen: boolean; choose: () => void }) {
  const t = useTexts();
  return (
    <li>
      <button type="button" class="value" aria-pressed={chosen} disabled={e.places.length === 0} title={e.quote} onClick={choose}>
        <code class="faint">{e.path}</code>
        <strong class="grow">{String(e.value)}</strong>
        {!e.verified && e.page !== null && <Badge state="partial">{t.evidence.unverified}</Badge>}
        <span class="faint number">{e.page === null ? t.evidence.unknown : t.reader.page(e.page)}</span>
      </button>
    </li>
  );
}
