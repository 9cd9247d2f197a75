import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Loaded, useLoad, useSettled } from "../hooks";
import { type Live, useLive } from "../live";
import { Badge, Center, Empty, ErrorNote, IconButton, Loading, Pager, SearchField, Title } from "../parts/basics";
import { LiveProgress } from "../parts/documenttable";
import { DropZone } from "../parts/dropzone";
import { Icon } from "../parts/icons";
import { PassageSearch } from "../parts/passagesearch";
import { useToasts } from "../parts/toasts";
import { UploadList } from "../parts/uploadlist";
import { type Collection, type File_, answer, base, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { send, useUploads } from "../uploads";
import { useMay } from "../who";
import { NameDialog } from "./collections";

const pageSize = 50;

export function CollectionScreen({ id = "" }: { id?: string }) {
  const t = useTexts();
  const loaded = useLoad((signal) => answer(client.GET("/collections/{collection_id}", { params: { path: { collection_id: id } }, signal })), [id]);
  if (!loaded.data) {
    return <Center>{loaded.error ? <ErrorNote failure={loaded.error} retry={loaded.reload} /> : <Loading label={t.common.loading} />}</Center>;
  }
  return <Contents c={loaded.data} loaded={loaded} />;
}

function Contents({ c, loaded }: { c: Collection; loaded: Loaded<Collection> }) {
  const t = useTexts();
  const may = useMay("write");
  const target = `/collections/${c.id}/files`;
  const [search, setSearch] = useState("");
  const [status, setStatus] = useState("");
  const [skip, setSkip] = useState(0);
  const files = useFiles(c.id, search, status, skip);
  const uploads = useUploads(target, files.reload);
  return (
    <div class="screen">
      <Head c={c} loaded={loaded} />
      <PassageSearch collection={c.id} />
      {may && <DropZone take={(dropped) => send(target, dropped, {}, "path")} />}
      <UploadList uploads={uploads} />
      <form class="filters" role="search" onSubmit={(e) => e.preventDefault()}>
        <SearchField value={search} label={t.collections.searchFiles} change={(value) => { setSearch(value); setSkip(0); }} />
        <select aria-label={t.common.state} value={status} onChange={(e) => { setStatus(e.currentTarget.value); setSkip(0); }}>
          <option value="">{t.documents.anyState}</option>
          {Object.entries(t.collections.states).map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
      </form>
      {files.error && <ErrorNote failure={files.error} retry={files.reload} />}
      {files.data?.data.length === 0 && <Empty icon="documents" title={search || status ? t.documents.noMatch : t.collections.noFiles} />}
      {files.data && files.data.data.length > 0 && (
        <>
          <FileTable collection={c.id} rows={files.data.data} lives={files.lives} changed={files.reload} />
          <Pager skip={skip} limit={pageSize} count={files.data.count} go={setSkip} />
        </>
      )}
    </div>
  );
}

function useFiles(collection: string, search: string, status: string, skip: number) {
  const settled = useSettled(search, 200);
  const files = useLoad(
    (signal) => answer(client.GET("/collections/{collection_id}/files", {
      params: {
        path: { collection_id: collection },
        query: { skip, limit: pageSize, ...(settled && { search: settled }), ...(status && { status: status as File_["status"] }) },
      }, signal,
    })),
    [collection, settled, status, skip],
  );
  const working = files.data?.data.some((f) => f.status === "pending" || f.status === "processing") ?? false;
  const lives = useLive(working ? `${base}/collections/${collection}/events` : null, files.reload);
  return { ...files, lives };
}

function Head({ c, loaded }: { c: Collection; loaded: Loaded<Collection> }) {
  const t = useTexts();
  const may = useMay("write");
  const toasts = useToasts();
  const { route } = useLocation();
  const [renaming, setRenaming] = useState(false);
  const path = { collection_id: c.id };
  const rename = async (name: string) => {
    try {
      const renamed = await answer(client.PUT("/collections/{collection_id}", { params: { path }, body: { name } }));
      loaded.set(() => renamed);
      setRenaming(false);
    } catch (cause) {
      toasts.fail(cause);
    }
  };
  const remove = () => {
    route("/app/collections");
    const act = async () => void (await answer(client.DELETE("/collections/{collection_id}", { params: { path }, keepalive: true })));
    toasts.undoable(t.documents.deleted(c.name), act, () => {});
  };
  return (
    <header class="screen-head">
      <div class="row grow">
        <a class="icon-button" href="/app/collections" aria-label={t.collections.back} title={t.collections.back}><Icon name="back" /></a>
        <Title tab={c.name}>{c.name}</Title>
      </div>
      <div class="row">
        <a class="button button-main" href={`/app/ask?collection=${c.id}`}><Icon name="ask" size={18} />{t.nav.ask}</a>
        {may && <IconButton icon="edit" label={t.common.rename} onClick={() => setRenaming(true)} />}
        {may && <IconButton icon="trash" label={t.documents.delete(c.name)} onClick={remove} />}
      </div>
      {renaming && <NameDialog title={t.common.rename} name={c.name} label={t.common.name} action={t.common.save} close={() => setRenaming(false)} done={rename} />}
    </header>
  );
}

type TableProps = { collection: string; rows: File_[]; lives: ReadonlyMap<string, Live>; changed: () => void };

function FileTable({ collection, rows, lives, changed }: TableProps) {
  const t = useTexts();
  return (
    <div class="table-frame">
      <table class="list" aria-label={t.collections.files}>
        <thead>
          <tr>
            <th scope="col">{t.common.name}</th><th scope="col">{t.common.state}</th><th scope="col" class="wide-only">{t.collections.version}</th>
            <th scope="col" class="wide-only end">{t.common.size}</th><th scope="col"><span class="hidden">{t.common.more}</span></th>
          </tr>
        </thead>
        <tbody>{rows.map((f) => <FileRow key={f.id} collection={collection} f={f} live={lives.get(f.id)} changed={changed} />)}</tbody>
      </table>
    </div>
  );
}

/** The files whose deletion was not sent yet. */
const removed = new Set<string>();

type RowProps = { collection: string; f: File_; live: Live | undefined; changed: () => void };

function FileRow({ collection, f, live, changed }: RowProps) {
  const t = useTexts();
  const format = useFormat();
  const toasts = useToasts();
  const may = useMay("write");
  const path = { collection_id: collection, file_id: f.id };
  const remove = () => {
    removed.add(f.id);
    changed();
    const act = async () => void (await answer(client.DELETE("/collections/{collection_id}/files/{file_id}", { params: { path }, keepalive: true })));
    toasts.undoable(t.documents.deleted(f.filename), act, () => { removed.delete(f.id); changed(); });
  };
  const reindex = () => answer(client.POST("/collections/{collection_id}/files/{file_id}/reindex", { params: { path } })).then(changed, toasts.fail);
  if (removed.has(f.id)) return null;
  const busy = f.status === "pending" || f.status === "processing";
  return (
    <tr>
      <th scope="row" class="name">
        <a href={`/app/collections/${collection}/files/${f.id}`}><Icon name="documents" size={18} /><span>{f.path}</span></a>
        {f.last_error && <p class="bad">{f.last_error}</p>}
      </th>
      <td class="state">
        <Badge state={f.status}>{t.collections.states[f.status]}</Badge>
        {f.status === "processing" && <LiveProgress live={live} name={f.filename} />}
        {f.page_count !== null && <span class="faint narrow-hide">{t.common.pageCount(f.page_count)}</span>}
      </td>
      <td class="wide-only number">{f.version}</td>
      <td class="wide-only end number">{format.size(f.source_file_size)}</td>
      <td class="end">
        {may && !busy && f.status !== "stored" && <IconButton icon="retry" label={t.collections.reindex(f.filename)} onClick={() => void reindex()} />}
        {may && <IconButton icon="trash" label={t.documents.delete(f.filename)} onClick={remove} />}
      </td>
    </tr>
  );
}
