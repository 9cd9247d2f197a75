import { openFile } from "./runtime.js";

/**
 * A file to send: a path or `file:` URL (only in Node), a File or Blob, bytes, or a stream. A stream cannot be read again,
 * so its request is never repeated.
 */
export type Source =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>;

/** The address of a file, which the service fetches. */
export interface Link {
  url: string;
}

/** A source with its name in the service. */
export interface Named {
  file: Source;
  name: string;
}

/** Gets the number of bytes of the files that were sent, and their total number, or null if that is unknown. */
export type UploadProgress = (sent: number, size: number | null) => void;

/** The size of the pieces in which files are sent, in bytes. */
const chunkSize = 64 << 10;

type Bytes = Uint8Array<ArrayBuffer>;

/** One file of a form, opened. */
interface Opened {
  name: string;
  size: number | null;
  chunks(): AsyncIterable<Uint8Array>;
}

/** A form with files, which are streamed. It can be sent again if each file can be read again. */
export class Form {
  readonly #fields: [string, string][] = [];
  readonly #boundary = crypto.randomUUID();
  #begun = false;

  constructor(
    fields: object,
    private readonly files: Named[],
    private readonly key: string,
    readonly onProgress?: UploadProgress,
  ) {
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined && value !== null) {
        this.#fields.push([name, String(value)]);
      }
    }
  }

  /** Whether the form can be sent now, for the first time or again. */
  get repeatable(): boolean {
    return !this.#begun || this.files.every(({ file }) => rereadable(file));
  }

  get type(): string {
    return `multipart/form-data; boundary=${this.#boundary}`;
  }

  /** Opens the files, and returns the body with its length, or null if that is unknown. */
  async open(): Promise<{ length: number | null; chunks: AsyncIterable<Uint8Array> }> {
    this.#begun = true;
    const files = await Promise.all(this.files.map(opened));
    const size = sum(files.map((file) => file.size));
    const around = [this.#head(), ...files.flatMap((file) => [this.#before(file.name), end]), this.#tail()];
    const length = size === null ? null : size + (sum(around.map((part) => part.length)) ?? 0);
    return { length, chunks: this.#chunks(files, size) };
  }

  async *#chunks(files: Opened[], size: number | null): AsyncGenerator<Uint8Array> {
    let sent = 0;
    yield this.#head();
    for (const file of files) {
      yield this.#before(file.name);
      for await (const chunk of file.chunks()) {
        yield chunk;
        sent += chunk.length;
        this.onProgress?.(sent, size);
      }
      yield end;
    }
    yield this.#tail();
  }

  /**
   * Returns the body as a blob, with the number of its bytes that are files. Few browsers can send streams, but they keep
   * large blobs outside of memory.
   */
  async blob(): Promise<{ body: Blob; size: number }> {
    this.#begun = true;
    const parts: BlobPart[] = [this.#head()];
    let size = 0;
    for (const { file, name } of this.files) {
      const content = file instanceof Blob ? file : await collected((await opened({ file, name })).chunks());
      size += content.size;
      parts.push(this.#before(name), content, end);
    }
    return { body: new Blob([...parts, this.#tail()]), size };
  }

  #head(): Bytes {
    return text(this.#fields.map(([name, value]) => `${this.#begin(name)}\r\n\r\n${value}\r\n`).join(""));
  }

  #before(name: string): Bytes {
    return text(`${this.#begin(this.key)}; filename="${quoted(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`);
  }

  #begin(name: string): string {
    return `--${this.#boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  }

  #tail(): Bytes {
    return text(`--${this.#boundary}--\r\n`);
  }
}

/** Returns the input of a conversion: the address of a file as form fields, or the file. */
export function given(source: Source | Link, name: string | undefined): [fields: object, files: Named[]] {
  return isLink(source) ? [{ url: source.url }, []] : [{}, [named(source, name)]];
}

/** Returns a source with its given name, or with its own. */
export function named(source: Source | Named, name?: string): Named {
  if (isNamed(source)) {
    return source;
  }
  return { file: source, name: name ?? ownName(source) };
}

const end = text("\r\n");

function text(value: string): Bytes {
  return new TextEncoder().encode(value);
}

function isLink(source: Source | Link): source is Link {
  return typeof source === "object" && "url" in source && Object.getPrototypeOf(source) === Object.prototype;
}

function isNamed(source: Source | Named): source is Named {
  return typeof source === "object" && "file" in source && "name" in source;
}

function ownName(source: Source): string {
  if (typeof source === "string" || source instanceof URL) {
    const path = typeof source === "string" ? source : decodeURIComponent(source.pathname);
    return path.split(/[/\\]/).pop() || "file";
  }
  return "name" in source && typeof source.name === "string" ? source.name : "file";
}

function rereadable(source: Source): boolean {
  return typeof source === "string" || [URL, Blob, ArrayBuffer, Uint8Array].some((kind) => source instanceof kind);
}

async function opened({ file, name }: Named): Promise<Opened> {
  if (typeof file === "string" || file instanceof URL) {
    return { name, ...(await openFile(file, chunkSize)) };
  }
  if (file instanceof Blob) {
    return { name, size: file.size, chunks: () => read(file.stream()) };
  }
  if (file instanceof ArrayBuffer || file instanceof Uint8Array) {
    const bytes = file instanceof ArrayBuffer ? new Uint8Array(file) : file;
    return { name, size: bytes.length, chunks: () => slices(bytes) };
  }
  return { name, size: null, chunks: () => (file instanceof ReadableStream ? read(file) : each(file)) };
}

async function* each(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) {
    yield bytes.subarray(at, at + chunkSize);
  }
}

/** Yields the content of a stream. It exists because not every browser can iterate over streams. */
export async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the content of a source as a blob. */
async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const chunk of chunks) {
    parts.push(chunk as Bytes);
  }
  return new Blob(parts);
}

function sum(sizes: (number | null)[]): number | null {
  return sizes.reduce((total, size) => (total === null || size === null ? null : total + size), 0 as number | null);
}

function quoted(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
