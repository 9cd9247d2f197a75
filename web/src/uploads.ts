// Uploads do not belong to a screen, so that they continue when somebody opens another one.
import { useEffect, useReducer } from "preact/hooks";
import { Failure, base, unreachable } from "./service";
import type { Dropped } from "./dropped";

export type Upload = {
  id: number;
  name: string;
  /** The path to post to, below the base of the API. */
  to: string;
  file: File | null;
  fields: Record<string, string>;
  /** The share sent so far, from 0 to 1. */
  sent: number;
  state: "waiting" | "sending" | "failed";
  failure?: Failure;
  /** The same for every attempt, so that an upload is not stored twice if a response is lost. */
  key: string;
  request?: XMLHttpRequest;
};

type Listener = { changed: () => void; arrived?: (to: string) => void };

const sideBySide = 3;
const patience = 20; // how often an upload is postponed because of "too many requests" before it is shown as failed
let uploads: Upload[] = [];
let nextID = 1;
const listeners = new Set<Listener>();
/** How often each upload was postponed, and the uploads that are postponed now. */
const delays = new Map<number, number>();
const postponed = new Set<number>();

function tell() {
  for (const l of listeners) l.changed();
}

/** The unfinished uploads to a path. arrived is called whenever one has succeeded. */
export function useUploads(to: string, arrived: () => void): Upload[] {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const listener: Listener = { changed: () => redraw(0), arrived: (path) => path === to && arrived() };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [to, arrived]);
  return uploads.filter((u) => u.to === to);
}

/** Posts every file with the same fields. pathField names the field for a file's path in its folder. */
export function send(to: string, files: Dropped[], fields: Record<string, string>, pathField = "") {
  const added = files.map(({ file, path }): Upload => {
    const own: Record<string, string> = pathField && path !== file.name ? { [pathField]: path } : {};
    return queued(to, path, file, { ...fields, ...own });
  });
  uploads = [...uploads, ...added];
  advance();
}

export function sendURL(to: string, url: string, fields: Record<string, string>) {
  uploads = [...uploads, queued(to, url, null, { ...fields, url })];
  advance();
}

function queued(to: string, name: string, file: File | null, fields: Record<string, string>): Upload {
  return { id: nextID++, name, to, file, fields, sent: 0, state: "waiting", key: crypto.randomUUID() };
}

export function again(upload: Upload) {
  change(upload.id, { state: "waiting", sent: 0 });
  advance();
}

export function cancel(upload: Upload) {
  upload.request?.abort();
  remove(upload.id);
  advance();
}

function change(id: number, what: Partial<Upload>) {
  uploads = uploads.map((u) => (u.id === id ? { ...u, ...what } : u));
  tell();
}

function remove(id: number) {
  uploads = uploads.filter((u) => u.id !== id);
  tell();
}

function advance() {
  let free = sideBySide - uploads.filter((u) => u.state === "sending").length;
  for (const u of uploads.filter((u) => u.state === "waiting" && !postponed.has(u.id))) {
    if (free-- <= 0) break;
    start(u);
  }
  tell();
}

function start(u: Upload) {
  const request = new XMLHttpRequest(); // fetch does not report the progress of an upload
  request.open("POST", base + u.to);
  request.setRequestHeader("Idempotency-Key", u.key);
  request.upload.onprogress = (e) => e.lengthComputable && change(u.id, { sent: e.loaded / e.total });
  request.onload = () => finished(u, request);
  request.onerror = () => failed(u, new Failure(unreachable, "unreachable", ""));
  change(u.id, { state: "sending", sent: 0, request });
  const form = new FormData();
  for (const [name, value] of Object.entries(u.fields)) form.append(name, value);
  if (u.file) form.append("file", u.file, u.file.name);
  request.send(form);
}

function finished(u: Upload, request: XMLHttpRequest) {
  if (request.status === 200) {
    remove(u.id);
    for (const l of listeners) l.arrived?.(u.to);
    advance();
    return;
  }
  const failure = failureIn(request);
  const times = delays.get(u.id) ?? 0;
  if (failure.status === 429 && times < patience) {
    delays.set(u.id, times + 1);
    postponed.add(u.id);
    change(u.id, { state: "waiting", sent: 0 });
    setTimeout(() => { postponed.delete(u.id); advance(); }, 1000 * Math.max(failure.retryAfter, 1));
    advance();
    return;
  }
  failed(u, failure);
}

function failureIn(request: XMLHttpRequest): Failure {
  let said: { type?: string; message?: string } = {};
  try {
    said = (JSON.parse(request.responseText) as { error?: typeof said }).error ?? {};
  } catch {
    // The body is not from the service but, for instance, from a proxy. The status is enough.
  }
  const retryAfter = Number(request.getResponseHeader("Retry-After") ?? 0);
  const id = request.getResponseHeader("X-Request-Id") ?? "";
  return new Failure(request.status, said.type ?? "", said.message ?? "", id, retryAfter);
}

function failed(u: Upload, failure: Failure) {
  change(u.id, { state: "failed", failure });
  advance();
}
