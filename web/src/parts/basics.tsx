import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Failure } from "../service";
import { inWords, useTexts } from "../texts";
import { Icon, type IconName } from "./icons";

export function Center({ children }: { children: ComponentChildren }) {
  return <div class="center">{children}</div>;
}

export function Loading({ label }: { label: string }) {
  return <p class="loading" role="status"><span class="spinner" aria-hidden="true" />{label}</p>;
}

/** Shows what went wrong and what to do, with a button to try again. */
export function ErrorNote({ failure, retry }: { failure: Failure; retry?: () => void }) {
  const t = useTexts();
  return (
    <div class="note note-error" role="alert">
      <Icon name="alert" />
      <div>
        <p>{inWords(t, failure)}</p>
        {failure.requestID && failure.status >= 500 && <p class="faint">{t.errors.reference} <code>{failure.requestID}</code></p>}
      </div>
      {retry && <button type="button" class="button" onClick={retry}>{t.common.retry}</button>}
    </div>
  );
}

export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} size={36} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

type IconButtonProps = {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
  class?: string;
};

export function IconButton({ icon, label, onClick, disabled, pressed, class: name = "" }: IconButtonProps) {
  return (
    <button type="button" class={`icon-button ${name}`} title={label} aria-label={label} aria-pressed={pressed}
      disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** A state as a word with a colour. The word alone is enough. */
export function Badge({ state, children }: { state: string; children: ComponentChildren }) {
  return <span class={`badge badge-${state.toLowerCase()}`}>{children}</span>;
}

export function Progress({ value, label }: { value: number | null; label: string }) {
  const known = value === null ? {} : { value: Math.round(value * 100) };
  return <progress class="progress" max={100} aria-label={label} {...known} />;
}

/** The title of the page, in its heading and in the browser's tab. */
export function Title({ children, tab }: { children: ComponentChildren; tab: string }) {
  useEffect(() => {
    document.title = `${tab} · Quire`;
  }, [tab]);
  return <h1>{children}</h1>;
}

type DialogProps = { title: string; close: () => void; wide?: boolean; children: ComponentChildren };

export function Dialog({ title, close, wide = false, children }: DialogProps) {
  const t = useTexts();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog ref={ref} class={wide ? "dialog dialog-wide" : "dialog"} aria-label={title} onClose={close}>
      <header class="dialog-head">
        <h2>{title}</h2>
        <IconButton icon="close" label={t.common.close} onClick={() => ref.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}

export function SearchField({ value, label, change }: { value: string; label: string; change: (value: string) => void }) {
  return (
    <label class="search">
      <Icon name="search" size={18} />
      <span class="hidden">{label}</span>
      <input type="search" value={value} placeholder={label} onInput={(e) => change(e.currentTarget.value)} />
    </label>
  );
}

type PagerProps = { skip: number; limit: number; count: number; go: (skip: number) => void };

export function Pager({ skip, limit, count, go }: PagerProps) {
  const t = useTexts();
  if (count <= limit && skip === 0) return null;
  return (
    <nav class="pager" aria-label={t.common.pages}>
      <IconButton icon="back" label={t.common.newer} disabled={skip === 0} onClick={() => go(Math.max(skip - limit, 0))} />
      <span>{t.common.range(skip + 1, Math.min(skip + limit, count), count)}</span>
      <IconButton icon="next" label={t.common.older} disabled={skip + limit >= count} onClick={() => go(skip + limit)} />
    </nav>
  );
}
