import { useState } from "preact/hooks";
import { type Loaded, useLoad } from "../hooks";
import { type Schemas, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { Dialog, ErrorNote } from "./basics";
import { CopyButton } from "./copy";
import { useToasts } from "./toasts";

type List = { data: Schemas["WebhookSecret"][]; count: number };

/** The secrets that sign webhooks. They are hidden until requested, so that nobody reads them over a shoulder. */
export function Secrets() {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <section class="card part" aria-labelledby="secrets">
      <h2 id="secrets">{t.account.secret}</h2>
      <p class="faint">{t.account.secretHint}</p>
      {shown ? <SecretList /> : <div><button type="button" class="button" onClick={() => setShown(true)}>{t.account.show}</button></div>}
    </section>
  );
}

function SecretList() {
  const t = useTexts();
  const format = useFormat();
  const [rotating, setRotating] = useState(false);
  const secrets = useLoad<List>((signal) => answer(client.GET("/account/webhook-secrets", { signal })), []);
  if (secrets.error) return <ErrorNote failure={secrets.error} retry={secrets.reload} />;
  return (
    <>
      <ul>
        {secrets.data?.data.map((s) => (
          <li key={s.secret} class="row secret">
            <code class="grow">{s.secret}</code>
            <span class="faint">{s.expires_at ? t.account.until(format.when(s.expires_at)) : format.when(s.created_at)}</span>
            <CopyButton text={s.secret} />
          </li>
        ))}
      </ul>
      <div><button type="button" class="button" onClick={() => setRotating(true)}>{t.account.rotate}</button></div>
      {rotating && <Rotation secrets={secrets} close={() => setRotating(false)} />}
    </>
  );
}

/** The seconds for which older secrets still sign. */
const overlaps = [0, 3600, 86_400, 604_800] as const;
const usual = 86_400;

function Rotation({ secrets, close }: { secrets: Loaded<List>; close: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const [seconds, setSeconds] = useState<number>(usual);
  const rotate = (e: Event) => {
    e.preventDefault();
    answer(client.POST("/account/webhook-secrets", { body: { overlap_seconds: seconds } })).then((list) => {
      secrets.put(list);
      close();
    }, toasts.fail);
  };
  return (
    <Dialog title={t.account.rotate} close={close}>
      <form class="dialog-body" onSubmit={rotate}>
        <p>{t.account.rotateHint}</p>
        <label class="field"><span>{t.account.overlap}</span>
          <select value={seconds} onChange={(e) => setSeconds(Number(e.currentTarget.value))}>
            {overlaps.map((s) => <option key={s} value={s}>{t.account.overlaps[s]}</option>)}
          </select>
        </label>
        <div class="dialog-foot"><button type="submit" class="button button-main">{t.account.rotate}</button></div>
      </form>
    </Dialog>
  );
}
