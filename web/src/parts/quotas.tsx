import type { Schemas } from "../service";
import { useFormat, useTexts } from "../texts";

/** The usage of an account and the limits of its plan. */
export function QuotaList({ quotas }: { quotas: Schemas["Quotas"] }) {
  const t = useTexts();
  const format = useFormat();
  const show = (name: string, n: number) => (name === "stored_bytes" ? format.size(n) : format.number(n));
  return (
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
  );
}
