import { useInterval, useLoad } from "../hooks";
import { type Schemas, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";
import { Badge, ErrorNote, Loading } from "./basics";
import { CopyButton } from "./copy";
import { useToasts } from "./toasts";
import { WorkflowLink } from "./workflow";

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
        <code class="grow address">{d.url}</code>
        {may && d.status !== "pending" && <button type="button" class="button" onClick={again}>{t.deliveries.again}</button>}
      </header>
      <p class="row faint"><span>{t.deliveries.id}</span> <code>msg_{d.id}</code><WorkflowLink id={workflowOf(d)} /></p>
      <Message name={t.deliveries.body} text={pretty(d.body)} />
      <ol>{d.attempts.map((a) => <Attempt key={a.number} a={a} />)}</ol>
    </section>
  );
}

/** The number of attempts before a delivery is given up. */
const attemptsPerRound = 4;

/** The id of the workflow that made the last attempt. It ends with the number of the redelivery. */
function workflowOf(d: Delivery): string {
  const last = d.attempts.at(-1)?.number ?? 1;
  const round = Math.floor((last - 1) / attemptsPerRound);
  return `delivery/${d.id}${round > 0 ? `/r${round}` : ""}`;
}

/** The body of a request or response, collapsed until somebody wants to read it. */
function Message({ name, text }: { name: string; text: string }) {
  return (
    <details class="message-text">
      <summary>{name}</summary>
      <div class="raw"><div class="raw-copy"><CopyButton text={text} /></div><pre tabIndex={0}>{text}</pre></div>
    </details>
  );
}

/** Indents JSON, and returns anything else unchanged. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Attempt({ a }: { a: Delivery["attempts"][number] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <li class="attempt">
      <span class="number">{t.documents.attempt(a.number)}</span>
      <time class="faint" dateTime={a.at}>{format.when(a.at)}</time>
      <span class={a.error ? "bad" : ""}>{a.error ?? (a.response_status === null ? t.deliveries.sending : t.deliveries.status(a.response_status))}</span>
      {a.duration_ms !== null && <span class="faint number">{format.number(a.duration_ms / 1000)} s</span>}
      {a.response !== null && <Message name={t.deliveries.response(a.response_cut)} text={a.response} />}
    </li>
  );
}
