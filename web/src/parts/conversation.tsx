import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Opened } from "../citations";
import { events } from "../events";
import { asFailure, useInterval, useLoad } from "../hooks";
import { type Citation, Failure, type Message, type Session, answer, base, client } from "../service";
import { useTexts } from "../texts";
import { useMay } from "../who";
import { Answer } from "./answer";
import { Badge, ErrorNote, Loading } from "./basics";
import { Composer } from "./composer";
import { firstQuestions } from "./newsession";

/** An answer that is being written. */
type Turn = { question: string; text: string; citations: Citation[]; heading: string };

type ConversationProps = { id: string; session: Session | undefined; open: (what: Opened) => void; titled: () => void };

export function Conversation({ id, session, open, titled }: ConversationProps) {
  const t = useTexts();
  const may = useMay("write");
  const messages = useMessages(id);
  const [turn, setTurn] = useState<Turn | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const abort = useRef<AbortController | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const elsewhere = !turn && (messages.data?.some((m) => m.status === "streaming") ?? false);
  useInterval(messages.reload, 1000, elsewhere); // asked in another window, or the connection broke

  const ask = useCallback(async (question: string, files: string[] = []) => {
    abort.current = new AbortController();
    setFailure(null);
    setTurn({ question, text: "", citations: [], heading: "" });
    try {
      await stream(id, { content: question, ...(files.length > 0 && { file_ids: files }) }, abort.current.signal, setTurn);
    } catch (cause) {
      if (!(cause instanceof DOMException)) setFailure(asFailure(cause));
    }
    await messages.again();
    setTurn(null);
    titled();
  }, [id, messages.again, titled]);

  useEffect(() => {
    const first = firstQuestions.get(id);
    firstQuestions.delete(id);
    if (first) void ask(first.content, first.files);
    return () => abort.current?.abort();
  }, [id]);
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [messages.data?.length, turn?.question, turn?.text.length]);

  if (messages.error && !messages.data) return <div class="pad"><ErrorNote failure={messages.error} retry={messages.reload} /></div>;
  return (
    <>
      <div class="messages" role="log" aria-live="polite" aria-busy={turn !== null}>
        <p class="talk-title">{session?.title}</p>
        {!messages.data && <Loading label={t.common.loading} />}
        {messages.data?.map((m, i) => <OneMessage key={m.id} m={m} question={messages.data?.[i - 1]?.content} open={open} again={may && !turn ? ask : undefined} />)}
        {turn && <TurnView turn={turn} open={open} shown={messages.data?.some((m) => m.status === "streaming") ?? false} />}
        {failure && <ErrorNote failure={failure} retry={messages.reload} />}
        <div ref={end} />
      </div>
      {may && <Composer send={(content) => void ask(content)} busy={turn !== null || elsewhere} {...(turn && { cancel: () => abort.current?.abort() })} />}
    </>
  );
}

function useMessages(id: string) {
  const load = useCallback(async (signal?: AbortSignal) => {
    const all: Message[] = [];
    for (;;) {
      const query = { skip: all.length, limit: 100 };
      const part = await answer(client.GET("/chat/sessions/{session_id}/messages", { params: { path: { session_id: id }, query }, signal: signal ?? null }));
      all.push(...part.data);
      if (all.length >= part.count || part.data.length === 0) return all;
    }
  }, [id]);
  const loaded = useLoad(load, [id]);
  const again = useCallback(async () => {
    try {
      const all = await load();
      loaded.put(all);
    } catch {
      loaded.reload(); // shows what is wrong
    }
  }, [load, loaded.put, loaded.reload]);
  return { ...loaded, again };
}

type Change = (change: (turn: Turn | null) => Turn | null) => void;

/** Sends a question and follows its answer. */
async function stream(id: string, body: object, signal: AbortSignal, change: Change) {
  const update = (some: (turn: Turn) => Partial<Turn>) => change((turn) => turn && { ...turn, ...some(turn) });
  const init = { method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...body, stream: true }) };
  for await (const event of events(`${base}/chat/sessions/${id}/messages`, init)) {
    const data = JSON.parse(event.data) as { step?: string; heading?: string; text?: string; answer?: string; citations?: Citation[]; error?: { type: string; message: string } };
    if (event.name === "status") update((turn) => ({ heading: data.heading ?? "", text: data.step === "retry" ? "" : turn.text }));
    if (event.name === "delta") update((turn) => ({ text: turn.text + (data.text ?? "") }));
    if (event.name === "complete") return update(() => ({ text: data.answer ?? "", citations: data.citations ?? [] }));
    if (event.name === "error") throw new Failure(200, data.error?.type ?? "", data.error?.message ?? "");
  }
}

function TurnView({ turn, open, shown }: { turn: Turn; open: (what: Opened) => void; shown: boolean }) {
  return (
    <>
      {!shown && <div class="message message-user"><p>{turn.question}</p></div>}
      <div class="message message-assistant">
        {turn.heading && turn.text === "" && <Loading label={turn.heading} />}
        {(turn.text !== "" || turn.heading === "") && <Answer text={turn.text} citations={turn.citations} path={null} open={open} />}
      </div>
    </>
  );
}

type MessageProps = { m: Message; question: string | undefined; open: (what: Opened) => void; again: ((question: string) => Promise<void>) | undefined };

function OneMessage({ m, question, open, again }: MessageProps) {
  const t = useTexts();
  if (m.role === "user") return <div class="message message-user"><p>{m.content}</p></div>;
  const ended = m.status === "partial" || m.status === "failed";
  return (
    <div class={`message message-assistant message-${m.status}`}>
      {m.status === "streaming" && m.content === "" && <Loading label={t.ask.thinking} />}
      {m.content !== "" && <Answer text={m.content} citations={m.citations} path={`/chat/sessions/${m.session_id}/messages/${m.id}`} open={open} />}
      {ended && (
        <p class="row ended">
          <Badge state={m.status}>{m.status === "partial" ? t.ask.partial : t.ask.failed}</Badge>
          {again && question && <button type="button" class="button" onClick={() => void again(question)}>{t.ask.again}</button>}
        </p>
      )}
    </div>
  );
}
