import { useLoad } from "../hooks";
import { Audit } from "../parts/audit";
import { ErrorNote, Loading, Title } from "../parts/basics";
import { Keys } from "../parts/keys";
import { Secrets } from "../parts/secrets";
import { UsageChart } from "../parts/usagechart";
import { type Schemas, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";

/** What only those who manage the account see. */
export function AccountScreen() {
  const t = useTexts();
  const account = useLoad((signal) => answer(client.GET("/account", { signal })), []);
  return (
    <div class="screen">
      <header class="screen-head"><Title tab={t.nav.account}>{account.data?.name ?? t.nav.account}</Title></header>
      {account.error && <ErrorNote failure={account.error} retry={account.reload} />}
      {!account.data && account.loading && <Loading label={t.common.loading} />}
      {account.data && <><Keys /><Usage /><Plan quotas={account.data.quotas} plan={account.data.plan} /><Secrets /><Audit /></>}
    </div>
  );
}

function Plan({ quotas, plan }: { quotas: Schemas["Quotas"]; plan: string }) {
  const t = useTexts();
  const format = useFormat();
  const show = (name: string, n: number) => (name === "stored_bytes" ? format.size(n) : format.number(n));
  return (
    <section class="card part" aria-labelledby="plan">
      <h2 id="plan">{t.account.plan} “{plan}”</h2>
      <dl class="quotas">
        {(Object.keys(t.account.quotas) as (keyof Schemas["Quotas"])[]).map((name) => {
          const q = quotas[name];
          return (
            <div key={name}>
              <dt>{t.account.quotas[name]}</dt>
              <dd class="number">{show(name, q.used)} <span class="faint">/ {q.allowed === null ? t.account.unlimited : show(name, q.allowed)}</span></dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Usage() {
  const t = useTexts();
  const usage = useLoad((signal) => answer(client.GET("/account/usage", { signal })), []);
  return (
    <section class="card part" aria-labelledby="usage">
      <h2 id="usage">{t.account.usage}</h2>
      {usage.error && <ErrorNote failure={usage.error} retry={usage.reload} />}
      {usage.data && <UsageChart days={usage.data.data} />}
    </section>
  );
}
