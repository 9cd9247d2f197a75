// What differs between Node, with those that are like it, and browsers.

interface NodeProcess {
  versions?: { node?: string };
  env?: Record<string, string | undefined>;
}

const node = (globalThis as { process?: NodeProcess }).process;

/** Whether bodies of requests can be streams, and paths be opened. Bun and Deno say so too. */
export const isNode = node?.versions?.node !== undefined;

/** Returns a variable of the environment, where there is one. */
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
  const module = "node:fs"; // not in the import itself, where bundlers for browsers would look for it
  const fs = (await import(module)) as FileSystem;
  const { size } = await fs.promises.stat(path);
  return { size, chunks: () => fs.createReadStream(path, { highWaterMark: chunkSize }) };
}
