import { ConnectionFailed, APIError, QuireError, StreamInterrupted, WaitTimeout, refusal } from "./errors.js";
import { EventReader, type Progress, type ServerEvent, type StreamEvent, progress, streamEvent } from "./events.js";
import { type Fetch, type Incoming, exchange, whole } from "./exchange.js";
import * as retries from "./retries.js";
import { environment } from "./runtime.js";
import type { Form } from "./uploads.js";

/** The number of list entries per request. */
const pageSize = 100;
/** The maximum size of a refusal's text, in bytes. */
const refusalSize = 64 << 10;
/** The time that an answer without a stream may take, in milliseconds. */
export const answerTime = 300_000;
/**
 * The time without a byte after which a stream counts as broken, in milliseconds. The service sends something every 15
 * s.
 */
const silence = 45_000;

/** The maximum time of a timer, in milliseconds. */
const longestTimer = 2 ** 31;

/** The service and the options for calling it. */
export interface ClientOptions {
  /** The address of the service. By default `QUIRE_SERVER`, or `http://localhost:8080`. */
  server?: string;
  /** An API key. By default `QUIRE_API_KEY`. */
  key?: string;
  /** How often to repeat a request that failed for a temporary reason. By default 3 times. */
  retries?: number;
  /** The milliseconds without a byte after which a request counts as failed. By default a minute. */
  timeout?: number;
  /** Used instead of the global `fetch`. */
  fetch?: Fetch;
}

/** The options of every method. */
export interface Options {
  /** Aborts the request and everything that the method does after it. */
  signal?: AbortSignal;
}

/** The options of methods that change something and may be repeated. */
export interface SendOptions extends Options {
  /** With the same key, a request takes effect once, however often it is sent. By default, each call has a new key. */
  idempotencyKey?: string;
}

/** Options for waiting. */
export interface WaitOptions<T = Progress> extends Options {
  /** The maximum time in milliseconds. After it, the method throws WaitTimeout. */
  timeout?: number;
  onProgress?: (progress: T) => void;
}

/** The parts of a request besides its method and path. */
export interface Call extends SendOptions {
  query?: object;
  json?: unknown;
  form?: Form;
  text?: string;
  media?: string;
  /** The time that the connection may be silent, in milliseconds. */
  patience?: number;
  /** Whether the request is never repeated. */
  once?: boolean;
}

/** A response with its body. */
interface Reply {
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Sends requests for the methods of the client. */
export class Transport {
  readonly #base: string;
  readonly #key: string;
  readonly #retries: number;
  readonly #timeout: number;
  readonly #fetch: Fetch | undefined;

  constructor(options: ClientOptions = {}) {
    const server = (options.server ?? environment("QUIRE_SERVER") ?? "http://localhost:8080").replace(/\/+$/, "");
    const key = options.key ?? environment("QUIRE_API_KEY");
    if (!key) {
      throw new QuireError("a key is required: give key, or set QUIRE_API_KEY");
    }
    this.#base = server.endsWith("/api/v1") ? server : `${server}/api/v1`;
    this.#key = key;
    this.#retries = options.retries ?? 3;
    this.#timeout = options.timeout ?? 60_000;
    this.#fetch = options.fetch;
  }

  /** Sends any request of the API and returns the JSON of the response. The path is the part after /api/v1. */
  async request<T = unknown>(method: string, path: string, call: SendOptions & { query?: object; json?: unknown } = {}): Promise<T> {
    return this.read<T>(method, path, call);
  }

  /** Returns the JSON of a response without checking it, because later versions of the service may add fields. */
  protected async read<T>(method: string, path: string, call: Call = {}): Promise<T> {
    return parsed<T>((await this.send(method, path, call)).bytes);
  }

  /** Returns a list that is not paginated. */
  protected async rows<T>(method: string, path: string, call: Call = {}): Promise<T[]> {
    return (await this.read<{ data: T[] }>(method, path, call)).data;
  }

  /**
   * Yields the entries of a list, page by page. An entry that moves to the next page in the meantime is not repeated.
   */
  protected async *list<T>(path: string, options: Options = {}): AsyncGenerator<T, void, undefined> {
    const { signal, ...filter } = options;
    let skip = 0;
    let before = new Set<unknown>();
    for (;;) {
      const page: { data: T[]; count: number } = await this.read("GET", path, { query: { ...filter, skip, limit: pageSize }, signal });
      const fresh = page.data.filter((row) => !before.has((row as { id?: unknown }).id));
      before = new Set(page.data.map((row) => (row as { id?: unknown }).id));
      before.delete(undefined);
      yield* fresh;
      skip += page.data.length;
      if (page.data.length === 0 || skip >= page.count) {
        return;
      }
    }
  }

  /** Sends a request until it succeeds or another attempt is pointless, and reads the response. */
  protected async send(method: string, path: string, call: Call = {}): Promise<Reply> {
    const patience = call.patience ?? this.#timeout;
    return this.#attempts(method, path, call, patience, async ({ headers, chunks }) => ({ headers, bytes: await whole(chunks) }));
  }

  /** Sends a request in the same way, and returns the response without reading its body. */
  protected async open(method: string, path: string, call: Call = {}): Promise<Incoming> {
    return this.#attempts(method, path, call, silence, async (response) => response);
  }

  /** Yields the body of a response as it arrives. */
  protected async *bytes(path: string, query: object, options: Options): AsyncGenerator<Uint8Array, void, undefined> {
    yield* (await this.open("GET", path, { query, ...options })).chunks;
  }

  /** Yields the lines of a response as they arrive. */
  protected async *lines(path: string, query: object, options: Options): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder();
    let rest: string[] = [];
    for await (const chunk of this.bytes(path, query, options)) {
      const [begin = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
      rest.push(begin);
      for (const next of more) {
        yield rest.join("");
        rest = [next];
      }
    }
    if (rest.join("") !== "") {
      yield rest.join("");
    }
  }

  /** Yields the events of an answer. A stream without a final event was interrupted. */
  protected async *answer<T>(path: string, call: Call, last: (answer: T, headers: Headers) => void = () => undefined): AsyncGenerator<StreamEvent<T>, void, undefined> {
    const response = await this.open("POST", path, call);
    for await (const event of events(response.chunks)) {
      const found = streamEvent<T>(event);
      if (found?.kind === "answer") {
        last(found.answer, response.headers);
      }
      if (found !== null) {
        yield found;
      }
      if (found?.kind === "answer") {
        return;
      }
    }
    throw new StreamInterrupted("the stream ended before the answer did");
  }

  /**
   * Waits until the object at the path has reached a final state: by its events or, if these are not available, by
   * polling.
   */
  protected async wait<T extends { id: string; status: string; page_count?: number | null }>(path: string, over: string[], options: WaitOptions): Promise<T> {
    const rest = new Rest(path, options);
    let followed = true;
    for (;;) {
      followed = followed && (await this.#follow(path, rest, options));
      const found = await this.read<T>("GET", path, { signal: options.signal });
      if (!followed) {
        options.onProgress?.(asked(found));
      }
      if (over.includes(found.status)) {
        return found;
      }
      await rest.pause(found.status);
    }
  }

  /** Polls until the object at the path has reached a final state. */
  protected async poll<T extends { status: string }>(path: string, over: string[], options: WaitOptions<T>): Promise<T> {
    const rest = new Rest(path, options);
    for (;;) {
      const found = await this.read<T>("GET", path, { signal: options.signal });
      options.onProgress?.(found);
      if (over.includes(found.status)) {
        return found;
      }
      await rest.pause(found.status);
    }
  }

  /**
   * Returns the content behind a signed link of the service. The key is not sent, because the link itself grants
   * access.
   */
  async download(url: string, options: Options = {}): Promise<Uint8Array<ArrayBuffer>> {
    const address = new URL(url, this.#base).href;
    const response = await exchange({ method: "GET", url: address, headers: {}, signal: options.signal, patience: this.#timeout }, this.#fetch);
    if (response.status >= 400) {
      throw await refused(response);
    }
    return whole(response.chunks);
  }

  async #attempts<R>(method: string, path: string, call: Call, patience: number, read: (response: Incoming) => Promise<R>): Promise<R> {
    const headers = this.#headers(method, call);
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await this.#once(method, path, headers, call, patience);
        if (response.status < 400) {
          return await read(response);
        }
        throw await refused(response);
      } catch (error) {
        const pause = this.#pause(error, attempt, call);
        if (pause === null) {
          throw error;
        }
        await sleep(pause, call.signal);
      }
    }
  }

  #headers(method: string, call: Call): Record<string, string> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}` };
    if (method === "POST") {
      headers["Idempotency-Key"] = call.idempotencyKey ?? crypto.randomUUID();
    }
    const media = call.media ?? (call.json === undefined ? undefined : "application/json");
    if (media !== undefined) {
      headers["Content-Type"] = media;
    }
    return headers;
  }

  /** Returns the time to wait before another attempt, or null if there should be none. */
  #pause(error: unknown, attempt: number, call: Call): number | null {
    if (attempt > this.#retries || call.once === true || call.form?.repeatable === false) {
      return null;
    }
    if (error instanceof APIError) {
      return retries.retried(error.status, attempt) ? retries.wait(attempt, error.retryAfter) : null;
    }
    return error instanceof ConnectionFailed ? retries.wait(attempt, null) : null;
  }

  #once(method: string, path: string, headers: Record<string, string>, call: Call, patience: number): Promise<Incoming> {
    const url = this.#base + path + search(call.query ?? {});
    const body = call.form ?? call.text ?? (call.json === undefined ? undefined : JSON.stringify(call.json));
    return exchange({ method, url, headers, body, signal: call.signal, patience }, this.#fetch);
  }

  /** Shows the events of processing until they end, and reports whether there were any. */
  async #follow(path: string, rest: Rest, options: WaitOptions): Promise<boolean> {
    let seen = false;
    const { signal, over } = rest.limit();
    try {
      const response = await this.#once("GET", `${path}/events`, this.#headers("GET", {}), { signal }, silence);
      if (response.status !== 200) {
        response.cancel();
        return false;
      }
      for await (const event of events(response.chunks)) {
        seen = true;
        if (event.name === "progress" || event.name === "end") {
          options.onProgress?.(progress(event));
        }
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof ConnectionFailed || signal.aborted)) {
        throw error;
      }
    } finally {
      over();
    }
    return seen;
  }
}

/** Waits between polls, and knows when the time limit for all of them has passed. */
class Rest {
  readonly #until: number;
  #next: number = retries.first;

  constructor(
    private readonly path: string,
    private readonly options: { timeout?: number; signal?: AbortSignal },
  ) {
    this.#until = performance.now() + (options.timeout ?? Infinity);
  }

  /**
   * Returns a signal that aborts when the time limit has passed, and a function to call if the operation ends earlier.
   */
  limit(): { signal: AbortSignal; over: () => void } {
    const controller = new AbortController();
    const abort = (): void => controller.abort(this.options.signal?.reason);
    const left = this.#until - performance.now();
    const timer = left < longestTimer ? setTimeout(abort, left) : undefined;
    if (this.options.signal?.aborted === true) {
      abort();
    }
    this.options.signal?.addEventListener("abort", abort);
    return {
      signal: controller.signal,
      over: () => {
        clearTimeout(timer);
        this.options.signal?.removeEventListener("abort", abort);
      },
    };
  }

  async pause(status: string): Promise<void> {
    const left = this.#until - performance.now();
    if (left <= 0) {
      throw new WaitTimeout(`${this.path} is still ${status}, and processing continues`);
    }
    await sleep(Math.min(this.#next, left), this.options.signal);
    this.#next = Math.min(this.#next * 1.5, retries.highest);
  }
}

/** Returns a value escaped as a part of a path. */
export function part(value: string | number): string {
  return encodeURIComponent(value);
}

/** Yields the events of a stream. */
async function* events(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = new EventReader();
  for await (const chunk of chunks) {
    yield* reader.feed(chunk);
  }
}

function parsed<T>(bytes: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T;
}

async function refused(response: Incoming): Promise<APIError> {
  const body = await whole(response.chunks, refusalSize).catch(() => new Uint8Array());
  return refusal(response.status, response.headers, new TextDecoder().decode(body));
}

/** Returns the progress of a polled object, for which there are no events. */
function asked(found: { id: string; status: string; page_count?: number | null }): Progress {
  return { id: found.id, status: found.status, step: null, pages_done: 0, pages_total: found.page_count ?? null, seconds: 0, error: null };
}

/** Returns the given fields as the query of an address. */
function search(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

function sleep(time: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, time);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
