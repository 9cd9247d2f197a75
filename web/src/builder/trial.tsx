import { useEffect, useState } from "preact/hooks";
import { asFailure } from "../hooks";
import { Badge, ErrorNote, IconButton, Loading } from "../parts/basics";
import { DocumentChoice } from "../parts/documentchoice";
import { Icon } from "../parts/icons";
import { type Failure, type Schemas, answer, client } from "../service";
import { useTexts } from "../texts";
import { Outcomes, type Trial, type TrialResult } from "./outcomes";

export type Chosen = { id: string; name: string };

export const mostChosen = 5; // the service's limit for one request

type TrialProps = {
  slug: string;
  /** The draft, or null while it has faults. If absent, the stored definition is tested. */
  source?: string | null;
  version: number | undefined;
  chosen: Chosen[];
  choose: (chosen: Chosen[]) => void;
  open: (result: TrialResult) => void;
  /** Changes with the samples, because the expected values are part of the outcome. */
  samples: unknown;
};

/** Shows what a draft without faults finds in some documents, and how that differs from before. */
export function TrialPanel({ slug, source, version, chosen, choose, open, samples }: TrialProps) {
  const t = useTexts();
  const [choosing, setChoosing] = useState(false);
  const { trial, failure, running, run } = useTrial(slug, source, chosen, samples);
  return (
    <div class="builder-part">
      <p class="faint">{t.builder.testHint}</p>
      <ul class="row wrap">
        {chosen.map((d) => (
          <li key={d.id} class="chosen"><span>{d.name}</span>
            <IconButton icon="close" label={t.builder.leaveOut(d.name)} onClick={() => choose(chosen.filter((c) => c.id !== d.id))} /></li>
        ))}
        {chosen.length < mostChosen && (
          <li><button type="button" class="button" onClick={() => setChoosing(true)}><Icon name="plus" size={18} />{t.builder.addDocument}</button></li>
        )}
        {chosen.length > 0 && <li><button type="button" class="button" disabled={source === null || running} onClick={run}><Icon name="retry" size={18} />{t.builder.testAgain}</button></li>}
      </ul>
      {source === null && <p class="note">{t.builder.testFaulty}</p>}
      {failure && <ErrorNote failure={failure} retry={run} />}
      {running && <Loading label={t.builder.testing} />}
      {trial && chosen.length > 0 && <Outcomes trial={trial} version={version} open={open} />}
      {choosing && (
        <DocumentChoice close={() => setChoosing(false)} choose={(d) => {
          setChoosing(false);
          if (!chosen.some((c) => c.id === d.id)) choose([...chosen, { id: d.id, name: d.file_name }]);
        }} />
      )}
    </div>
  );
}

/** Runs the test whenever the draft or the documents have changed. */
function useTrial(slug: string, source: string | null | undefined, chosen: Chosen[], samples: unknown) {
  const [state, setState] = useState<{ trial?: Trial; failure?: Failure; running: boolean }>({ running: false });
  const [turn, setTurn] = useState(0);
  const ids = chosen.map((c) => c.id);
  useEffect(() => {
    if (source === null || ids.length === 0) return;
    const abort = new AbortController();
    setState((s) => ({ ...(s.trial && { trial: s.trial }), running: true }));
    test(slug, { ...(source !== undefined && { source }), document_ids: ids }, abort.signal).then(
      (trial) => abort.signal.aborted || setState({ trial, running: false }),
      (cause: unknown) => abort.signal.aborted || setState({ failure: asFailure(cause), running: false }),
    );
    return () => abort.abort();
  }, [slug, source, ids.join(), samples, turn]);
  return { ...state, run: () => setTurn((n) => n + 1) };
}

async function test(slug: string, body: Schemas["NewDefinitionTest"], signal?: AbortSignal): Promise<Trial> {
  return answer(client.POST("/extractor-definitions/{slug}/test", { params: { path: { slug } }, body, ...(signal && { signal }) }));
}

type SamplesProps = { slug: string; source?: string | null; version: number | undefined; samples: Schemas["Sample"][]; changed: () => void; open: (result: TrialResult) => void };

/** The documents with known values, and the values that the draft would break. */
export function SamplesPanel({ slug, source, version, samples, changed, open }: SamplesProps) {
  const t = useTexts();
  const [state, setState] = useState<{ trial?: Trial; failure?: Failure; running: boolean }>({ running: false });
  const run = () => {
    setState({ running: true });
    test(slug, typeof source === "string" ? { source } : {}).then(
      (trial) => setState({ trial, running: false }),
      (cause: unknown) => setState({ failure: asFailure(cause), running: false }),
    );
  };
  if (samples.length === 0) return <div class="builder-part"><p class="faint">{t.builder.noSamples}</p></div>;
  return (
    <div class="builder-part">
      <p class="faint">{t.builder.samplesHint}</p>
      <ul class="sample-list">{samples.map((s) => <SampleRow key={s.document_id} slug={slug} s={s} changed={changed} />)}</ul>
      <div><button type="button" class="button button-main" disabled={state.running || source === null} onClick={run}>{t.builder.runSamples}</button></div>
      {source === null && <p class="note">{t.builder.testFaulty}</p>}
      {state.failure && <ErrorNote failure={state.failure} retry={run} />}
      {state.running && <Loading label={t.builder.testing} />}
      {state.trial && (
        <>
          <p role="status" class="row">
            <Badge state={state.trial.broken > 0 ? "failed" : "ready"}>{state.trial.broken > 0 ? t.builder.broken(state.trial.broken, state.trial.count) : t.builder.noneBroken(state.trial.count)}</Badge>
          </p>
          <Outcomes trial={state.trial} version={version} open={open} />
        </>
      )}
    </div>
  );
}

function SampleRow({ slug, s, changed }: { slug: string; s: Schemas["Sample"]; changed: () => void }) {
  const t = useTexts();
  const [failure, setFailure] = useState<Failure | null>(null);
  const remove = () => {
    const path = { slug, document_id: s.document_id };
    answer(client.DELETE("/extractor-definitions/{slug}/samples/{document_id}", { params: { path } })).then(changed, (cause: unknown) => setFailure(asFailure(cause)));
  };
  return (
    <li>
      <div class="row"><a class="grow" href={`/app/documents/${s.document_id}`}>{s.file_name}</a>
        <IconButton icon="trash" label={t.builder.forget(s.file_name)} onClick={remove} /></div>
      {failure && <ErrorNote failure={failure} />}
      <details><summary class="faint">{t.builder.expected}</summary><pre class="output" tabIndex={0}><code>{JSON.stringify(s.expected, null, 2)}</code></pre></details>
    </li>
  );
}
