import type { Loaded } from "../hooks";
import { type Live, useEvents } from "../live";
import { type DocumentSummary, type Schemas, answer, base, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";
import { Badge, IconButton, Progress } from "./basics";
import { Icon } from "./icons";
import { useToasts } from "./toasts";

/** The number of documents followed live. It is low because browsers open only six connections to a host. */
const followed = 2;

type List = { data: DocumentSummary[]; count: number };
type TableProps = { rows: DocumentSummary[]; list: Loaded<List>; extractors: Schemas["Extractor"][] };

export function DocumentTable({ rows, list, extractors }: TableProps) {
  const t = useTexts();
  const remove = useRemoval(list);
  const working = rows.filter((d) => d.status === "PROCESSING").slice(-followed);
  return (
    <div class="table-frame">
      <table class="list" aria-label={t.documents.list}>
        <thead>
          <tr>
            <th scope="col">{t.common.name}</th><th scope="col">{t.common.state}</th>
            <th scope="col" class="wide-only">{t.documents.kind}</th><th scope="col" class="wide-only end">{t.common.size}</th>
            <th scope="col" class="wide-only">{t.common.added}</th><th scope="col"><span class="hidden">{t.common.more}</span></th>
          </tr>
        </thead>
        <tbody>
          {rows.map((d) => (
            <Row key={d.id} document={d} follow={working.includes(d)} remove={remove}
              changed={list.reload} extractor={extractors.find((e) => e.id === d.extractor_id)?.name} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Deleting hides a document at once. The request is sent when the time to undo it is over. */
function useRemoval(list: Loaded<List>) {
  const t = useTexts();
  const toasts = useToasts();
  return (d: DocumentSummary) => {
    removed.add(d.id);
    list.set(withoutRemoved);
    const send = async () => {
      await answer(client.DELETE("/documents/{id}", { params: { path: { id: d.id } }, keepalive: true }));
    };
    toasts.undoable(t.documents.deleted(d.file_name), send, () => {
      removed.delete(d.id);
      list.reload();
    });
  };
}

/** The documents whose deletion was not sent yet. A list loaded in the meantime still contains them. */
const removed = new Set<string>();

function withoutRemoved(list: List): List {
  const data = list.data.filter((d) => !removed.has(d.id));
  return { data, count: list.count - (list.data.length - data.length) };
}

type RowProps = { document: DocumentSummary; follow: boolean; changed: () => void; extractor: string | undefined; remove: (d: DocumentSummary) => void };

function Row({ document: d, follow, changed, extractor, remove }: RowProps) {
  const t = useTexts();
  const format = useFormat();
  const may = useMay("write");
  const { lives } = useEvents(follow ? `${base}/documents/${d.id}/events` : null, changed); // for the other documents, the whole list is polled
  if (removed.has(d.id)) return null;
  return (
    <tr>
      <th scope="row" class="name">
        <a href={`/app/documents/${d.id}`}><Icon name="documents" size={18} /><span>{d.file_name}</span></a>
        {d.error && <p class="bad">{d.error}</p>}
      </th>
      <td class="state">
        <Badge state={d.status}>{t.documents.states[d.status]}</Badge>
        {d.status === "PROCESSING" && <LiveProgress live={lives.get(d.id)} name={d.file_name} />}
        {d.page_count !== null && d.status === "COMPLETED" && <span class="faint narrow-hide">{t.common.pageCount(d.page_count)}</span>}
      </td>
      <td class="wide-only">{extractor ?? t.documents.markdown}</td>
      <td class="wide-only end number">{d.file_size > 0 ? format.size(d.file_size) : "–"}</td>
      <td class="wide-only number"><time dateTime={d.created_at}>{format.when(d.created_at)}</time></td>
      <td class="end">{may && <IconButton icon="trash" label={t.documents.delete(d.file_name)} onClick={() => remove(d)} />}</td>
    </tr>
  );
}

export function LiveProgress({ live, name }: { live: Live | undefined; name: string }) {
  const t = useTexts();
  const done = live?.pages_done ?? 0;
  const total = live?.pages_total ?? 0;
  const share = total > 0 ? done / total : null;
  const left = share && live?.seconds ? (live.seconds / share) * (1 - share) : null;
  return (
    <span class="live">
      <Progress value={share} label={t.documents.progress(name)} />
      {total > 0 && <span class="faint">{t.documents.pagesOf(done, total)}{left !== null && left > 1 && `, ${t.documents.secondsLeft(left)}`}</span>}
      {live?.step && total === 0 && <span class="faint">{t.documents.steps[live.step]}</span>}
      {(live?.attempts ?? 1) > 1 && <span class="faint">{t.documents.attempt(live?.attempts ?? 1)}</span>}
    </span>
  );
}
