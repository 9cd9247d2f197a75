import { useState } from "preact/hooks";
import { useLoad } from "../hooks";
import { type Schemas, answer, base, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { ErrorNote, Pager } from "./basics";
import { Icon } from "./icons";

type List = { data: Schemas["AccountUse"][]; count: number };

const pageSize = 50;
const periods = [7, 30, 90, 366] as const; // days; the last is the service's limit

/** The usage of each account by kind, and the same as a file. */
export function AccountsUsage() {
  const t = useTexts();
  const format = useFormat();
  const [days, setDays] = useState<number>(30);
  const [skip, setSkip] = useState(0);
  const usage = useLoad<List>(
    async (signal) => (await answer(client.GET("/admin/usage", { params: { query: { days, skip, limit: pageSize } }, signal }))) as List, // JSON, not the file
    [days, skip],
  );
  return (
    <section class="part" aria-labelledby="usage">
      <div class="filters">
        <h2 id="usage" class="grow">{t.accounts.usage}</h2>
        <select aria-label={t.accounts.period} value={days} onChange={(e) => { setDays(Number(e.currentTarget.value)); setSkip(0); }}>
          {periods.map((n) => <option key={n} value={n}>{t.accounts.days(n)}</option>)}
        </select>
        <a class="button" href={`${base}/admin/usage?days=${days}&format=csv`} download><Icon name="download" size={18} />CSV</a>
      </div>
      {usage.error && <ErrorNote failure={usage.error} retry={usage.reload} />}
      {usage.data?.count === 0 && <p class="faint">{t.account.noUsage}</p>}
      {usage.data && usage.data.count > 0 && (
        <>
          <div class="table-frame">
            <table class="list" aria-label={t.accounts.usage}>
              <thead>
                <tr>
                  <th scope="col">{t.nav.account}</th><th scope="col">{t.accounts.kind}</th><th scope="col" class="wide-only end">{t.accounts.runs}</th>
                  <th scope="col" class="end">{t.accounts.pages}</th><th scope="col" class="wide-only end">{t.accounts.credits}</th>
                </tr>
              </thead>
              <tbody>
                {usage.data.data.map((u) => (
                  <tr key={u.account_id + u.kind}>
                    <th scope="row" class="name"><a href={`/app/accounts/${u.account_id}`}>{u.account}</a></th>
                    <td>{t.account.kind(u.kind)}</td><td class="wide-only end number">{format.number(u.runs)}</td>
                    <td class="end number">{format.number(u.pages)}</td><td class="wide-only end number">{format.number(u.credits)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager skip={skip} limit={pageSize} count={usage.data.count} go={setSkip} />
        </>
      )}
    </section>
  );
}
