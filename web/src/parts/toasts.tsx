import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { asFailure } from "../hooks";
import { inWords, useTexts } from "../texts";
import { IconButton } from "./basics";

type Toast = { id: number; text: string; bad: boolean; undo?: () => void };

type Toasts = {
  say: (text: string) => void;
  fail: (cause: unknown) => void;
  /** Shows text with a button to undo, and calls act when the time to undo is over. */
  undoable: (text: string, act: () => Promise<void>, undone: () => void) => void;
};

const Context = createContext<Toasts>({ say: () => {}, fail: () => {}, undoable: () => {} });

export const useToasts = () => useContext(Context);

const shownFor = 6000; // milliseconds, long enough to read a line and change one's mind

export function ToastProvider({ children }: { children: ComponentChildren }) {
  const t = useTexts();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const next = useRef(1);
  const waiting = useRef(new Map<number, () => void>());
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback((toast: Omit<Toast, "id">) => {
    const id = next.current++;
    setToasts((all) => [...all.slice(-3), { ...toast, id }]);
    return id;
  }, []);
  const value = useMemo<Toasts>(() => {
    const say = (text: string, bad = false) => {
      const id = show({ text, bad });
      setTimeout(() => drop(id), shownFor);
    };
    const fail = (cause: unknown) => say(inWords(t, asFailure(cause)), true);
    const undoable: Toasts["undoable"] = (text, act, undone) => {
      const settle = (what: () => void) => () => {
        if (!waiting.current.delete(id)) return;
        clearTimeout(timer);
        drop(id);
        what();
      };
      const send = () => void act().catch((cause: unknown) => { undone(); fail(cause); });
      const id = show({ text, bad: false, undo: () => settle(undone)() });
      waiting.current.set(id, settle(send));
      const timer = setTimeout(settle(send), shownFor);
    };
    return { say: (text) => say(text), fail, undoable };
  }, [drop, show, t]);
  useEffect(() => {
    // Leaving the page does not undo the action.
    const leaving = () => waiting.current.forEach((send) => send());
    addEventListener("pagehide", leaving);
    return () => removeEventListener("pagehide", leaving);
  }, []);
  return (
    <Context.Provider value={value}>
      {children}
      <div class="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} class={toast.bad ? "toast toast-bad" : "toast"}>
            <span>{toast.text}</span>
            {toast.undo && <button type="button" class="button button-plain" onClick={toast.undo}>{t.common.undo}</button>}
            {!toast.undo && <IconButton icon="close" label={t.common.close} onClick={() => drop(toast.id)} />}
          </div>
        ))}
      </div>
    </Context.Provider>
  );
}
