import { useState } from "preact/hooks";
import { useLoad, useSettled } from "../hooks";
import { type Schemas, answer, base, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { ErrorNote, Pager, SearchField } from "./basics";
import { Icon } from "./icons";

type List = { data: Schemas["AuditEntry"][]; count: number };

const pageSize = 50;

/** The audit log of the account, newest first, and the same as a file. */
export function Audit() {
  const t = useTexts();
  const format = useFormat();
  const [action, setAction] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [skip, setSkip] = useState(0);
  const settled = useSettled(action, 200);
  const filter = { ...(settled && { action: settled }), ...(from && { from }), ...(to && { to }) };
  const audit = useLoad<List>(
    async (signal) => (await answer(client.GET("/account/audit", { params: { query: { ...filter, skip, limit: pageSize } }, signal }))) as List,
    [settled, from, to, skip],
  );
  const changed = (set: (value: string) => void) => (value: string) => { set(value); setSkip(0); };
  return (
    <section class="card part" aria-labelledby="audit">
      <header class="row wrap"><h2 id="audit" class="grow">{t.account.audit}</h2>
        {(["csv", "jsonl"] as const).map((kind) => (
          <a key={kind} class="button" href={`${base}/account/audit?${new URLSearchParams({ ...filter, format: kind })}`} download={`audit.${kind}`}><Icon name="download" size={18} />{t.account.forms[kind]}</a>
        ))}
      </header>
      <form class="filters" role="search" onSubmit={(e) => e.preventDefault()}>
        <SearchField value={action} label={t.account.action} change={changed(setAction)} />
        <Day label={t.documents.from} value={from} change={changed(setFrom)} />
        <Day label={t.documents.to} value={to} change={changed(setTo)} />
      </form>
      {audit.error && <ErrorNote failure={audit.error} retry={audit.reload} />}
      {audit.data?.count === 0 && <p class="faint">{t.documents.noMatch}</p>}
      <ul class="audit">
        {audit.data?.data.map((e) => (
          <li key={e.id}><time class="faint number" dateTime={e.at}>{format.when(e.at)}</time><span>{e.action}</span><span class="faint">{e.actor}</span></li>
        ))}
      </ul>
      {audit.data && <Pager skip={skip} limit={pageSize} count={audit.data.count} go={setSkip} />}
    </section>
  );
}

function Day({ label, value, change }: { label: string; value: string; change: (value: string) => void }) {
  return <label class="date"><span>{label}</span><input type="date" value={value} onChange={(e) => change(e.currentTarget.value)} /></label>;
}
