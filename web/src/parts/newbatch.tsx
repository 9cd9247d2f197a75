import { useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useLoad } from "../hooks";
import { type Batch, answer, base, client, raw } from "../service";
import { useTexts } from "../texts";
import { Dialog, Progress } from "./basics";
import { useToasts } from "./toasts";
import { OptionFields, type Options, noOptions, toForm } from "./uploadoptions";

const most = 1000; // documents in one batch, the service's limit

type Ways = "files" | "urls";

/** Sends a batch. Every attempt has the same idempotency key, so that a lost response does not lead to two batches. */
async function create(body: FormData | string, key: string): Promise<Batch> {
  const headers = { "Idempotency-Key": key, ...(typeof body === "string" && { "Content-Type": "application/json" }) };
  return (await (await raw(`${base}/batches`, { method: "POST", headers, body })).json()) as Batch;
}

function bodyOf(files: File[], urls: string[], options: Options): FormData | string {
  const fields = toForm(options);
  if (urls.length > 0) return JSON.stringify({ urls, ...fields });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append("files", file, file.name);
  return form;
}

/** Collects files or addresses and sends them as one batch. */
export function NewBatch({ close }: { close: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const { route } = useLocation();
  const [way, setWay] = useState<Ways>("files");
  const [files, setFiles] = useState<File[]>([]);
  const [text, setText] = useState("");
  const [options, setOptions] = useState(noOptions);
  const [busy, setBusy] = useState(false);
  const extractors = useLoad((signal) => answer(client.GET("/e", { params: { query: { limit: 100 } }, signal })), []);
  const key = useRef(crypto.randomUUID());
  const changed = <T,>(set: (value: T) => void) => (value: T) => { key.current = crypto.randomUUID(); set(value); };
  const urls = text.split(/\s+/).filter(Boolean);
  const count = way === "files" ? files.length : urls.length;
  const submit = (e: Event) => {
    e.preventDefault();
    setBusy(true);
    create(way === "files" ? bodyOf(files, [], options) : bodyOf([], urls, options), key.current).then(
      (b) => route(`/app/batches/${b.id}`),
      (cause: unknown) => { toasts.fail(cause); setBusy(false); },
    );
  };
  return (
    <Dialog title={t.batches.make} close={close}>
      <form class="dialog-body" onSubmit={submit}>
        <fieldset class="choices"><legend>{t.batches.from}</legend>
          {(["files", "urls"] as const).map((w) => (
            <label key={w} class="choice"><input type="radio" name="way" checked={way === w} onChange={() => changed(setWay)(w)} />{t.batches.ways[w]}</label>
          ))}
        </fieldset>
        {way === "files" ? <Files chosen={changed(setFiles)} /> : (
          <label class="field"><span>{t.batches.urls}</span>
            <textarea rows={5} value={text} placeholder={"https://…\nhttps://…"} onInput={(e) => changed(setText)(e.currentTarget.value)} />
          </label>
        )}
        <OptionFields options={options} change={changed(setOptions)} extractors={extractors.data?.data ?? []} />
        <p class={count > most ? "bad" : "faint"} role="status">{count > most ? t.batches.tooMany(count, most) : t.batches.count(count)}</p>
        {busy && <Progress value={null} label={t.batches.sending} />}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={close}>{t.common.cancel}</button>
          <button type="submit" class="button button-main" disabled={busy || count === 0 || count > most}>{busy ? t.batches.sending : t.batches.make}</button>
        </div>
      </form>
    </Dialog>
  );
}

function Files({ chosen }: { chosen: (files: File[]) => void }) {
  const t = useTexts();
  return (
    <label class="field"><span>{t.batches.files}</span>
      <input type="file" multiple data-test="batch-files" onChange={(e) => chosen([...(e.currentTarget.files ?? [])])} />
    </label>
  );
}
