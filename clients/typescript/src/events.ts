import { AnswerFailed, StreamInterrupted } from "./errors.js";

/** The maximum length of an event, in characters. */
const longest = 16 << 20;

/** One event of a stream of Server-Sent Events. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** Splits a stream into events. It accepts the bytes in pieces of any size. */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #rest: string[] = [];
  #name = "";
  #data: string[] = [];
  #held = 0;

  /** Yields the events completed by the next bytes. */
  *feed(chunk: Uint8Array): Generator<ServerEvent> {
    const [begin = "", ...lines] = this.#decoder.decode(chunk, { stream: true }).split("\n");
    this.#hold(begin);
    for (const next of lines) {
      const event = this.#line(this.#rest.join("").replace(/\r$/, ""));
      this.#rest = [];
      this.#hold(next);
      if (event !== null) {
        yield event;
      }
    }
  }

  #hold(text: string): void {
    this.#rest.push(text);
    this.#held += text.length;
    if (this.#held > longest) {
      throw new StreamInterrupted(`an event has more than ${longest >> 20} MB`);
    }
  }

  #line(line: string): ServerEvent | null {
    if (line === "") {
      const event = { name: this.#name || "message", data: this.#data.join("\n") };
      const empty = this.#data.length === 0;
      [this.#name, this.#data, this.#held] = ["", [], 0];
      return empty ? null : event;
    }
    const [, key, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (key === "event") {
      this.#name = value;
    } else if (key === "data") {
      this.#data.push(value);
    }
    return null;
  }
}

/** The progress of the processing of a document or file. */
export interface Progress {
  id: string;
  status: string;
  /** queued, fetch, convert, finish or embed, or null if nothing is left to do. */
  step: string | null;
  pages_done: number;
  /** Null while unknown. */
  pages_total: number | null;
  /** The time that it has taken so far. */
  seconds: number;
  /** The reason for a failure. */
  error: string | null;
}

/** A step towards an answer. */
export interface StatusEvent {
  kind: "status";
  step: string;
  /** The step in words for people. */
  heading: string;
}

/** The next words of an answer. */
export interface DeltaEvent {
  kind: "delta";
  text: string;
}

/** The answer, which is authoritative. It is the last event. */
export interface AnswerEvent<T> {
  kind: "answer";
  answer: T;
}

/** The events in the stream of an answer. */
export type StreamEvent<T> = StatusEvent | DeltaEvent | AnswerEvent<T>;

/** Returns the data of an event, or an empty object if the data is not an object. */
function read(event: ServerEvent): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(event.data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const none: Progress = { id: "", status: "", step: null, pages_done: 0, pages_total: null, seconds: 0, error: null };

/** Decodes an event about processing. */
export function progress(event: ServerEvent): Progress {
  return { ...none, ...read(event) };
}

/**
 * Decodes an event of an answer. Returns null for an event that this client does not know, and throws AnswerFailed for the
 * last event of an answer that could not be written.
 */
export function streamEvent<T>(event: ServerEvent): StreamEvent<T> | null {
  const said = read(event);
  switch (event.name) {
    case "status":
      return { kind: "status", step: String(said["step"] ?? ""), heading: String(said["heading"] ?? "") };
    case "delta":
      return { kind: "delta", text: String(said["text"] ?? "") };
    case "complete":
      return { kind: "answer", answer: said as T };
    case "error": {
      const error = said["error"] as { message?: string } | undefined;
      throw new AnswerFailed(error?.message ?? "the answer could not be written");
    }
    default:
      return null;
  }
}
