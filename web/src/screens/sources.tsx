import { useState } from "preact/hooks";
import { useLoad } from "../hooks";
import { Badge, Empty, ErrorNote, Loading, Pager, Title } from "../parts/basics";
import { Icon } from "../parts/icons";
import { NewSource } from "../parts/newsource";
import { type Source, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";

const pageSize = 50;

export function SourcesScreen() {
  const t = useTexts();
  const may = useMay("write");
  const [skip, setSkip] = useState(0);
  const [making, setMaking] = useState(false);
  const list = useLoad((signal) => answer(client.GET("/sources", { params: { query: { skip, limit: pageSize } }, signal })), [skip]);
  return (
    <div class="screen">
      <header class="screen-head">
        <Title tab={t.sources.title}>{t.sources.title}</Title>
        {may && <button type="button" class="button button-main" onClick={() => setMaking(true)}><Icon name="plus" size={18} />{t.sources.make}</button>}
      </header>
      {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
      {!list.data && list.loading && <Loading label={t.common.loading} />}
      {list.data?.data.length === 0 && <Empty icon="sources" title={t.sources.none}><p>{t.sources.noneHint}</p></Empty>}
      {list.data && list.data.data.length > 0 && (
        <>
          <Table rows={list.data.data} />
          <Pager skip={skip} limit={pageSize} count={list.data.count} go={setSkip} />
        </>
      )}
      {making && <NewSource close={() => setMaking(false)} />}
    </div>
  );
}

function Table({ rows }: { rows: Source[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <div class="table-frame">
      <table class="list" aria-label={t.sources.title}>
        <thead>
          <tr>
            <th scope="col">{t.common.name}</th><th scope="col" class="wide-only">{t.sources.place}</th>
            <th scope="col">{t.sources.state}</th><th scope="col" class="wide-only">{t.sources.next}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((s) => (
            <tr key={s.id}>
              <th scope="row" class="name"><a href={`/app/sources/${s.id}`}><Icon name="sources" size={18} /><span>{s.name}</span></a></th>
              <td class="wide-only">{t.sources.kinds[s.kind]} <span class="faint">{placeOf(s)}</span></td>
              <td class="state"><SourceState s={s} /></td>
              <td class="wide-only">{s.next_run_at && format.when(s.next_run_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether the source is active or paused. */
export function SourceState({ s }: { s: Source }) {
  const t = useTexts();
  return s.paused_at ? <Badge state="stopped">{t.sources.paused}</Badge> : <Badge state="active">{t.sources.active}</Badge>;
}

/** A short form of a source's location. */
export function placeOf(s: Source): string {
  const at = s.settings;
  if (s.kind === "s3") return [at.bucket, at.prefix].filter(Boolean).join("/");
  return [at.path ?? at.url, at.mailbox].filter(Boolean).join(" ");
}
