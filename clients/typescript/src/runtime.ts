// The differences between browsers and Node or similar runtimes.

interface NodeProcess {
  versions?: { node?: string };
  env?: Record<string, string | undefined>;
}

const node = (globalThis as { process?: NodeProcess }).process;

/** Whether request bodies can be streams and paths can be opened. Bun and Deno also identify as Node. */
export const isNode = node?.versions?.node !== undefined;

/** Returns an environment variable, if the runtime has an environment. */
export function environment(name: string): string | undefined {
  return node?.env?.[name];
}

interface FileSystem {
  createReadStream(path: string | URL, options: { highWaterMark: number }): AsyncIterable<Uint8Array>;
  promises: { stat(path: string | URL): Promise<{ size: number }> };
}

/** Opens a file by its path. */
export async function openFile(path: string | URL, chunkSize: number): Promise<{ size: number; chunks: () => AsyncIterable<Uint8Array> }> {
  if (!isNode) {
    throw new TypeError("a browser opens no paths: give a File");
  }
  const module = "node:fs"; // a variable, because bundlers for browsers would resolve a literal in the import
  const fs = (await import(module)) as FileSystem;
  const { size } = await fs.promises.stat(path);
  return { size, chunks: () => fs.createReadStream(path, { highWaterMark: chunkSize }) };
}
