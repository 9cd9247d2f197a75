import { useState } from "preact/hooks";
import { useLoad } from "../hooks";
import { Dialog, ErrorNote, Loading } from "../parts/basics";
import { useToasts } from "../parts/toasts";
import { answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { Comparison } from "./editor";

type VersionsProps = { slug: string; newest: number; draft: string; take?: (source: string) => void };

/** The versions of an extractor. Each can be compared with the draft, or replace it. */
export function VersionsPanel({ slug, newest, draft, take }: VersionsProps) {
  const t = useTexts();
  const format = useFormat();
  const toasts = useToasts();
  const [compared, setCompared] = useState(0);
  const list = useLoad((signal) => answer(client.GET("/extractor-definitions/{slug}/versions", { params: { path: { slug }, query: { limit: 100 } }, signal })), [slug, newest]);
  if (list.error) return <div class="builder-part"><ErrorNote failure={list.error} retry={list.reload} /></div>;
  if (!list.data) return <div class="builder-part"><Loading label={t.common.loading} /></div>;
  const restore = (version: number) => { sourceOf(slug, version).then((source) => take?.(source), toasts.fail); };
  return (
    <div class="builder-part">
      <ol class="sample-list">
        {list.data.data.map((v) => (
          <li key={v.version} class="row wrap">
            <strong class="grow">{t.collections.versionNumber(v.version)}</strong>
            <time class="faint" dateTime={v.created_at}>{format.when(v.created_at)}</time>
            <button type="button" class="button" aria-label={t.builder.compareWith(v.version)} onClick={() => setCompared(v.version)}>{t.builder.compare}</button>
            {take && <button type="button" class="button" aria-label={t.builder.takeOver(v.version)} onClick={() => restore(v.version)}>{t.builder.take}</button>}
          </li>
        ))}
      </ol>
      {compared > 0 && <CompareDialog slug={slug} versions={list.data.data.map((v) => v.version)} first={compared} draft={draft} close={() => setCompared(0)} />}
    </div>
  );
}

async function sourceOf(slug: string, version: number): Promise<string> {
  return (await answer(client.GET("/extractor-definitions/{slug}", { params: { path: { slug }, query: { version } } }))).source;
}

type CompareProps = { slug: string; versions: number[]; first: number; draft: string; close: () => void };

/** The draft is compared under the number 0. */
function CompareDialog({ slug, versions, first, draft, close }: CompareProps) {
  const t = useTexts();
  const [before, setBefore] = useState(first);
  const [after, setAfter] = useState(0);
  const text = (version: number) => (version === 0 ? Promise.resolve(draft) : sourceOf(slug, version));
  const both = useLoad(() => Promise.all([text(before), text(after)]), [before, after, draft]);
  const choice = (label: string, value: number, set: (version: number) => void) => (
    <label class="field grow"><span>{label}</span>
      <select value={value} onChange={(e) => set(Number(e.currentTarget.value))}>
        <option value={0}>{t.builder.draft}</option>
        {versions.map((v) => <option key={v} value={v}>{t.collections.versionNumber(v)}</option>)}
      </select>
    </label>
  );
  return (
    <Dialog title={t.builder.compare} close={close} wide>
      <div class="dialog-body">
        <div class="row wrap">{choice(t.builder.before, before, setBefore)}{choice(t.builder.now, after, setAfter)}</div>
        {both.error && <ErrorNote failure={both.error} retry={both.reload} />}
        {both.data && both.data[0] === both.data[1] && <p class="faint">{t.builder.same}</p>}
        {both.data && both.data[0] !== both.data[1] && <div class="comparison"><Comparison label={t.builder.compare} before={both.data[0]} after={both.data[1]} /></div>}
      </div>
    </Dialog>
  );
}
