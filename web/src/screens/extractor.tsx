import { useCallback, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useInterval, useLoad } from "../hooks";
import { Badge, Center, Dialog, Empty, ErrorNote, Loading, Pager, Title } from "../parts/basics";
import { DocumentChoice } from "../parts/documentchoice";
import { DocumentTable } from "../parts/documenttable";
import { DropZone } from "../parts/dropzone";
import { Icon } from "../parts/icons";
import { useToasts } from "../parts/toasts";
import { UploadList } from "../parts/uploadlist";
import { type DocumentSummary, type Schemas, answer, client, local, raw } from "../service";
import { useTexts } from "../texts";
import { send, sendURL, useUploads } from "../uploads";
import { useMay } from "../who";

type Definition = Schemas["ExtractorDefinition"];

/** The screen of an extractor, to run it and to list the documents of its runs. */
export function ExtractorScreen({ slug = "" }: { slug?: string }) {
  const t = useTexts();
  const loaded = useLoad((signal) => answer(client.GET("/extractor-definitions/{slug}", { params: { path: { slug } }, signal })), [slug]);
  const e = loaded.data;
  if (!e) {
    return (
      <Center>
        {loaded.error ? <><ErrorNote failure={loaded.error} retry={loaded.reload} /><a href="/app/extractors">{t.extractors.toAll}</a></> : <Loading label={t.common.loading} />}
      </Center>
    );
  }
  return <One key={e.id} e={e} />;
}

function One({ e }: { e: Definition }) {
  const t = useTexts();
  const may = useMay("write");
  const target = `/e/${e.slug}`;
  const runs = useRuns(e.id);
  const uploads = useUploads(target, runs.list.reload);
  const rows = runs.list.data;
  return (
    <div class="screen">
      <ExtractorHead e={e} />
      {may && (
        <DropZone take={(files) => send(target, files, {})} takeURL={(url) => sendURL(target, url, {})}>
          <RunOnDocument target={target} />
        </DropZone>
      )}
      <UploadList uploads={uploads} />
      <h2>{t.extractors.runs}</h2>
      {runs.list.error && <ErrorNote failure={runs.list.error} retry={runs.list.reload} />}
      {!rows && runs.list.loading && <Loading label={t.common.loading} />}
      {rows?.count === 0 && <Empty icon="extractors" title={t.extractors.noRuns}><p>{t.extractors.noRunsHint}</p></Empty>}
      {rows && rows.count > 0 && (
        <>
          <DocumentTable list={runs.list} rows={rows.data} extractors={[e]} />
          <Pager skip={runs.skip} limit={pageSize} count={rows.count} go={runs.go} />
        </>
      )}
    </div>
  );
}

function ExtractorHead({ e }: { e: Definition }) {
  const t = useTexts();
  const may = useMay("write");
  const own = e.origin === "own";
  return (
    <>
      <header class="screen-head">
        <div class="row grow">
          <a class="icon-button" href="/app/extractors" aria-label={t.extractors.toAll} title={t.extractors.toAll}><Icon name="back" /></a>
          <Title tab={e.name}>{e.name}</Title>
        </div>
        <div class="row wrap">
          {own && <a class="button" href={`/app/extractors/${e.slug}/definition`}><Icon name="edit" size={18} />{may ? t.extractors.edit : t.extractors.look}</a>}
          {!own && <a class="button" href={`/app/extractors/${e.slug}/definition`}><Icon name="search" size={18} />{t.extractors.look}</a>}
          {!own && may && <a class="button" href={`/app/extractors/_new?from=${e.slug}`}><Icon name="copy" size={18} />{t.extractors.copy}</a>}
          {own && may && <Removal e={e} />}
        </div>
      </header>
      {e.description && <p>{e.description}</p>}
      <p class="row wrap faint">
        <Badge state={e.origin}>{t.extractors.origins[e.origin]}</Badge>
        <code>{e.slug}</code><span>{t.collections.versionNumber(e.version)}</span><span>{t.extractors.price(e.cost_credits, e.cost_type)}</span>
      </p>
    </>
  );
}

function Removal({ e }: { e: Definition }) {
  const t = useTexts();
  const toasts = useToasts();
  const { route } = useLocation();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    try {
      await answer(client.DELETE("/e/{extractor}", { params: { path: { extractor: e.id } } }));
      route("/app/extractors");
    } catch (cause) {
      toasts.fail(cause);
    }
  };
  return (
    <>
      <button type="button" class="button" onClick={() => setAsking(true)}><Icon name="trash" size={18} />{t.common.delete}</button>
      {asking && (
        <Dialog title={t.extractors.remove(e.name)} close={() => setAsking(false)}>
          <div class="dialog-body">
            <p>{t.extractors.removeHint}</p>
            <div class="dialog-foot">
              <button type="button" class="button" onClick={() => setAsking(false)}>{t.common.cancel}</button>
              <button type="button" class="button button-bad" onClick={() => void remove()}>{t.common.delete}</button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Sends the original of an existing document. */
function RunOnDocument({ target }: { target: string }) {
  const t = useTexts();
  const toasts = useToasts();
  const [choosing, setChoosing] = useState(false);
  const run = async (d: DocumentSummary) => {
    setChoosing(false);
    try {
      const whole = await answer(client.GET("/documents/{id}", { params: { path: { id: d.id } } }));
      if (!whole.file_url) return;
      const bytes = await (await raw(local(whole.file_url))).blob();
      send(target, [{ file: new File([bytes], d.file_name, { type: bytes.type }), path: d.file_name }], {});
    } catch (cause) {
      toasts.fail(cause);
    }
  };
  return (
    <>
      <button type="button" class="button" onClick={() => setChoosing(true)}>{t.extractors.fromDocuments}</button>
      {choosing && <DocumentChoice choose={(d) => void run(d)} close={() => setChoosing(false)} />}
    </>
  );
}

const pageSize = 25;

/** The documents of an extractor's runs. */
function useRuns(id: string) {
  const [skip, setSkip] = useState(0);
  const list = useLoad((signal) => answer(client.GET("/documents", { params: { query: { extractor_id: id, skip, limit: pageSize } }, signal })), [id, skip]);
  const working = list.data?.data.some((d) => d.status === "PENDING" || d.status === "PROCESSING") ?? false;
  useInterval(list.reload, 1000, working);
  useInterval(list.reload, 15000, !working); // other people run it too
  return { list, skip, go: useCallback((to: number) => setSkip(to), []) };
}
