import { useState } from "preact/hooks";
import { useLoad } from "../hooks";
import { answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { Badge, Dialog, ErrorNote } from "./basics";
import { CopyButton } from "./copy";
import { Icon } from "./icons";
import { useToasts } from "./toasts";

const permissions = ["read", "write", "admin"] as const;

/** The keys of the account. A new key is shown only once. */
export function Keys() {
  const t = useTexts();
  const format = useFormat();
  const toasts = useToasts();
  const [making, setMaking] = useState(false);
  const keys = useLoad((signal) => answer(client.GET("/account/keys", { params: { query: { limit: 100 } }, signal })), []);
  const revoke = (id: string) =>
    void answer(client.DELETE("/account/keys/{key_id}", { params: { path: { key_id: id } } })).then(keys.reload, toasts.fail);
  return (
    <section class="card part" aria-labelledby="keys">
      <header class="row"><h2 id="keys" class="grow">{t.account.keys}</h2>
        <button type="button" class="button button-main" onClick={() => setMaking(true)}><Icon name="plus" size={18} />{t.account.newKey}</button></header>
      {keys.error && <ErrorNote failure={keys.error} retry={keys.reload} />}
      <ul class="keys">
        {keys.data?.data.map((k) => (
          <li key={k.id} class="row">
            <strong class="grow">{k.name} <code class="faint">{k.display}</code></strong>
            <span class="faint">{k.permissions.map((p) => t.account.permissions[p]).join(", ")}</span>
            {k.expires_at && <span class="faint">{t.account.until(format.when(k.expires_at))}</span>}
            {k.revoked_at ? <Badge state="expired">{t.account.revoked}</Badge> : <button type="button" class="button button-bad" onClick={() => revoke(k.id)}>{t.account.revoke}</button>}
          </li>
        ))}
      </ul>
      {making && <NewKey close={() => { setMaking(false); keys.reload(); }} />}
    </section>
  );
}

function NewKey({ close }: { close: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const [name, setName] = useState("");
  const [may, setMay] = useState<string[]>(["read", "write"]);
  const [until, setUntil] = useState("");
  const [made, setMade] = useState("");
  const submit = (e: Event) => {
    e.preventDefault();
    const body = { name, permissions: permissions.filter((p) => may.includes(p)), ...(until && { expires_at: until }) };
    answer(client.POST("/account/keys", { body })).then((k) => setMade(k.key), toasts.fail);
  };
  if (made) {
    return (
      <Dialog title={t.account.newKey} close={close}>
        <div class="dialog-body"><p>{t.account.once}</p><div class="row secret"><code class="grow">{made}</code><CopyButton text={made} /></div></div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t.account.newKey} close={close}>
      <form class="dialog-body" onSubmit={submit}>
        <label class="field"><span>{t.common.name}</span><input required maxLength={255} autofocus value={name} onInput={(e) => setName(e.currentTarget.value)} /></label>
        <fieldset class="choices"><legend>{t.account.mayDo}</legend>
          {permissions.map((p) => (
            <label key={p} class="choice"><input type="checkbox" checked={may.includes(p)}
              onChange={(e) => setMay(e.currentTarget.checked ? [...may, p] : may.filter((o) => o !== p))} />{t.account.permissions[p]}</label>
          ))}
        </fieldset>
        <label class="field"><span>{t.account.expires}</span><input type="date" value={until} onChange={(e) => setUntil(e.currentTarget.value)} /></label>
        <div class="dialog-foot"><button type="submit" class="button button-main" disabled={name.trim() === "" || may.length === 0}>{t.account.newKey}</button></div>
      </form>
    </Dialog>
  );
}
