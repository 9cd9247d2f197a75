// What is going on with a document or a file while it is being processed.
import { useEffect, useRef, useState } from "preact/hooks";
import { events } from "./events";
import { useInterval } from "./hooks";
import { Failure, unreachable } from "./service";

export type Live = {
  id: string;
  /** The same states as those of the document or file. */
  status: string;
  /** Null when nothing is left to do. */
  step: "queued" | "fetch" | "convert" | "finish" | null;
  pages_done: number;
  /** Null until it is known. */
  pages_total: number | null;
  attempts: number;
  seconds: number;
};

const asked = 1000; // milliseconds between two polls while there is no stream
const checked = 15_000; // the same beside a stream, in case it stays silent
const gathered = 100; // milliseconds in which changes lead to one reload
const reopened = 3000; // milliseconds before a stream that broke off is opened again

/**
 * Follows the events below a path, by id. reload is called whenever a state changes: because an event says so or, while
 * there is no stream, by polling.
 */
export function useLive(path: string | null, reload: () => void): ReadonlyMap<string, Live> {
  const { lives, following } = useEvents(path, reload);
  useInterval(reload, following ? checked : asked, path !== null);
  return lives;
}

const nothing: ReadonlyMap<string, Live> = new Map();

/** Follows the events below a path, and says whether there is a stream at the moment. */
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

/** Shows what happens until it has ended or nothing more can be learnt. */
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

/** Whether asking again would be answered the same. */
const refused = (f: Failure) => f.status !== unreachable && f.status < 500 && f.status !== 429;
