import { useInterval, useLoad } from "../hooks";
import { type Schemas, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";
import { Badge, ErrorNote, Loading } from "./basics";
import { useToasts } from "./toasts";

type Delivery = Schemas["Delivery"];

/** The webhooks of a document, with every attempt. */
export function Deliveries({ id }: { id: string }) {
  const t = useTexts();
  const loaded = useLoad((signal) => answer(client.GET("/documents/{id}/deliveries", { params: { path: { id } }, signal })), [id]);
  useInterval(loaded.reload, 2000, loaded.data?.data.some((d) => d.status === "pending") ?? false);
  if (loaded.error) return <ErrorNote failure={loaded.error} retry={loaded.reload} />;
  if (!loaded.data) return <Loading label={t.common.loading} />;
  if (loaded.data.data.length === 0) return <p class="faint pad">{t.deliveries.none}</p>;
  return <div class="deliveries">{loaded.data.data.map((d) => <DeliveryCard key={d.id} document={id} d={d} changed={loaded.reload} />)}</div>;
}

function DeliveryCard({ document, d, changed }: { document: string; d: Delivery; changed: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const may = useMay("write");
  const again = () => {
    const path = { id: document, delivery_id: d.id };
    answer(client.POST("/documents/{id}/deliveries/{delivery_id}/redeliver", { params: { path } })).then(changed, toasts.fail);
  };
  return (
    <section class="card delivery">
      <header class="row">
        <Badge state={d.status}>{t.deliveries.states[d.status]}</Badge>
        <code class="grow faint">{d.id}</code>
        {may && d.status !== "pending" && <button type="button" class="button" onClick={again}>{t.deliveries.again}</button>}
      </header>
      <ol>{d.attempts.map((a) => <Attempt key={a.number} a={a} />)}</ol>
    </section>
  );
}

function Attempt({ a }: { a: Delivery["attempts"][number] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <li class="attempt">
      <span class="number">{t.documents.attempt(a.number)}</span>
      <time class="faint" dateTime={a.at}>{format.when(a.at)}</time>
      <span class={a.error ? "bad" : ""}>{a.error ?? t.deliveries.status(a.response_status ?? 0)}</span>
      <span class="faint number">{a.duration_ms} ms</span>
    </li>
  );
}
