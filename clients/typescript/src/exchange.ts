import { ConnectionFailed, StreamInterrupted } from "./errors.js";
import { isNode } from "./runtime.js";
import { Form, read } from "./uploads.js";
import { sendByXHR } from "./xhr.js";

type Headings = Record<string, string>;

/** A request for a single attempt. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Headings;
  body?: string | Form;
  signal: AbortSignal | undefined;
  /** The milliseconds without a byte, sent or received, after which the connection counts as broken. */
  patience: number;
}

/** A response whose body was not read yet. */
export interface Incoming {
  status: number;
  headers: Headers;
  /** Yields the body. Throws StreamInterrupted if it ends too early. */
  chunks: AsyncGenerator<Uint8Array>;
  /** Ends the connection without reading the body. */
  cancel: () => void;
}

/** A function with the interface of `fetch`. */
export type Fetch = typeof fetch;

/**
 * Sends a request once. Throws ConnectionFailed if there is no response, and the reason of the signal if it is aborted.
 */
export async function exchange(request: Outgoing, fetch: Fetch | undefined): Promise<Incoming> {
  const watch = new Watch(request.patience, request.signal);
  try {
    const response = await send(request, watch, fetch);
    return { status: response.status, headers: response.headers, chunks: body(response, watch, request), cancel: watch.cancel };
  } catch (cause) {
    watch.close();
    request.signal?.throwIfAborted();
    if (watch.unreadable !== undefined) {
      throw watch.unreadable;
    }
    throw new ConnectionFailed(`${request.method} ${new URL(request.url).pathname}: ${reason(cause)}`, { cause });
  }
}

async function* body(response: Response, watch: Watch, request: Outgoing): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body === null ? [] : read(response.body)) {
      watch.touch();
      yield chunk;
    }
  } catch (cause) {
    request.signal?.throwIfAborted();
    throw new StreamInterrupted(`the response was interrupted: ${reason(cause)}`, { cause });
  } finally {
    watch.close();
  }
}

/** Returns a complete body. */
export async function whole(chunks: AsyncIterable<Uint8Array>, most = Infinity): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk as Uint8Array<ArrayBuffer>);
    size += chunk.length;
    if (size >= most) {
      break;
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function send(request: Outgoing, watch: Watch, own: Fetch | undefined): Promise<Response> {
  const { method, url, headers, body } = request;
  const call = own ?? fetch;
  if (body instanceof Form) {
    const typed = { ...headers, "Content-Type": body.type };
    return isNode ? sendStream(request, typed, body, watch, call) : sendBlob(request, typed, body, watch, call);
  }
  return call(url, { method, headers, body: body ?? null, signal: watch.signal });
}

/** Sends a form as a stream, which is read only as fast as it is sent. */
async function sendStream(request: Outgoing, headers: Headings, form: Form, watch: Watch, call: Fetch): Promise<Response> {
  const { length, chunks } = await form.open().catch(watch.unread);
  const iterator = chunks[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      watch.touch();
      const { done, value } = await iterator.next().catch(watch.unread);
      if (done === true) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  }, { highWaterMark: 0 });
  const known: Headings = length === null ? {} : { "Content-Length": String(length) };
  const init = { method: request.method, headers: { ...headers, ...known }, body, signal: watch.signal, duplex: "half" };
  return call(request.url, init as RequestInit);
}

/** Sends a form as a blob. Only XMLHttpRequest reports how much of it was sent. */
async function sendBlob(request: Outgoing, headers: Headings, form: Form, watch: Watch, call: Fetch): Promise<Response> {
  const { body, size } = await form.blob().catch(watch.unread);
  const { method, url } = request;
  if (typeof XMLHttpRequest === "undefined") {
    watch.stop(); // nothing reports how much was sent
    return call(url, { method, headers, body, signal: watch.signal });
  }
  return sendByXHR(method, url, headers, body, watch.signal, (sent) => {
    watch.touch();
    form.onProgress?.(Math.min(sent, size), size);
  });
}

/** Aborts a request if its caller aborts it, or if its connection is silent for too long. */
class Watch {
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The reason why a file could not be read. */
  unreadable: unknown;

  constructor(
    private readonly patience: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    caller?.throwIfAborted();
    caller?.addEventListener("abort", this.#end);
    this.touch();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Records that something was sent or received. */
  touch(): void {
    clearTimeout(this.#timer);
    const silence = new Error(`nothing was sent or received for ${this.patience / 1000} s`);
    this.#timer = setTimeout(() => this.#abort.abort(silence), this.patience);
  }

  /** Ends the watch for silence. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the watch. */
  close(): void {
    this.stop();
    this.caller?.removeEventListener("abort", this.#end);
  }

  /** Ends the connection. */
  readonly cancel = (): void => {
    this.close();
    this.#abort.abort();
  };

  /** Records that reading a file failed, and not the connection. */
  readonly unread = (cause: unknown): never => {
    this.unreadable = cause;
    throw cause;
  };

  readonly #end = (): void => this.#abort.abort(this.caller?.reason);
}

/** Returns the cause of an error. fetch itself only says that it failed. */
function reason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message || (inner as { code?: string }).code || inner.name : String(inner);
}
