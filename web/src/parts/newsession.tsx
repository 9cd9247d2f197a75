import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useLoad } from "../hooks";
import { answer, client } from "../service";
import { useTexts } from "../texts";
import { Empty, ErrorNote, Loading } from "./basics";
import { Composer } from "./composer";
import { useToasts } from "./toasts";

/** Questions to ask as soon as their session is shown. */
export const firstQuestions = new Map<string, { content: string; files: string[] }>();

/** The first question of a conversation, and the collections that it is about. */
export function NewSession({ made }: { made: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const { query, route } = useLocation();
  const [chosen, setChosen] = useState<string[]>(() => (query["collection"] ? [query["collection"]] : []));
  const [files, setFiles] = useState<string[]>([]);
  const collections = useLoad((signal) => answer(client.GET("/collections", { params: { query: { limit: 100 } }, signal })), []);
  const all = collections.data?.data ?? [];
  const selected = chosen.length > 0 ? chosen : all.map((c) => c.id);
  const begin = async (content: string) => {
    try {
      const session = await answer(client.POST("/chat/sessions", { body: { collection_ids: selected } }));
      firstQuestions.set(session.id, { content, files });
      made();
      route(`/app/ask/${session.id}`);
    } catch (cause) {
      toasts.fail(cause);
    }
  };
  if (collections.error) return <ErrorNote failure={collections.error} retry={collections.reload} />;
  if (!collections.data) return <Loading label={t.common.loading} />;
  if (all.length === 0) {
    return <Empty icon="ask" title={t.ask.noCollections}><p>{t.ask.noCollectionsHint}</p><a class="button button-main" href="/app/collections">{t.nav.collections}</a></Empty>;
  }
  const toggle = (id: string) => {
    setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]));
    setFiles([]);
  };
  return (
    <div class="begin">
      <h2>{t.ask.begin}</h2>
      <fieldset class="choices">
        <legend>{t.ask.about}</legend>
        {all.map((c) => (
          <label key={c.id} class="choice">
            <input type="checkbox" checked={chosen.includes(c.id)} onChange={() => toggle(c.id)} />{c.name}
          </label>
        ))}
      </fieldset>
      <p class="faint">{chosen.length === 0 ? t.ask.allOfThem : " "}</p>
      {chosen.length === 1 && chosen[0] && <FileChoice collection={chosen[0]} files={files} change={setFiles} />}
      <Composer send={(content) => void begin(content)} busy={false} />
    </div>
  );
}

type FileChoiceProps = { collection: string; files: string[]; change: (files: string[]) => void };

/** Limits the questions to some of the files of a collection. */
function FileChoice({ collection, files, change }: FileChoiceProps) {
  const t = useTexts();
  const list = useLoad(
    (signal) => answer(client.GET("/collections/{collection_id}/files", { params: { path: { collection_id: collection }, query: { limit: 100 } }, signal })),
    [collection],
  );
  if (!list.data?.data.length) return null;
  return (
    <details class="file-choice">
      <summary>{files.length > 0 ? t.ask.someFiles(files.length) : t.ask.allFiles}</summary>
      <div class="choices">
        {list.data.data.map((f) => (
          <label key={f.id} class="choice">
            <input type="checkbox" checked={files.includes(f.id)}
              onChange={(e) => change(e.currentTarget.checked ? [...files, f.id] : files.filter((id) => id !== f.id))} />{f.path}
          </label>
        ))}
      </div>
    </details>
  );
}
