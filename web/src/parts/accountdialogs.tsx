import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type ManagedAccount, answer, client } from "../service";
import { useTexts } from "../texts";
import { Dialog } from "./basics";
import { useToasts } from "./toasts";

type QuestionProps = {
  title: string; action: string; bad?: boolean; ready: boolean; send: () => Promise<unknown>; close: () => void; done: () => void; children: ComponentChildren;
};

/** Asks for the input of an action, and stays open if the service refuses it. */
function Question({ title, action, bad = false, ready, send, close, done, children }: QuestionProps) {
  const t = useTexts();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const submit = (e: Event) => {
    e.preventDefault();
    setBusy(true);
    send().then(done, (cause: unknown) => { toasts.fail(cause); setBusy(false); });
  };
  return (
    <Dialog title={title} close={close}>
      <form class="dialog-body" onSubmit={submit}>
        {children}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={close}>{t.common.cancel}</button>
          <button type="submit" class={bad ? "button button-bad" : "button button-main"} disabled={busy || !ready}>{action}</button>
        </div>
      </form>
    </Dialog>
  );
}

type AboutProps = { a: ManagedAccount; close: () => void; done: () => void };

export function PlanOfAccount({ a, close, done }: AboutProps) {
  const t = useTexts();
  const [plan, setPlan] = useState(a.plan);
  const send = () => answer(client.PATCH("/admin/accounts/{account_id}", { params: { path: { account_id: a.id } }, body: { plan: plan.trim() } }));
  return (
    <Question title={`${t.accounts.changePlan}: ${a.name}`} action={t.common.save} ready={plan.trim() !== ""} send={send} close={close} done={done}>
      <label class="field"><span>{t.account.plan}</span>
        <input required autofocus maxLength={255} value={plan} aria-describedby="plan-hint" onInput={(e) => setPlan(e.currentTarget.value)} />
      </label>
      <p id="plan-hint" class="faint">{t.accounts.planHint}</p>
    </Question>
  );
}

export function HoldAccount({ a, close, done }: AboutProps) {
  const t = useTexts();
  const [reason, setReason] = useState("");
  const send = () => answer(client.PUT("/admin/accounts/{account_id}/hold", { params: { path: { account_id: a.id } }, body: { reason: reason.trim() } }));
  return (
    <Question title={`${t.accounts.hold}: ${a.name}`} action={t.accounts.hold} ready={reason.trim() !== ""} send={send} close={close} done={done}>
      <p>{t.accounts.holdHint}</p>
      <label class="field"><span>{t.accounts.reason}</span>
        <input required autofocus maxLength={1000} value={reason} onInput={(e) => setReason(e.currentTarget.value)} />
      </label>
    </Question>
  );
}

/** Deletes an account. Its name has to be typed, because the deletion cannot be undone. */
export function DeleteAccount({ a, close }: { a: ManagedAccount; close: () => void }) {
  const t = useTexts();
  const { route } = useLocation();
  const [typed, setTyped] = useState("");
  const send = () => answer(client.DELETE("/admin/accounts/{account_id}", { params: { path: { account_id: a.id } } }));
  return (
    <Question title={t.accounts.removeNamed(a.name)} action={t.accounts.really} bad ready={typed === a.name} send={send} close={close} done={() => route("/app/accounts")}>
      <p>{t.accounts.removeHint}</p>
      <label class="field"><span>{t.accounts.typeName(a.name)}</span>
        <input required autofocus autocomplete="off" spellcheck={false} value={typed} onInput={(e) => setTyped(e.currentTarget.value)} />
      </label>
    </Question>
  );
}
