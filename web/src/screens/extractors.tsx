import { useState } from "preact/hooks";
import { useLoad } from "../hooks";
import { Badge, Empty, ErrorNote, Loading, SearchField, Title } from "../parts/basics";
import { Icon } from "../parts/icons";
import { type Schemas, answer, client } from "../service";
import { useTexts } from "../texts";
import { useMay } from "../who";

type Extractor = Schemas["Extractor"];

export function ExtractorsScreen() {
  const t = useTexts();
  const may = useMay("write");
  const list = useLoad(loadAll, []);
  const [search, setSearch] = useState("");
  const [origin, setOrigin] = useState("");
  const shown = list.data?.filter((e) => (!origin || e.origin === origin) && matches(e, search)) ?? [];
  return (
    <div class="screen">
      <header class="screen-head">
        <Title tab={t.extractors.title}>{t.extractors.title}</Title>
        {may && <a class="button button-main" href="/app/extractors/_new"><Icon name="plus" size={18} />{t.extractors.make}</a>}
      </header>
      <p class="faint">{t.extractors.hint}</p>
      <form class="filters" role="search" onSubmit={(e) => e.preventDefault()}>
        <SearchField value={search} label={t.extractors.search} change={setSearch} />
        <select aria-label={t.extractors.origin} value={origin} onChange={(e) => setOrigin(e.currentTarget.value)}>
          <option value="">{t.extractors.anyOrigin}</option>
          {Object.entries(t.extractors.origins).map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
      </form>
      {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
      {!list.data && list.loading && <Loading label={t.common.loading} />}
      {list.data && shown.length === 0 && <Empty icon="search" title={t.documents.noMatch} />}
      <ul class="cards">{shown.map((e) => <li key={e.id}><Card e={e} /></li>)}</ul>
    </div>
  );
}

/** All extractors. The search runs in the browser, because an account has only a few dozen. */
async function loadAll(signal: AbortSignal): Promise<Extractor[]> {
  const all: Extractor[] = [];
  for (;;) {
    const part = await answer(client.GET("/e", { params: { query: { skip: all.length, limit: 100 } }, signal }));
    all.push(...part.data);
    if (part.data.length === 0 || all.length >= part.count) return all.sort(ownFirst);
  }
}

const ownFirst = (a: Extractor, b: Extractor) => b.origin.localeCompare(a.origin) || a.name.localeCompare(b.name);

/** Whether every search word occurs. */
function matches(e: Extractor, search: string): boolean {
  const text = `${e.name} ${e.slug} ${e.description ?? ""}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function Card({ e }: { e: Extractor }) {
  const t = useTexts();
  return (
    <a class="card collection-card" href={`/app/extractors/${e.slug}`}>
      <Icon name="extractors" size={22} />
      <strong>{e.name}</strong>
      {e.description && <span>{e.description}</span>}
      <span class="row wrap">
        <Badge state={e.origin}>{t.extractors.origins[e.origin]}</Badge>
        <span class="faint">{t.collections.versionNumber(e.version)} · {t.extractors.price(e.cost_credits, e.cost_type)}</span>
      </span>
    </a>
  );
}
