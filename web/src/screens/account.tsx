import { useLoad } from "../hooks";
import { Audit } from "../parts/audit";
import { ErrorNote, Loading, Title } from "../parts/basics";
import { Keys } from "../parts/keys";
import { QuotaList } from "../parts/quotas";
import { Secrets } from "../parts/secrets";
import { UsageChart } from "../parts/usagechart";
import { type Schemas, answer, client } from "../service";
import { useTexts } from "../texts";

/** The part that only people who manage the account can see. */
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
  return (
    <section class="card part" aria-labelledby="plan">
      <h2 id="plan">{t.account.plan} “{plan}”</h2>
      <QuotaList quotas={quotas} />
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
