import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Opened, addressOf, placesOf } from "../citations";
import { asFailure } from "../hooks";
import { type Failure, type Schemas, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { Badge, ErrorNote, Loading } from "./basics";
import { Icon } from "./icons";
import { PagePane } from "./pagepane";

type Passage = Schemas["FoundPassage"];

const limit = 20; // passages

/** The passages of a collection that match a few words or a question. Choosing one shows it on its page. */
export function PassageSearch({ collection }: { collection: string }) {
  const t = useTexts();
  const { route } = useLocation();
  const [query, setQuery] = useState("");
  const [state, setState] = useState<{ busy: boolean; found?: Passage[]; failure?: Failure }>({ busy: false });
  const [chosen, setChosen] = useState<{ passage: Passage; opened: Opened } | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const find = async (e: Event) => {
    e.preventDefault();
    abort.current?.abort();
    abort.current = new AbortController();
    setState({ busy: true });
    setChosen(null);
    const request = { params: { path: { collection_id: collection } }, body: { query, limit }, signal: abort.current.signal };
    try {
      setState({ busy: false, found: (await answer(client.POST("/collections/{collection_id}/search", request))).data });
    } catch (cause) {
      if (!(cause instanceof DOMException)) setState({ busy: false, failure: asFailure(cause) });
    }
  };
  return (
    <section class="card passage-search" aria-label={t.collections.find}>
      <form class="row" role="search" onSubmit={find}>
        <input class="grow" type="text" required maxLength={32000} aria-label={t.collections.find} placeholder={t.collections.find}
          value={query} onInput={(e) => setQuery(e.currentTarget.value)} />
        <button type="submit" class="button" disabled={state.busy || query.trim() === ""}><Icon name="search" size={18} />{t.collections.findButton}</button>
      </form>
      {state.busy && <Loading label={t.ask.searching} />}
      {state.failure && <ErrorNote failure={state.failure} />}
      {state.found && <p class="faint" role="status">{t.collections.foundPassages(state.found.length)}</p>}
      {state.found && state.found.length > 0 && (
        <div class={chosen ? "found found-open" : "found"}>
          <ol>{state.found.map((p, i) => (
            <Found key={i} passage={p} chosen={p === chosen?.passage} choose={() => setChosen({ passage: p, opened: openedAt(p) })} />
          ))}</ol>
          {chosen && (
            <div class="found-page">
              <PagePane opened={chosen.opened} close={() => setChosen(null)} expand={() => route(addressOf(chosen.opened))} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function Found({ passage: p, chosen, choose }: { passage: Passage; chosen: boolean; choose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <li>
      <button type="button" class="passage" aria-pressed={chosen} onClick={choose}>
        <span class="row">
          <strong class="passage-file" title={p.path}>{p.filename}</strong>
          <span class="faint">{t.reader.page(p.page_start)}</span>
          {p.kind === "table" && <Badge state="table">{t.collections.table}</Badge>}
          <span class="faint number" title={t.collections.scoreHint}>{t.collections.score(format.decimal(p.score, 3))}</span>
        </span>
        <span class="passage-text">{p.text}</span>
      </button>
    </li>
  );
}

/** A passage without places for its words opens its page with nothing marked. */
function openedAt(p: Passage): Opened {
  const places = placesOf(p);
  return {
    collection: p.collection_id, file: p.file_id, version: p.version, filename: p.filename, page: places[0]?.page ?? p.page_start, places,
  };
}
