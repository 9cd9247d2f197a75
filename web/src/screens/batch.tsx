import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useInterval, useLoad } from "../hooks";
import { Center, Dialog, ErrorNote, IconButton, Loading, Pager, Title } from "../parts/basics";
import { DocumentTable } from "../parts/documenttable";
import { Icon } from "../parts/icons";
import { useToasts } from "../parts/toasts";
import { type Batch, type DocumentStatus, answer, base, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";
import { BatchState, inFlight } from "./batches";

const pageSize = 50;
const counted = ["completed", "failed", "processing", "pending", "expired", "deleted"] as const satisfies readonly (keyof Batch["counts"])[];

export function BatchScreen({ id = "" }: { id?: string }) {
  const t = useTexts();
  const format = useFormat();
  const batch = useLoad((signal) => answer(client.GET("/batches/{id}", { params: { path: { id } }, signal })), [id]);
  useInterval(batch.reload, 1000, batch.data ? inFlight(batch.data) : false);
  const b = batch.data;
  if (!b) {
    return <Center>{batch.error ? <ErrorNote failure={batch.error} retry={batch.reload} /> : <Loading label={t.common.loading} />}</Center>;
  }
  const counts = counted.filter((name) => b.counts[name] > 0);
  return (
    <div class="screen">
      <Head b={b} changed={batch.reload} />
      {batch.error && <ErrorNote failure={batch.error} retry={batch.reload} />}
      <section class="card part">
        <div class="row"><BatchState b={b} /></div>
        <dl class="quotas">
          {counts.map((name) => <div key={name}><dt>{t.batches.counts[name]}</dt><dd class="number">{format.number(b.counts[name])}</dd></div>)}
          {b.finished_at && <div><dt>{t.batches.ended}</dt><dd>{format.when(b.finished_at)}</dd></div>}
        </dl>
      </section>
      <Documents b={b} />
    </div>
  );
}

function Documents({ b }: { b: Batch }) {
  const t = useTexts();
  const [status, setStatus] = useState<DocumentStatus | "">("");
  const [skip, setSkip] = useState(0);
  const extractors = useLoad((signal) => answer(client.GET("/e", { params: { query: { limit: 100 } }, signal })), []);
  const list = useLoad(
    (signal) => answer(client.GET("/batches/{id}/documents", {
      params: { path: { id: b.id }, query: { skip, limit: pageSize, ...(status && { status }) } }, signal,
    })),
    [b.id, status, skip, JSON.stringify(b.counts)],
  );
  return (
    <section class="part" aria-labelledby="documents">
      <div class="filters">
        <h2 id="documents" class="grow">{t.documents.title}</h2>
        <select aria-label={t.common.state} value={status} onChange={(e) => { setStatus(e.currentTarget.value as DocumentStatus | ""); setSkip(0); }}>
          <option value="">{t.documents.anyState}</option>
          {Object.entries(t.documents.states).map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
      </div>
      {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
      {list.data?.count === 0 && <p class="faint">{t.documents.noMatch}</p>}
      {list.data && list.data.count > 0 && (
        <>
          <DocumentTable rows={list.data.data} list={list} extractors={extractors.data?.data ?? []} />
          <Pager skip={skip} limit={pageSize} count={list.data.count} go={setSkip} />
        </>
      )}
    </section>
  );
}

function Head({ b, changed }: { b: Batch; changed: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const may = useMay("write");
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const name = t.batches.named(b.counts.total, format.when(b.created_at));
  const path = { id: b.id };
  const cancel = () => answer(client.POST("/batches/{id}/cancel", { params: { path } })).then(changed, toasts.fail);
  return (
    <header class="screen-head">
      <div class="row grow">
        <a class="icon-button" href="/app/batches" aria-label={t.batches.back} title={t.batches.back}><Icon name="back" /></a>
        <Title tab={name}>{name}</Title>
      </div>
      <div class="row wrap">
        {!inFlight(b) && b.counts.completed > 0 && (["zip", "jsonl"] as const).map((kind) => (
          <a key={kind} class="button" href={`${base}/batches/${b.id}/results?format=${kind}`} download><Icon name="download" size={18} />{t.batches.results[kind]}</a>
        ))}
        {may && b.status === "PROCESSING" && <button type="button" class="button" onClick={() => void cancel()}>{t.batches.cancel}</button>}
        {may && <IconButton icon="trash" label={t.batches.delete} onClick={() => setAsking(true)} />}
      </div>
      {asking && <Delete b={b} close={() => setAsking(false)} />}
    </header>
  );
}

function Delete({ b, close }: { b: Batch; close: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const { route } = useLocation();
  const remove = () => answer(client.DELETE("/batches/{id}", { params: { path: { id: b.id } } })).then(() => route("/app/batches"), toasts.fail);
  return (
    <Dialog title={t.batches.delete} close={close}>
      <div class="dialog-body">
        <p>{t.batches.deleteHint(b.counts.total - b.counts.deleted)}</p>
        <div class="dialog-foot">
          <button type="button" class="button" onClick={close}>{t.common.cancel}</button>
          <button type="button" class="button button-bad" onClick={() => void remove()}>{t.batches.really}</button>
        </div>
      </div>
    </Dialog>
  );
}
