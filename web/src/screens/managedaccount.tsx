import { useState } from "preact/hooks";
import { type Loaded, useLoad } from "../hooks";
import { DeleteAccount, HoldAccount, PlanOfAccount } from "../parts/accountdialogs";
import { Center, ErrorNote, Loading, Title } from "../parts/basics";
import { Icon } from "../parts/icons";
import { QuotaList } from "../parts/quotas";
import { useToasts } from "../parts/toasts";
import { type ManagedAccountDetail, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useLogin } from "../who";
import { AccountState } from "./accounts";

export function ManagedAccountScreen({ id = "" }: { id?: string }) {
  const t = useTexts();
  const loaded = useLoad((signal) => answer(client.GET("/admin/accounts/{account_id}", { params: { path: { account_id: id } }, signal })), [id]);
  const a = loaded.data;
  if (!a) return <Center>{loaded.error ? <ErrorNote failure={loaded.error} retry={loaded.reload} /> : <Loading label={t.common.loading} />}</Center>;
  return (
    <div class="screen">
      <header class="screen-head">
        <div class="row grow">
          <a class="icon-button" href="/app/accounts" aria-label={t.accounts.back} title={t.accounts.back}><Icon name="back" /></a>
          <Title tab={a.name}>{a.name}</Title>
        </div>
        {a.state !== "deleting" && <Actions a={a} loaded={loaded} />}
      </header>
      {loaded.error && <ErrorNote failure={loaded.error} retry={loaded.reload} />}
      <Facts a={a} />
      <section class="card part" aria-labelledby="plan">
        <h2 id="plan">{t.account.plan} “{a.plan}”</h2>
        <QuotaList quotas={a.quotas} />
      </section>
    </div>
  );
}

function Facts({ a }: { a: ManagedAccountDetail }) {
  const t = useTexts();
  const format = useFormat();
  const many = (n: number | null) => (n === null ? t.account.unlimited : format.number(n));
  return (
    <section class="card part">
      <div class="row wrap"><AccountState a={a} /></div>
      {a.hold && <p class="note">{t.accounts.heldBecause(a.hold.reason)}</p>}
      <dl class="quotas">
        <div><dt>{t.common.added}</dt><dd>{format.when(a.created_at)}</dd></div>
        {a.suspended_at && <div><dt>{t.accounts.suspendedAt}</dt><dd>{format.when(a.suspended_at)}</dd></div>}
        <div><dt>{t.accounts.requests}</dt><dd>{many(a.requests_per_minute)}</dd></div>
        <div><dt>{t.accounts.uploads}</dt><dd>{many(a.uploads_per_minute)}</dd></div>
        <div><dt>{t.accounts.atOnce}</dt><dd>{many(a.documents_at_once)}</dd></div>
      </dl>
    </section>
  );
}

type ActionsProps = { a: ManagedAccountDetail; loaded: Loaded<ManagedAccountDetail> };

/** The actions of operators. They cannot suspend or delete their own account, because they could not undo it here. */
function Actions({ a, loaded }: ActionsProps) {
  const t = useTexts();
  const toasts = useToasts();
  const own = useLogin()?.account.id === a.id;
  const [asking, setAsking] = useState<"plan" | "hold" | "delete" | null>(null);
  const params = { path: { account_id: a.id } };
  const act = (call: Promise<unknown>) => void call.then(loaded.reload, toasts.fail);
  const done = () => { setAsking(null); loaded.reload(); };
  return (
    <div class="row wrap">
      <button type="button" class="button" onClick={() => setAsking("plan")}>{t.accounts.changePlan}</button>
      {a.state === "suspended" && <button type="button" class="button button-main" onClick={() => act(answer(client.POST("/admin/accounts/{account_id}/resume", { params })))}>{t.accounts.resume}</button>}
      {a.state === "active" && !own && <button type="button" class="button" onClick={() => act(answer(client.POST("/admin/accounts/{account_id}/suspend", { params })))}>{t.accounts.suspend}</button>}
      {a.hold
        ? <button type="button" class="button" onClick={() => act(answer(client.DELETE("/admin/accounts/{account_id}/hold", { params })))}>{t.accounts.release}</button>
        : <button type="button" class="button" onClick={() => setAsking("hold")}>{t.accounts.hold}</button>}
      {!own && <button type="button" class="button button-bad" onClick={() => setAsking("delete")}>{t.accounts.remove}</button>}
      {asking === "plan" && <PlanOfAccount a={a} close={() => setAsking(null)} done={done} />}
      {asking === "hold" && <HoldAccount a={a} close={() => setAsking(null)} done={done} />}
      {asking === "delete" && <DeleteAccount a={a} close={() => setAsking(null)} />}
    </div>
  );
}
