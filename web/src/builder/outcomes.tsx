import { spoken } from "../extraction/fields";
import { Badge } from "../parts/basics";
import type { Schemas } from "../service";
import { useTexts } from "../texts";

export type Trial = Schemas["DefinitionTest"];
export type TrialResult = Schemas["DefinitionTestResult"];
type Difference = Schemas["Difference"];

type OutcomesProps = { trial: Trial; version: number | undefined; open: (result: TrialResult) => void };

/** The results of a test for each document. */
export function Outcomes({ trial, version, open }: OutcomesProps) {
  return <ul class="outcomes">{trial.data.map((r) => <li key={r.document_id} class="card outcome"><Outcome r={r} version={version} open={open} /></li>)}</ul>;
}

function Outcome({ r, version, open }: { r: TrialResult; version: number | undefined; open: (result: TrialResult) => void }) {
  const t = useTexts();
  return (
    <>
      <div class="row wrap">
        <strong class="grow">{r.file_name}</strong>
        {r.broken && (r.broken.length > 0 ? <Badge state="failed">{t.builder.breaks}</Badge> : <Badge state="ready">{t.builder.asExpected}</Badge>)}
        {!r.error && <button type="button" class="button" aria-label={t.builder.showValues(r.file_name)} onClick={() => open(r)}>{t.builder.values(r.evidence.length)}</button>}
      </div>
      {r.error && <p class="bad">{r.error}</p>}
      {r.missing.length > 0 && <p class="bad">{t.builder.requiredMissing(r.missing.join(", "))}</p>}
      {r.warnings.map((w) => <p key={w} class="faint">{w}</p>)}
      {r.broken && r.broken.length > 0 && <Differences title={t.builder.notExpected} list={r.broken} want={t.builder.expected} got={t.builder.found} wrong />}
      {version !== undefined && !r.error && (r.changes.length > 0
        ? <Differences title={t.builder.changes(r.changes.length, version)} list={r.changes} want={t.builder.before} got={t.builder.now} />
        : <p class="faint">{t.builder.noChanges(version)}</p>)}
    </>
  );
}

const mostShown = 50; // differences; more would not tell anybody more

type DifferencesProps = { title: string; list: Difference[]; want: string; got: string; wrong?: boolean };

function Differences({ title, list, want, got, wrong = false }: DifferencesProps) {
  const t = useTexts();
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={title}>
      <table class={wrong ? "differences differences-wrong" : "differences"}>
        <caption>{title}</caption>
        <thead><tr><th scope="col">{t.builder.value}</th><th scope="col">{want}</th><th scope="col">{got}</th></tr></thead>
        <tbody>
          {list.slice(0, mostShown).map((d) => (
            <tr key={d.path}><th scope="row">{spoken(d.path)}</th><td class="want">{written(d.want)}</td><td class="got">{written(d.got)}</td></tr>
          ))}
        </tbody>
      </table>
      {list.length > mostShown && <p class="faint">{t.uploads.more(list.length - mostShown)}</p>}
    </div>
  );
}

const written = (value: unknown) => (value === null || value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value));
