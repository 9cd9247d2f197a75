import { useState } from "preact/hooks";
import { useInterval, useLoad } from "../hooks";
import { Badge, Empty, ErrorNote, Loading, Pager, Progress, Title } from "../parts/basics";
import { Icon } from "../parts/icons";
import { NewBatch } from "../parts/newbatch";
import { type Batch, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";

const pageSize = 50;

/** Whether documents of the batch are still being processed. */
export const inFlight = (b: Batch) => b.status === "PROCESSING" || b.status === "CANCELLING";

export function BatchesScreen() {
  const t = useTexts();
  const may = useMay("write");
  const [skip, setSkip] = useState(0);
  const [making, setMaking] = useState(false);
  const list = useLoad((signal) => answer(client.GET("/batches", { params: { query: { skip, limit: pageSize } }, signal })), [skip]);
  useInterval(list.reload, 1000, list.data?.data.some(inFlight) ?? false);
  return (
    <div class="screen">
      <header class="screen-head">
        <Title tab={t.batches.title}>{t.batches.title}</Title>
        {may && <button type="button" class="button button-main" onClick={() => setMaking(true)}><Icon name="plus" size={18} />{t.batches.make}</button>}
      </header>
      {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
      {!list.data && list.loading && <Loading label={t.common.loading} />}
      {list.data?.data.length === 0 && <Empty icon="batches" title={t.batches.none}><p>{t.batches.noneHint}</p></Empty>}
      {list.data && list.data.data.length > 0 && (
        <>
          <Table rows={list.data.data} />
          <Pager skip={skip} limit={pageSize} count={list.data.count} go={setSkip} />
        </>
      )}
      {making && <NewBatch close={() => setMaking(false)} />}
    </div>
  );
}

function Table({ rows }: { rows: Batch[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <div class="table-frame">
      <table class="list" aria-label={t.batches.title}>
        <thead>
          <tr>
            <th scope="col">{t.batches.batch}</th><th scope="col">{t.common.state}</th>
            <th scope="col" class="wide-only end">{t.batches.ready}</th><th scope="col" class="wide-only end">{t.batches.failed}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((b) => (
            <tr key={b.id}>
              <th scope="row" class="name">
                <a href={`/app/batches/${b.id}`}><Icon name="batches" size={18} /><span>{t.batches.named(b.counts.total, format.when(b.created_at))}</span></a>
              </th>
              <td class="state"><BatchState b={b} /></td>
              <td class="wide-only end number">{format.number(b.counts.completed)}</td>
              <td class="wide-only end number">{format.number(b.counts.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The state of a batch, with its progress while it is being processed. */
export function BatchState({ b }: { b: Batch }) {
  const t = useTexts();
  const done = b.counts.total - b.counts.pending - b.counts.processing;
  return (
    <>
      <Badge state={b.status}>{t.batches.states[b.status]}</Badge>
      {inFlight(b) && (
        <span class="live">
          <Progress value={done / b.counts.total} label={t.batches.progress} />
          <span class="faint">{t.batches.done(done, b.counts.total)}</span>
        </span>
      )}
    </>
  );
}
