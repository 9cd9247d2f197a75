import { useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { marked } from "../citations";
import { useLoad } from "../hooks";
import { useLive } from "../live";
import { Badge, Center, ErrorNote, Loading, Title } from "../parts/basics";
import { CopyButton } from "../parts/copy";
import { LiveProgress } from "../parts/documenttable";
import { Icon } from "../parts/icons";
import { UploadList } from "../parts/uploadlist";
import { WorkflowLink } from "../parts/workflow";
import { Reader } from "../reader/reader";
import { type Schemas, answer, base, client, local, raw } from "../service";
import { useFormat, useTexts } from "../texts";
import { send, useUploads } from "../uploads";
import { useMay } from "../who";

type File_ = Schemas["FileWithLinks"];

export function FileScreen({ id = "", file = "" }: { id?: string; file?: string }) {
  const t = useTexts();
  const path = { collection_id: id, file_id: file };
  const loaded = useLoad((signal) => answer(client.GET("/collections/{collection_id}/files/{file_id}", { params: { path }, signal })), [id, file]);
  const f = loaded.data;
  const working = f?.status === "pending" || f?.status === "processing";
  const lives = useLive(working ? `${base}/collections/${id}/files/${file}/events` : null, loaded.reload);
  const uploads = useUploads(`/collections/${id}/files`, loaded.reload);
  if (!f) return <Center>{loaded.error ? <ErrorNote failure={loaded.error} retry={loaded.reload} /> : <Loading label={t.common.loading} />}</Center>;
  return (
    <div class="reading">
      <FileHead f={f} />
      <UploadList uploads={uploads} />
      {f.last_error && <div class="note note-error" role="alert"><Icon name="alert" /><p>{f.last_error}</p></div>}
      {working && <LiveProgress live={lives.get(f.id)} name={f.filename} />}
      {f.output_file_url ? <FilePages f={f} /> : <Center><p>{t.collections.noText[f.status]}</p></Center>}
    </div>
  );
}

function FileHead({ f }: { f: File_ }) {
  const t = useTexts();
  const may = useMay("write");
  const output = f.output_file_url ? local(f.output_file_url) : null;
  return (
    <header class="reading-head">
      <a class="icon-button" href={`/app/collections/${f.collection_id}`} aria-label={t.reader.toCollection} title={t.reader.toCollection}><Icon name="back" /></a>
      <div class="grow">
        <Title tab={f.filename}>{f.path}</Title>
        <p class="faint row">
          <Badge state={f.status}>{t.collections.states[f.status]}</Badge>
          <span>{t.collections.versionNumber(f.version)}</span>
          <WorkflowLink id={`file/${f.id}/v${f.version}`} />
        </p>
      </div>
      <div class="row actions">
        {output && <CopyButton label={t.reader.copyMarkdown} text={async () => (await raw(output)).text()} />}
        <a class="button" href={local(f.file_url)} download={f.filename}><Icon name="download" size={18} />{t.reader.original}</a>
        {may && <NewVersion f={f} />}
      </div>
    </header>
  );
}

/** Uploading to the same path makes a new version, whatever the name of the chosen file. */
function NewVersion({ f }: { f: File_ }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const chosen = (file: File | undefined) => {
    if (file) send(`/collections/${f.collection_id}/files`, [{ file, path: file.name }], { path: f.path });
  };
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}><Icon name="upload" size={18} />{t.collections.newVersion}</button>
      <input ref={input} type="file" class="hidden" tabIndex={-1} aria-label={t.collections.newVersion}
        onChange={(e) => { chosen(e.currentTarget.files?.[0]); e.currentTarget.value = ""; }} />
    </>
  );
}

function FilePages({ f }: { f: File_ }) {
  const t = useTexts();
  const { query } = useLocation();
  const version = Number(query["version"]) || 0;
  const source = useMemo(
    () => ({ path: `/collections/${f.collection_id}/files/${f.id}`, ...(version > 0 && { version }) }),
    [f.collection_id, f.id, version],
  );
  const places = useMemo(() => marked(query["marks"] ?? ""), [query["marks"]]);
  const tabs = [{ id: "versions", name: t.collections.versions, view: <Versions f={f} /> }];
  return <Reader key={`${f.id}/${version}/${f.version}/${f.status}`} source={source} places={places} start={Number(query["page"]) || 1} tabs={tabs} />;
}

function Versions({ f }: { f: File_ }) {
  const t = useTexts();
  const format = useFormat();
  const path = { collection_id: f.collection_id, file_id: f.id };
  const loaded = useLoad(
    (signal) => answer(client.GET("/collections/{collection_id}/files/{file_id}/versions", { params: { path }, signal })),
    [f.id, f.version, f.status],
  );
  if (!loaded.data) return <Loading label={t.common.loading} />;
  return (
    <ol class="deliveries">
      {loaded.data.data.map((v) => (
        <li key={v.version} class="card row">
          <strong class="grow"><a href={`/app/collections/${f.collection_id}/files/${f.id}?version=${v.version}`}>{t.collections.versionNumber(v.version)}</a>{v.is_current && ` · ${t.collections.current}`}</strong>
          <Badge state={v.status}>{t.collections.states[v.status]}</Badge>
          <span class="faint">{format.size(v.source_file_size)}</span>
          <time class="faint" dateTime={v.created_at}>{format.when(v.created_at)}</time>
        </li>
      ))}
    </ol>
  );
}
