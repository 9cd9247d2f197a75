import { useState } from "preact/hooks";
import { useLoad, useSettled } from "../hooks";
import { AccountsUsage } from "../parts/accountsusage";
import { Badge, Empty, ErrorNote, Loading, Pager, SearchField, Title } from "../parts/basics";
import { Icon } from "../parts/icons";
import { NewAccount } from "../parts/newaccount";
import { type ManagedAccount, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";

const pageSize = 50;

/** The accounts of the service, for operators. Their content is not shown, because operators may not see it. */
export function AccountsScreen() {
  const t = useTexts();
  const [making, setMaking] = useState(false);
  const [search, setSearch] = useState("");
  const [state, setState] = useState<ManagedAccount["state"] | "">("");
  const [skip, setSkip] = useState(0);
  const settled = useSettled(search, 200);
  const list = useLoad(
    (signal) => answer(client.GET("/admin/accounts", {
      params: { query: { skip, limit: pageSize, ...(settled && { search: settled }), ...(state && { state }) } }, signal,
    })),
    [settled, state, skip],
  );
  return (
    <div class="screen">
      <header class="screen-head">
        <Title tab={t.accounts.title}>{t.accounts.title}</Title>
        <button type="button" class="button button-main" onClick={() => setMaking(true)}><Icon name="plus" size={18} />{t.accounts.make}</button>
      </header>
      <form class="filters" role="search" onSubmit={(e) => e.preventDefault()}>
        <SearchField value={search} label={t.collections.search} change={(value) => { setSearch(value); setSkip(0); }} />
        <select aria-label={t.common.state} value={state} onChange={(e) => { setState(e.currentTarget.value as typeof state); setSkip(0); }}>
          <option value="">{t.documents.anyState}</option>
          {Object.entries(t.accounts.states).map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
      </form>
      {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
      {!list.data && list.loading && <Loading label={t.common.loading} />}
      {list.data?.data.length === 0 && <Empty icon="search" title={t.documents.noMatch} />}
      {list.data && list.data.data.length > 0 && (
        <>
          <Table rows={list.data.data} />
          <Pager skip={skip} limit={pageSize} count={list.data.count} go={setSkip} />
        </>
      )}
      <AccountsUsage />
      {making && <NewAccount close={() => { setMaking(false); list.reload(); }} />}
    </div>
  );
}

function Table({ rows }: { rows: ManagedAccount[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <div class="table-frame">
      <table class="list" aria-label={t.accounts.title}>
        <thead>
          <tr>
            <th scope="col">{t.common.name}</th><th scope="col">{t.common.state}</th>
            <th scope="col" class="wide-only">{t.account.plan}</th><th scope="col" class="wide-only">{t.common.added}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((a) => (
            <tr key={a.id}>
              <th scope="row" class="name"><a href={`/app/accounts/${a.id}`}><Icon name="account" size={18} /><span>{a.name}</span></a></th>
              <td class="state"><AccountState a={a} /></td>
              <td class="wide-only">{a.plan}</td>
              <td class="wide-only"><time class="number" dateTime={a.created_at}>{format.when(a.created_at)}</time></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows whether the account is suspended, and whether a legal hold prevents deletions. */
export function AccountState({ a }: { a: ManagedAccount }) {
  const t = useTexts();
  return (
    <>
      <Badge state={a.state === "active" ? "active" : "stopped"}>{t.accounts.states[a.state]}</Badge>
      {a.hold && <Badge state="held">{t.accounts.held}</Badge>}
    </>
  );
}
