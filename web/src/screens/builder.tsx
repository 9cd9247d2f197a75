import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Check, apply, refusal, useCheck } from "../builder/check";
import { copyOf, slugIn, template, useDraft } from "../builder/drafts";
import { Editor, type EditorHandle, type Fault } from "../builder/editor";
import type { TrialResult } from "../builder/outcomes";
import { type Chosen, SamplesPanel, TrialPanel, mostChosen } from "../builder/trial";
import { TrialPages } from "../builder/trialpages";
import { VersionsPanel } from "../builder/versions";
import { useLoad } from "../hooks";
import { Center, ErrorNote, Loading, Title } from "../parts/basics";
import { Icon } from "../parts/icons";
import { Tabs } from "../parts/tabs";
import { useToasts } from "../parts/toasts";
import { type Schemas, answer, client } from "../service";
import { inWords, useTexts } from "../texts";
import { useMay } from "../who";

type Definition = Schemas["ExtractorDefinition"];

/** The screen to write and test a definition. Without a slug, it becomes a new extractor. */
export function BuilderScreen({ slug }: { slug?: string }) {
  const t = useTexts();
  const { query } = useLocation();
  const from = slug ?? query["from"] ?? "";
  const loaded = useLoad(
    async (signal) => (from ? answer(client.GET("/extractor-definitions/{slug}", { params: { path: { slug: from } }, signal })) : null),
    [from],
  );
  if (loaded.error && !loaded.data) return <Center><ErrorNote failure={loaded.error} retry={loaded.reload} /><a href="/app/extractors">{t.extractors.toAll}</a></Center>;
  if (loaded.data === undefined) return <Center><Loading label={t.common.loading} /></Center>;
  const made = loaded.data ? copyOf(loaded.data.source, `my-${loaded.data.slug}`, t.builder.copyName(loaded.data.name)) : template;
  const stored = slug ? loaded.data : null;
  return <Builder key={from} stored={stored} source={stored?.source ?? made} saved={(d) => loaded.put(d)} />;
}

type BuilderProps = { stored: Definition | null; source: string; saved: (d: Definition) => void };

function Builder({ stored, source: first, saved }: BuilderProps) {
  const t = useTexts();
  const may = useMay("write");
  const editable = may && stored?.origin !== "catalog";
  const { source, dirty, write, forget } = useDraft(stored?.slug ?? `+${slugIn(first)}`, first);
  const slug = stored?.slug ?? slugIn(source);
  const check = useCheck(slug, source, editable);
  const save = useSave(slug, source, stored, (d) => { forget(); saved(d); });
  const editor = useRef<EditorHandle>(null);
  const faults = useMemo(() => (check.is === "faulty" ? check.faults : none), [check]);
  const keys = (e: KeyboardEvent) => {
    if (e.key.toLowerCase() !== "s" || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    if (check.is === "valid" && check.applied.changed) void save();
  };
  const [tab, setTab] = useState(() => (matchMedia(oneColumn).matches ? "definition" : "test"));
  const tested = editable ? (check.is === "valid" ? check.source : null) : undefined;
  return (
    <div class="reading" onKeyDown={keys}>
      <BuilderHead stored={stored} check={check} editable={editable} save={() => void save()}
        {...(editable && dirty && { discard: () => editor.current?.replace(first) })} />
      <div class="builder" data-tab={tab}>
        <section class="builder-text" aria-label={t.builder.definition}>
          <Editor ref={editor} label={t.builder.definition} value={source} {...(editable && { change: write })} faults={faults} />
          {editable && <Faults check={check} go={(line) => editor.current?.goTo(line)} />}
        </section>
        <Side slug={slug} stored={stored} source={source} tested={tested} tab={tab} setTab={setTab} {...(editable && { take: (text) => editor.current?.replace(text) })} />
      </div>
    </div>
  );
}

/** Saves a draft as a new version and shows the stored version. */
function useSave(slug: string, source: string, stored: Definition | null, saved: (d: Definition) => void) {
  const t = useTexts();
  const toasts = useToasts();
  const { route } = useLocation();
  return async () => {
    try {
      const applied = await apply(slug, source, false);
      toasts.say(t.builder.saved(applied.version));
      const now = await answer(client.GET("/extractor-definitions/{slug}", { params: { path: { slug } } }));
      saved(now);
      if (!stored) route(`/app/extractors/${slug}/definition`, true);
    } catch (cause) {
      const why = refusal(cause);
      if (why.is !== "faulty") toasts.fail(cause);
    }
  };
}

type HeadProps = { stored: Definition | null; check: Check; editable: boolean; save: () => void; discard?: () => void };

function BuilderHead({ stored, check, editable, save, discard }: HeadProps) {
  const t = useTexts();
  const back = stored ? `/app/extractors/${stored.slug}` : "/app/extractors";
  const name = stored?.name ?? t.extractors.make;
  const next = check.is === "valid" && check.applied.changed ? check.applied.version : null;
  return (
    <header class="reading-head">
      <a class="icon-button" href={back} aria-label={t.builder.back} title={t.builder.back}><Icon name="back" /></a>
      <div class="grow">
        <Title tab={name}>{name}</Title>
        <p class="faint row wrap">{stored && <span>{t.collections.versionNumber(stored.version)}</span>}{!editable && <span>{t.builder.readOnly}</span>}{discard && <span class="narrow-hide">{t.builder.draftKept}</span>}</p>
      </div>
      {discard && <button type="button" class="button" onClick={discard}>{t.builder.discard}</button>}
      {editable && (
        <button type="button" class="button button-main" disabled={next === null} onClick={save}>
          {next === null ? (check.is === "valid" ? t.builder.unchanged : t.common.save) : t.builder.saveAs(next)}
        </button>
      )}
    </header>
  );
}

const none: Fault[] = [];
const oneColumn = "(max-width: 900px)"; // as in extract.css
const mostFaults = 20;

/** The faults of the draft, with links to their lines. */
function Faults({ check, go }: { check: Check; go: (line: number) => void }) {
  const t = useTexts();
  return (
    <div class="faults" role="status">
      {check.is === "checking" && <p class="faint">{t.builder.checking}</p>}
      {check.is === "valid" && <p class="row faint"><Icon name="check" size={18} />{t.builder.valid}</p>}
      {check.is === "refused" && <p class="bad">{inWords(t, check.failure)}</p>}
      {check.is === "faulty" && (
        <ul>
          {check.faults.slice(0, mostFaults).map((f, i) => (
            <li key={i}><button type="button" class="fault" onClick={() => go(f.line)}><strong>{t.builder.line(f.line)}</strong> {f.text}</button></li>
          ))}
          {check.faults.length > mostFaults && <li class="faint">{t.uploads.more(check.faults.length - mostFaults)}</li>}
        </ul>
      )}
    </div>
  );
}

type SideProps = {
  slug: string; stored: Definition | null; source: string; tested: string | null | undefined;
  tab: string; setTab: (tab: string) => void; take?: (source: string) => void;
};

/** The documents chosen for tests, by extractor. They are kept until the page is closed. */
const choices = new Map<string, Chosen[]>();

function Side({ slug, stored, source, tested, tab, setTab, take }: SideProps) {
  const t = useTexts();
  const may = useMay("write");
  const [chosen, setChosen] = useState(choices.get(slug) ?? []);
  const [opened, setOpened] = useState<TrialResult | null>(null);
  const samples = useSamples(stored?.slug);
  const choose = (next: Chosen[]) => { choices.set(slug, next); setChosen(next); };
  useEffect(() => {
    if (chosen.length === 0 && samples.data?.length) setChosen(samples.data.slice(0, mostChosen).map((s) => ({ id: s.document_id, name: s.file_name })));
  }, [samples.data]);
  const views = [
    { id: "definition", name: t.builder.definition }, ...(may ? [{ id: "test", name: t.builder.test }] : []),
    ...(stored ? [...(may ? [{ id: "samples", name: t.builder.samples(samples.data?.length ?? 0) }] : []), { id: "versions", name: t.collections.versions }] : []),
  ];
  const trial = { slug, version: stored?.version, open: setOpened, ...(tested !== undefined && { source: tested }) };
  return (
    <section class="builder-side" aria-label={t.builder.test}>
      <Tabs views={views} tab={tab} set={(next) => { setOpened(null); setTab(next); }} />
      {opened && tab !== "definition" && (
        <TrialPages result={opened} schema={stored?.definition["schema"]} slug={stored?.slug} close={() => setOpened(null)} kept={samples.reload} />
      )}
      <div class="builder-panel" role="tabpanel" aria-label={views.find((v) => v.id === tab)?.name} hidden={opened !== null}>
        <div hidden={tab !== "test" && tab !== "definition"}>{may && <TrialPanel {...trial} chosen={chosen} choose={choose} samples={samples.data} />}</div>
        {tab === "samples" && stored && <SamplesPanel {...trial} samples={samples.data ?? []} changed={samples.reload} />}
        {tab === "versions" && stored && <VersionsPanel slug={slug} newest={stored.version} draft={source} {...(take && { take })} />}
      </div>
    </section>
  );
}

function useSamples(slug: string | undefined) {
  return useLoad(
    async (signal) => (slug ? (await answer(client.GET("/extractor-definitions/{slug}/samples", { params: { path: { slug }, query: { limit: 100 } }, signal }))).data : []),
    [slug],
  );
}
