// Live progress of documents and files that are being processed.
import { useEffect, useRef, useState } from "preact/hooks";
import { events } from "./events";
import { useInterval } from "./hooks";
import { Failure, unreachable } from "./service";

export type Live = {
  id: string;
  /** The state of the document or file. */
  status: string;
  /** Null if nothing is left to do. */
  step: "queued" | "fetch" | "convert" | "finish" | null;
  pages_done: number;
  /** Null while unknown. */
  pages_total: number | null;
  attempts: number;
  seconds: number;
};

const asked = 1000; // milliseconds between two polls while there is no stream
const checked = 15_000; // the same with a stream, in case it stays silent
const gathered = 100; // milliseconds in which changes are combined into one reload
const reopened = 3000; // milliseconds before an interrupted stream is opened again

/**
 * Follows the events below a path, by id. It calls reload whenever a state changes: after an event or, without a stream,
 * after polling.
 */
export function useLive(path: string | null, reload: () => void): ReadonlyMap<string, Live> {
  const { lives, following } = useEvents(path, reload);
  useInterval(reload, following ? checked : asked, path !== null);
  return lives;
}

const nothing: ReadonlyMap<string, Live> = new Map();

/** Follows the events below a path, and reports whether a stream is open. */
export function useEvents(path: string | null, changed: () => void) {
  const [lives, setLives] = useState(nothing);
  const [following, setFollowing] = useState(false);
  const latest = useRef(changed);
  latest.current = changed;
  useEffect(() => {
    if (!path) return;
    const abort = new AbortController();
    const states = new Map<string, string>();
    let soon: number | undefined;
    const announce = () => {
      soon ??= window.setTimeout(() => { soon = undefined; latest.current(); }, gathered);
    };
    const show = (next: Live) => {
      setFollowing(true);
      setLives((before) => new Map(before).set(next.id, next));
      if ((states.get(next.id) ?? next.status) !== next.status) announce();
      states.set(next.id, next.status);
    };
    const lost = () => setFollowing(false);
    void follow(path, abort.signal, show, lost).then(() => {
      if (abort.signal.aborted) return;
      lost();
      announce();
    });
    return () => {
      abort.abort();
      clearTimeout(soon);
      setLives(nothing);
      setFollowing(false);
    };
  }, [path]);
  return { lives, following };
}

/** Shows progress until processing has ended or the stream cannot be read any more. */
async function follow(path: string, signal: AbortSignal, show: (live: Live) => void, lost: () => void) {
  while (!signal.aborted) {
    try {
      for await (const event of events(path, { signal })) {
        if (event.name === "error") return;
        show(JSON.parse(event.data) as Live);
        if (event.name === "end") return;
      }
    } catch (cause) {
      if (!(cause instanceof Failure) || refused(cause)) return;
    }
    if (signal.aborted) return;
    lost();
    await new Promise((resolve) => setTimeout(resolve, reopened));
  }
}

/** Whether a repeated request would get the same response. */
const refused = (f: Failure) => f.status !== unreachable && f.status < 500 && f.status !== 429;
