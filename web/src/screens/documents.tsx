import { useCallback, useMemo, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Loaded, useInterval, useLoad, useSettled } from "../hooks";
import { DocumentTable } from "../parts/documenttable";
import { DropZone } from "../parts/dropzone";
import { Empty, ErrorNote, Loading, Pager, SearchField, Title } from "../parts/basics";
import { UploadList } from "../parts/uploadlist";
import { UploadOptions, noOptions, toForm } from "../parts/uploadoptions";
import { type DocumentStatus, type DocumentSummary, type Schemas, answer, client } from "../service";
import { useTexts } from "../texts";
import { send, sendURL, useUploads } from "../uploads";
import { useMay } from "../who";

const pageSize = 50;
const target = "/documents";

type List = { data: DocumentSummary[]; count: number };

export function DocumentsScreen() {
  const t = useTexts();
  const may = useMay("write");
  const [filter, setFilter] = useFilter();
  const extractors = useLoad((signal) => answer(client.GET("/e", { params: { query: { limit: 100 } }, signal })), []);
  const list = useDocuments(filter);
  const uploads = useUploads(target, list.reload);
  const [options, setOptions] = useState(noOptions);
  const fields = useMemo(() => toForm(options), [options]);
  const names = extractors.data?.data ?? [];
  return (
    <div class="screen">
      <header class="screen-head"><Title tab={t.documents.title}>{t.documents.title}</Title></header>
      {may && (
        <DropZone take={(files) => send(target, files, fields)} takeURL={(url) => sendURL(target, url, fields)}>
          <UploadOptions options={options} change={setOptions} extractors={names} addURL={(url) => sendURL(target, url, fields)} />
        </DropZone>
      )}
      <UploadList uploads={uploads} />
      <Filters filter={filter} change={setFilter} extractors={names} />
      {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
      {!list.data && list.loading && <Loading label={t.common.loading} />}
      {list.data && <Results list={list.data} loaded={list} filter={filter} change={setFilter} extractors={names} />}
    </div>
  );
}

type ResultsProps = { list: List; loaded: Loaded<List>; filter: Filter; change: ChangeFilter; extractors: Schemas["Extractor"][] };

function Results({ list, loaded, filter, change, extractors }: ResultsProps) {
  const t = useTexts();
  const filtered = Object.entries(filter).some(([name, value]) => name !== "skip" && value !== "");
  if (list.data.length === 0 && filtered) {
    return (
      <Empty icon="search" title={t.documents.noMatch}>
        <button type="button" class="button" onClick={() => change(unfiltered)}>{t.documents.clear}</button>
      </Empty>
    );
  }
  if (list.data.length === 0) return <Empty icon="documents" title={t.documents.none}><p>{t.documents.noneHint}</p></Empty>;
  return (
    <>
      <DocumentTable list={loaded} rows={list.data} extractors={extractors} />
      <Pager skip={Number(filter.skip) || 0} limit={pageSize} count={list.count} go={(skip) => change({ skip: String(skip || "") })} />
    </>
  );
}

/** The filter of the documents. Everything is text, as in the address. */
type Filter = { search: string; status: string; kind: string; from: string; to: string; skip: string };
type ChangeFilter = (some: Partial<Filter>) => void;
const unfiltered: Filter = { search: "", status: "", kind: "", from: "", to: "", skip: "" };

/** The filter is stored in the address, so that a list can be bookmarked. */
function useFilter(): [Filter, ChangeFilter] {
  const { query, route, path } = useLocation();
  const filter = useMemo(() => ({ ...unfiltered, ...query }) as Filter, [query]);
  const change = useCallback((some: Partial<Filter>) => {
    const next = Object.entries({ ...filter, skip: "", ...some }).filter(([, value]) => value !== "");
    route(next.length > 0 ? `${path}?${new URLSearchParams(next)}` : path, true);
  }, [filter, path, route]);
  return [filter, change];
}

function useDocuments(filter: Filter): Loaded<List> {
  const search = useSettled(filter.search, 200);
  const list = useLoad(
    (signal) => answer(client.GET("/documents", { params: { query: toQuery({ ...filter, search }) }, signal })),
    [search, filter.status, filter.kind, filter.from, filter.to, filter.skip],
  );
  const working = list.data?.data.some((d) => d.status === "PENDING" || d.status === "PROCESSING") ?? false;
  useInterval(list.reload, 1000, working);
  useInterval(list.reload, 15000, !working); // other people add documents too
  return list;
}

function toQuery(f: Filter) {
  return {
    limit: pageSize,
    ...(f.skip && { skip: Number(f.skip) }),
    ...(f.search && { search: f.search }),
    ...(f.status && { status: f.status as DocumentStatus }),
    ...(f.kind === "conversions" && { no_extractor: true }),
    ...(f.kind && f.kind !== "conversions" && { extractor_id: f.kind }),
    ...(f.from && { date_from: f.from }),
    ...(f.to && { date_to: f.to }),
  };
}

type FiltersProps = { filter: Filter; change: ChangeFilter; extractors: Schemas["Extractor"][] };

function Filters({ filter, change, extractors }: FiltersProps) {
  const t = useTexts();
  const states = Object.entries(t.documents.states);
  return (
    <form class="filters" role="search" onSubmit={(e) => e.preventDefault()}>
      <SearchField value={filter.search} label={t.documents.search} change={(search) => change({ search })} />
      <select aria-label={t.common.state} value={filter.status} onChange={(e) => change({ status: e.currentTarget.value })}>
        <option value="">{t.documents.anyState}</option>
        {states.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </select>
      <select aria-label={t.documents.kind} value={filter.kind} onChange={(e) => change({ kind: e.currentTarget.value })}>
        <option value="">{t.documents.anyKind}</option>
        <option value="conversions">{t.documents.conversions}</option>
        {extractors.map((e) => <option key={e.id} value={e.id}>{e.name}</option>)}
      </select>
      <label class="date"><span>{t.documents.from}</span>
        <input type="date" value={filter.from} onChange={(e) => change({ from: e.currentTarget.value })} /></label>
      <label class="date"><span>{t.documents.to}</span>
        <input type="date" value={filter.to} onChange={(e) => change({ to: e.currentTarget.value })} /></label>
    </form>
  );
}
