import { useState } from "preact/hooks";
import { type Schemas, answer, client } from "../service";
import { useTexts } from "../texts";
import { Dialog } from "./basics";
import { CopyButton } from "./copy";
import { useToasts } from "./toasts";

/** Creates an account and shows its first key, which the service shows only once. */
export function NewAccount({ close }: { close: () => void }) {
  const t = useTexts();
  const toasts = useToasts();
  const [name, setName] = useState("");
  const [plan, setPlan] = useState("");
  const [made, setMade] = useState<Schemas["CreatedAccount"] | null>(null);
  const submit = (e: Event) => {
    e.preventDefault();
    const body = { name: name.trim(), ...(plan.trim() && { plan: plan.trim() }) };
    answer(client.POST("/admin/accounts", { body })).then(setMade, toasts.fail);
  };
  if (made) {
    return (
      <Dialog title={made.name} close={close}>
        <div class="dialog-body">
          <p>{t.accounts.firstKey}</p>
          <div class="row secret"><code class="grow">{made.key}</code><CopyButton text={made.key} /></div>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t.accounts.make} close={close}>
      <form class="dialog-body" onSubmit={submit}>
        <label class="field"><span>{t.common.name}</span><input required maxLength={255} autofocus value={name} onInput={(e) => setName(e.currentTarget.value)} /></label>
        <label class="field"><span>{t.accounts.planOptional}</span>
          <input maxLength={255} value={plan} aria-describedby="plan-hint" onInput={(e) => setPlan(e.currentTarget.value)} />
        </label>
        <p id="plan-hint" class="faint">{t.accounts.planHint}</p>
        <div class="dialog-foot">
          <button type="button" class="button" onClick={close}>{t.common.cancel}</button>
          <button type="submit" class="button button-main" disabled={name.trim() === ""}>{t.accounts.make}</button>
        </div>
      </form>
    </Dialog>
  );
}
