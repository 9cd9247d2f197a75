import { useCallback, useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Opened, addressOf } from "../citations";
import { type Loaded, useLoad, useSettled } from "../hooks";
import { Empty, ErrorNote, IconButton, Loading, SearchField, Title } from "../parts/basics";
import { Conversation } from "../parts/conversation";
import { Icon } from "../parts/icons";
import { NewSession } from "../parts/newsession";
import { PagePane } from "../parts/pagepane";
import { useToasts } from "../parts/toasts";
import { type Session, answer, client } from "../service";
import { useTexts } from "../texts";
import { useMay } from "../who";
import { NameDialog } from "./collections";

type Sessions = { data: Session[]; count: number };

/** The list of conversations, the open one, and the page that a citation has opened. */
export function AskScreen({ session = "" }: { session?: string }) {
  const t = useTexts();
  const { route } = useLocation();
  const [search, setSearch] = useState("");
  const settled = useSettled(search, 200);
  const list = useLoad<Sessions>(
    (signal) => answer(client.GET("/chat/sessions", { params: { query: { limit: 100, ...(settled && { search: settled }) } }, signal })),
    [settled],
  );
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => setOpened(null), [session]);
  const current = list.data?.data.find((s) => s.id === session);
  const expand = useCallback(
    () => opened && route(addressOf(opened)), [opened, route],
  );
  return (
    <div class={`ask${opened ? " ask-open" : ""}${session ? " ask-session" : ""}`}>
      <aside class="sessions" aria-label={t.ask.sessions}>
        <div class="sessions-head">
          <Title tab={current?.title ?? t.nav.ask}>{t.nav.ask}</Title>
          <a class="button button-main" href="/app/ask"><Icon name="plus" size={18} />{t.ask.fresh}</a>
        </div>
        <SearchField value={search} label={t.ask.search} change={setSearch} />
        {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
        {!list.data && list.loading && <Loading label={t.common.loading} />}
        <ul>{list.data?.data.map((s) => <SessionItem key={s.id} s={s} here={s.id === session} list={list} />)}</ul>
      </aside>
      <section class="talk">
        {session
          ? <Conversation key={session} id={session} session={current} open={setOpened} titled={list.reload} />
          : <NewSession made={list.reload} />}
      </section>
      {opened && <PagePane opened={opened} close={() => setOpened(null)} expand={() => expand()} />}
      {!session && list.data?.count === 0 && <span class="hidden"><Empty icon="ask" title={t.ask.none} /></span>}
    </div>
  );
}

function SessionItem({ s, here, list }: { s: Session; here: boolean; list: Loaded<Sessions> }) {
  const t = useTexts();
  const may = useMay("write");
  const toasts = useToasts();
  const { route } = useLocation();
  const [renaming, setRenaming] = useState(false);
  const path = { session_id: s.id };
  const rename = async (title: string) => {
    try {
      await answer(client.PATCH("/chat/sessions/{session_id}", { params: { path }, body: { title } }));
      setRenaming(false);
      list.reload();
    } catch (cause) {
      toasts.fail(cause);
    }
  };
  const remove = () => {
    list.set((all) => ({ data: all.data.filter((other) => other.id !== s.id), count: all.count - 1 }));
    if (here) route("/app/ask");
    const act = async () => void (await answer(client.DELETE("/chat/sessions/{session_id}", { params: { path }, keepalive: true })));
    toasts.undoable(t.documents.deleted(s.title), act, list.reload);
  };
  return (
    <li class={here ? "session here" : "session"}>
      <a href={`/app/ask/${s.id}`} aria-current={here ? "page" : undefined}>{s.title}</a>
      {may && <IconButton icon="edit" label={t.ask.rename(s.title)} onClick={() => setRenaming(true)} />}
      {may && <IconButton icon="trash" label={t.documents.delete(s.title)} onClick={remove} />}
      {renaming && <NameDialog title={t.common.rename} name={s.title} label={t.common.name} action={t.common.save} close={() => setRenaming(false)} done={rename} />}
    </li>
  );
}
