import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { asFailure } from "../hooks";
import { type Failure, type Schemas, raw, base } from "../service";
import { useTexts } from "../texts";
import { Answer } from "./answer";
import { ErrorNote, Loading } from "./basics";
import { Icon } from "./icons";
import { PagePane } from "./pagepane";
import { type Opened, addressOf } from "../citations";

type Found = Schemas["Answer"] & { path: string | null };

/** A question about one collection, outside of any conversation: what is found, with the pages that say so. */
export function SearchAnswer({ collection }: { collection: string }) {
  const t = useTexts();
  const { route } = useLocation();
  const [query, setQuery] = useState("");
  const [state, setState] = useState<{ busy: boolean; found?: Found; failure?: Failure }>({ busy: false });
  const [opened, setOpened] = useState<Opened | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const ask = async (e: Event) => {
    e.preventDefault();
    abort.current?.abort();
    abort.current = new AbortController();
    setState({ busy: true });
    try {
      setState({ busy: false, found: await search(collection, query, abort.current.signal) });
    } catch (cause) {
      if (!(cause instanceof DOMException)) setState({ busy: false, failure: asFailure(cause) });
    }
  };
  return (
    <section class="card search-answer" aria-label={t.collections.find}>
      <form class="row" onSubmit={ask}>
        <input class="grow" type="text" required maxLength={32000} aria-label={t.collections.find} placeholder={t.collections.find}
          value={query} onInput={(e) => setQuery(e.currentTarget.value)} />
        <button type="submit" class="button" disabled={state.busy || query.trim() === ""}><Icon name="search" size={18} />{t.collections.findButton}</button>
      </form>
      {state.busy && <Loading label={t.ask.searching} />}
      {state.failure && <ErrorNote failure={state.failure} />}
      {state.found && <Answer text={state.found.answer} citations={state.found.citations} path={state.found.path} open={setOpened} />}
      {opened && (
        <div class="found-page">
          <PagePane opened={opened} close={() => setOpened(null)} expand={() => route(addressOf(opened))} />
        </div>
      )}
    </section>
  );
}

async function search(collection: string, query: string, signal: AbortSignal): Promise<Found> {
  const response = await raw(`${base}/query`, {
    method: "POST", signal, headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ collection_ids: [collection], query }),
  });
  const id = response.headers.get("X-Query-Id");
  return { ...((await response.json()) as Schemas["Answer"]), path: id && `/query/${id}` };
}
