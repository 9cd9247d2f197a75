import { useRef, useState } from "preact/hooks";
import { useTexts } from "../texts";
import { Icon } from "./icons";

type ComposerProps = { send: (content: string) => void; busy: boolean; cancel?: () => void };

/** Where questions are written. Enter sends, with Shift it begins a new line. */
export function Composer({ send, busy, cancel }: ComposerProps) {
  const t = useTexts();
  const [content, setContent] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const submit = (e: Event) => {
    e.preventDefault();
    if (busy || content.trim() === "") return;
    send(content.trim());
    setContent("");
  };
  const enter = (e: KeyboardEvent) => {
    if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
    e.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} class="composer" onSubmit={submit}>
      <textarea rows={2} aria-label={t.ask.question} placeholder={t.ask.question} maxLength={32000} value={content}
        onInput={(e) => setContent(e.currentTarget.value)} onKeyDown={enter} />
      {busy && cancel
        ? <button type="button" class="button" onClick={cancel}><Icon name="stop" size={18} />{t.ask.stop}</button>
        : <button type="submit" class="button button-main" disabled={busy || content.trim() === ""}><Icon name="send" size={18} />{t.ask.send}</button>}
    </form>
  );
}
