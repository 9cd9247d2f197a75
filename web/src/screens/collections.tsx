import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useLoad, useSettled } from "../hooks";
import { Dialog, Empty, ErrorNote, Loading, Pager, SearchField, Title } from "../parts/basics";
import { Icon } from "../parts/icons";
import { useToasts } from "../parts/toasts";
import { answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { useMay } from "../who";

const pageSize = 50;

export function CollectionsScreen() {
  const t = useTexts();
  const may = useMay("write");
  const [search, setSearch] = useState("");
  const [skip, setSkip] = useState(0);
  const [making, setMaking] = useState(false);
  const settled = useSettled(search, 200);
  const list = useLoad(
    (signal) => answer(client.GET("/collections", { params: { query: { skip, limit: pageSize, ...(settled && { search: settled }) } }, signal })),
    [settled, skip],
  );
  return (
    <div class="screen">
      <header class="screen-head">
        <Title tab={t.collections.title}>{t.collections.title}</Title>
        {may && <button type="button" class="button button-main" onClick={() => setMaking(true)}><Icon name="plus" size={18} />{t.collections.make}</button>}
      </header>
      <SearchField value={search} label={t.collections.search} change={(value) => { setSearch(value); setSkip(0); }} />
      {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
      {!list.data && list.loading && <Loading label={t.common.loading} />}
      {list.data && list.data.data.length === 0 && (
        <Empty icon="collections" title={settled ? t.documents.noMatch : t.collections.none}>{!settled && <p>{t.collections.noneHint}</p>}</Empty>
      )}
      {list.data && list.data.data.length > 0 && (
        <>
          <Cards data={list.data.data} />
          <Pager skip={skip} limit={pageSize} count={list.data.count} go={setSkip} />
        </>
      )}
      {making && <NewCollection close={() => setMaking(false)} />}
    </div>
  );
}

function Cards({ data }: { data: { id: string; name: string; file_count: number; total_size: number; updated_at: string }[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <ul class="cards">
      {data.map((c) => (
        <li key={c.id}>
          <a class="card collection-card" href={`/app/collections/${c.id}`}>
            <Icon name="collections" size={22} />
            <strong>{c.name}</strong>
            <span class="faint">{t.collections.fileCount(c.file_count)} · {format.size(c.total_size)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function NewCollection({ close }: { close: () => void }) {
  const t = useTexts();
  const { route } = useLocation();
  const toasts = useToasts();
  const make = async (name: string) => {
    try {
      const made = await answer(client.POST("/collections", { body: { name } }));
      route(`/app/collections/${made.id}`);
    } catch (cause) {
      toasts.fail(cause);
    }
  };
  return <NameDialog title={t.collections.make} name="" label={t.common.name} action={t.collections.make} close={close} done={make} />;
}

type NameProps = { title: string; name: string; label: string; action: string; close: () => void; done: (name: string) => Promise<void> };

export function NameDialog({ title, name: before, label, action, close, done }: NameProps) {
  const t = useTexts();
  const [name, setName] = useState(before);
  const [busy, setBusy] = useState(false);
  const submit = async (e: Event) => {
    e.preventDefault();
    setBusy(true);
    await done(name.trim());
    setBusy(false);
  };
  return (
    <Dialog title={title} close={close}>
      <form class="dialog-body" onSubmit={submit}>
        <label class="field"><span>{label}</span>
          <input name="name" required maxLength={255} autofocus value={name} onInput={(e) => setName(e.currentTarget.value)} /></label>
        <div class="dialog-foot">
          <button type="button" class="button" onClick={close}>{t.common.cancel}</button>
          <button type="submit" class="button button-main" disabled={busy || name.trim() === ""}>{action}</button>
        </div>
      </form>
    </Dialog>
  );
}
