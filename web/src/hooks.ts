import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Failure, unreachable } from "./service";

export type Loaded<T> = {
  data: T | undefined;
  error: Failure | undefined;
  loading: boolean;
  reload: () => void;
  /** Replaces the data until the next load, so that the effect of a call is visible at once. */
  set: (change: (data: T) => T) => void;
  put: (data: T) => void;
};

/** Loads data whenever deps change. A response that arrives after a newer request was sent is dropped. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Failure; loading: boolean }>({ loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setState((s) => ({ ...s, loading: true }));
    load(abort.signal).then(
      (data) => abort.signal.aborted || setState({ data, loading: false }),
      (cause: unknown) => {
        if (abort.signal.aborted) return;
        setState((s) => ({ ...s, error: asFailure(cause), loading: false }));
      },
    );
    return () => abort.abort();
  }, [...deps, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  const set = useCallback(
    (change: (data: T) => T) => setState((s) => (s.data === undefined ? s : { ...s, data: change(s.data) })),
    [],
  );
  const put = useCallback((data: T) => setState({ data, loading: false }), []);
  return { data: state.data, error: state.error, loading: state.loading, reload, set, put };
}

/** The caught error as a Failure. Any other error is a bug of this page, so it goes to the console. */
export function asFailure(cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  console.error(cause);
  return new Failure(unreachable, "page", String(cause));
}

/** Calls f every ms milliseconds while on, but not while the page is hidden. */
export function useInterval(f: () => void, ms: number, on: boolean) {
  const latest = useRef(f);
  latest.current = f;
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => document.hidden || latest.current(), ms);
    return () => clearInterval(timer);
  }, [ms, on]);
}

/** Returns value with a delay of ms milliseconds, so that typing does not cause a request for every letter. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Returns the current width of an element. */
export function useWidth<E extends Element>(): [(element: E | null) => void, number] {
  const [width, setWidth] = useState(0);
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((element: E | null) => {
    observer.current?.disconnect();
    if (!element) return;
    observer.current = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.current.observe(element);
    setWidth(element.getBoundingClientRect().width);
  }, []);
  return [ref, width];
}
