import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Loaded, useInterval, useLoad } from "../hooks";
import { Center, Dialog, ErrorNote, IconButton, Loading, Title } from "../parts/basics";
import { ChangeSource } from "../parts/changesource";
import { Icon } from "../parts/icons";
import { Check } from "../parts/sourceform";
import { Counts, RunLog, Runs } from "../parts/sourceruns";
import { useToasts } from "../parts/toasts";
import { type Source, type SourceRun, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";
import { SourceState, placeOf } from "./sources";

const shownRuns = 20;
const lookAgain = 1000; // milliseconds, during a run

export function SourceScreen({ id = "" }: { id?: string }) {
  const t = useTexts();
  const path = { source_id: id };
  const runs = useLoad((signal) => answer(client.GET("/sources/{source_id}/runs", { params: { path, query: { limit: shownRuns } }, signal })), [id]);
  const last = runs.data?.data[0];
  const running = last?.status === "running";
  // The source is loaded after its last run, because the end of the run may have paused it.
  const source = useLoad((signal) => answer(client.GET("/sources/{source_id}", { params: { path }, signal })), [id, last?.id, last?.status]);
  const [chosen, setChosen] = useState("");
  const reload = () => {
    source.reload();
    runs.reload();
  };
  useInterval(runs.reload, lookAgain, running);
  const failure = source.error ?? runs.error;
  if (!source.data || !runs.data) {
    return <Center>{failure ? <ErrorNote failure={failure} retry={reload} /> : <Loading label={t.common.loading} />}</Center>;
  }
  const run = runs.data.data.find((r) => r.id === chosen) ?? runs.data.data[0];
  return (
    <div class="screen">
      <Head s={source.data} source={source} last={last} changed={reload} />
      {failure && <ErrorNote failure={failure} retry={reload} />}
      <Facts s={source.data} />
      <Runs runs={runs.data.data} chosen={run?.id ?? ""} choose={setChosen} />
      {run && <RunLog key={run.id} source={source.data} run={run} />}
    </div>
  );
}

function Facts({ s }: { s: Source }) {
  const t = useTexts();
  const format = useFormat();
  const facts: [string, string][] = [
    [t.sources.place, `${t.sources.kinds[s.kind]}: ${placeOf(s)}`],
    [t.sources.every, t.sources.intervals[s.every_minutes] ?? t.sources.minutes(s.every_minutes)],
    ...(s.rate > 0 ? [[t.sources.speed, t.sources.perMinute(s.rate)] as [string, string]] : []),
    ...(s.next_run_at ? [[t.sources.next, format.when(s.next_run_at)] as [string, string]] : []),
    ...(s.include.length > 0 ? [[t.sources.only, s.include.join(", ")] as [string, string]] : []),
    ...(s.exclude.length > 0 ? [[t.sources.never, s.exclude.join(", ")] as [string, string]] : []),
  ];
  return (
    <section class="card part">
      <div class="row"><SourceState s={s} />{s.add_only && <span class="faint">{t.sources.addOnly}</span>}
        <a href={`/app/collections/${s.collection_id}`}>{t.sources.collection}</a></div>
      {s.pause_reason && <p class="note">{s.pause_reason}</p>}
      <dl class="quotas">{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
    </section>
  );
}

type HeadProps = { s: Source; source: Loaded<Source>; last: SourceRun | undefined; changed: () => void };

function Head({ s, source, last, changed }: HeadProps) {
  const t = useTexts();
  const may = useMay("write");
  const toasts = useToasts();
  const [asking, setAsking] = useState<"resume" | "change" | "delete" | null>(null);
  const path = { source_id: s.id };
  const act = (call: Promise<unknown>) => void call.then(changed, toasts.fail);
  const run = (dry_run: boolean) => act(answer(client.POST("/sources/{source_id}/runs", { params: { path }, body: { dry_run } })));
  const running = last?.status === "running";
  return (
    <header class="screen-head">
      <div class="row grow">
        <a class="icon-button" href="/app/sources" aria-label={t.sources.back} title={t.sources.back}><Icon name="back" /></a>
        <Title tab={s.name}>{s.name}</Title>
      </div>
      {may && (
        <div class="row">
          {s.paused_at
            ? <button type="button" class="button button-main" disabled={running} onClick={() => setAsking("resume")}>{t.sources.resume}</button>
            : <button type="button" class="button button-main" disabled={running} onClick={() => run(false)}>{t.sources.run}</button>}
          <button type="button" class="button" disabled={running} onClick={() => run(true)}>{t.sources.dryRun}</button>
          {!s.paused_at && <button type="button" class="button" onClick={() => act(answer(client.POST("/sources/{source_id}/pause", { params: { path } })))}>{t.sources.pause}</button>}
          <IconButton icon="edit" label={t.sources.change(s.name)} onClick={() => setAsking("change")} />
          <IconButton icon="trash" label={t.sources.delete(s.name)} onClick={() => setAsking("delete")} />
        </div>
      )}
      {asking === "resume" && <Resume source={source} s={s} last={last} close={() => setAsking(null)} changed={changed} />}
      {asking === "change" && <ChangeSource s={s} close={() => setAsking(null)} changed={(now) => { source.put(now); changed(); }} />}
      {asking === "delete" && <Delete s={s} close={() => setAsking(null)} />}
    </header>
  );
}

type ResumeProps = HeadProps & { close: () => void };

/** Asks for confirmation before a paused source is resumed, with the changes that its dry run would have made. */
function Resume({ s, source, last, close, changed }: ResumeProps) {
  const t = useTexts();
  const toasts = useToasts();
  const [allow, setAllow] = useState(false);
  const resume = (e: Event) => {
    e.preventDefault();
    const call = client.POST("/sources/{source_id}/resume", { params: { path: { source_id: s.id } }, body: { allow_deletions: allow } });
    answer(call).then((resumed) => {
      source.put(resumed);
      close();
      changed();
    }, toasts.fail);
  };
  return (
    <Dialog title={`${t.sources.resume}: ${s.name}`} close={close}>
      <form class="dialog-body" onSubmit={resume}>
        <p>{t.sources.resumeHint}</p>
        {last && <Counts run={last} />}
        {last?.error && <p class="note">{last.error}</p>}
        <Check label={t.sources.allow} checked={allow} change={setAllow} />
        <div class="dialog-foot"><button type="submit" class="button button-main">{t.sources.resume}</button></div>
      </form>
    </Dialog>
  );
}

function Delete({ s, close }: { s: Source; close: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const { route } = useLocation();
  const remove = () => answer(client.DELETE("/sources/{source_id}", { params: { path: { source_id: s.id } } })).then(() => route("/app/sources"), toasts.fail);
  return (
    <Dialog title={t.sources.delete(s.name)} close={close}>
      <div class="dialog-body">
        <p>{t.sources.deleteHint}</p>
        <div class="dialog-foot"><button type="button" class="button button-bad" onClick={() => void remove()}>{t.sources.really}</button></div>
      </div>
    </Dialog>
  );
}
