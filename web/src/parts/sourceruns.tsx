import { useState } from "preact/hooks";
import { useLoad } from "../hooks";
import { type Schemas, type Source, type SourceRun, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { Badge, ErrorNote, Pager } from "./basics";

type Action = Schemas["SourceAction"];
const actions = ["added", "changed", "deleted", "kept", "failed"] as const satisfies readonly Action[];
const pageSize = 50;

/** The numbers of a run. */
export function Counts({ run }: { run: SourceRun }) {
  const t = useTexts();
  const done = actions.filter((a) => run.counts[a] > 0).map((a) => t.sources.counts(run.counts[a], t.sources.actions[a]));
  return <span class="faint">{[t.sources.listed(run.listed), ...done].join(" · ")}</span>;
}

type RunsProps = { runs: SourceRun[]; chosen: string; choose: (id: string) => void };

/** The runs of a source, with the details of one. */
export function Runs({ runs, chosen, choose }: RunsProps) {
  const t = useTexts();
  const format = useFormat();
  return (
    <section class="card part" aria-labelledby="runs">
      <h2 id="runs">{t.sources.runs}</h2>
      <ul class="keys">
        {runs.map((r) => (
          <li key={r.id} class="row">
            <button type="button" class="button button-plain" aria-pressed={r.id === chosen} onClick={() => choose(r.id)}>{t.sources.number(r.number)}</button>
            <Badge state={r.status}>{t.sources.statuses[r.status]}</Badge>
            {r.dry_run && <span class="faint">{t.sources.dry}</span>}
            <span class="grow"><Counts run={r} />{r.error && <p class="bad">{r.error}</p>}</span>
            <span class="faint">{format.when(r.created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a run did with each item, in pages. */
export function RunLog({ source, run }: { source: Source; run: SourceRun }) {
  const t = useTexts();
  const [action, setAction] = useState<Action | "">("");
  const [skip, setSkip] = useState(0);
  const log = useLoad(
    (signal) => answer(client.GET("/sources/{source_id}/runs/{run_id}/log", {
      params: { path: { source_id: source.id, run_id: run.id }, query: { skip, limit: pageSize, ...(action && { action }) } }, signal,
    })),
    [source.id, run.id, run.status, action, skip],
  );
  const title = run.dry_run ? t.sources.would : t.sources.log;
  return (
    <section class="part" aria-labelledby="log">
      <div class="filters">
        <h2 id="log" class="grow">{title}</h2>
        <select aria-label={t.sources.action} value={action} onChange={(e) => { setAction(e.currentTarget.value as Action | ""); setSkip(0); }}>
          <option value="">{t.sources.anyAction}</option>
          {actions.map((a) => <option key={a} value={a}>{t.sources.actions[a]}</option>)}
        </select>
      </div>
      {log.error && <ErrorNote failure={log.error} retry={log.reload} />}
      {log.data?.count === 0 && <p class="faint">{t.sources.nothing}</p>}
      {log.data && log.data.count > 0 && (
        <>
          <div class="table-frame">
            <table class="list" aria-label={title}>
              <thead><tr><th scope="col">{t.sources.path}</th><th scope="col">{t.sources.action}</th></tr></thead>
              <tbody>
                {log.data.data.map((entry) => (
                  <tr key={entry.path + entry.at}>
                    <th scope="row" class="name">{entry.file_id ? <a href={`/app/collections/${source.collection_id}/files/${entry.file_id}`}>{entry.path}</a> : entry.path}{entry.detail && <p class="bad">{entry.detail}</p>}</th>
                    <td><Badge state={entry.action === "failed" ? "failed" : "kept"}>{t.sources.actions[entry.action]}</Badge></td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager skip={skip} limit={pageSize} count={log.data.count} go={setSkip} />
        </>
      )}
    </section>
  );
}
