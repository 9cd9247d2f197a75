// Server-Sent Events over fetch. Unlike EventSource, fetch can post, send headers, and show why a stream was refused.
import { Failure, failureOf, unreachable } from "./service";

export type ServerEvent = { name: string; data: string };

/** Reads a stream of events until it ends. Throws a Failure if the stream is refused or interrupted. */
export async function* events(path: string, init: RequestInit): AsyncGenerator<ServerEvent> {
  const response = await open(path, init);
  if (!response.ok || !response.body) throw await failureOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await read(reader);
      if (done) return;
      const frames = (rest + value).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const event = parse(frame);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // nobody reads the rest
  }
}

async function open(path: string, init: RequestInit): Promise<Response> {
  try {
    const accept = { Accept: "text/event-stream", ...(init.headers as Record<string, string>) };
    return await fetch(path, { ...init, headers: accept });
  } catch (cause) {
    throw brokenOff(cause);
  }
}

async function read(reader: ReadableStreamDefaultReader<string>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw brokenOff(cause);
  }
}

function brokenOff(cause: unknown): unknown {
  const aborted = cause instanceof DOMException && cause.name === "AbortError";
  return aborted ? cause : new Failure(unreachable, "unreachable", "");
}

function parse(frame: string): ServerEvent | null {
  let name = "message";
  const data: string[] = [];
  for (const line of frame.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length > 0 ? { name, data: data.join("\n") } : null;
}
