import { Definitions } from "./definitions.js";
import type { UploadOptions } from "./documents.js";
import { type Options, type SendOptions, type WaitOptions, part } from "./transport.js";
import type {
  Collection, CollectionSearch, File, FileStatus, FileWithLinks, FoundPassage, Page, PageHead, Search, Version,
} from "./types.gen.js";
import { Form, type Source, named } from "./uploads.js";

const over = ["ready", "failed", "stored"];

/** Of the newest version of a file, or another one. */
export interface VersionOptions extends Options {
  version?: number;
}

/** The part of the client for collections, their files, and searches. */
export class Collections extends Definitions {
  /** Creates a collection; throws Conflict if there is one of this name. */
  async createCollection(name: string, options: SendOptions = {}): Promise<Collection> {
    return this.read("POST", "/collections", { json: { name }, ...options });
  }

  /** Returns a collection. */
  async getCollection(id: string, options: Options = {}): Promise<Collection> {
    return this.read("GET", `/collections/${part(id)}`, options);
  }

  /** Yields collections, newest first; those whose name contains `search`. */
  listCollections(options: Options & { search?: string } = {}): AsyncGenerator<Collection, void, undefined> {
    return this.list("/collections", options);
  }

  /** Gives a collection another name. */
  async renameCollection(id: string, name: string, options: Options = {}): Promise<Collection> {
    return this.read("PUT", `/collections/${part(id)}`, { json: { name }, ...options });
  }

  /** Deletes a collection with its files. */
  async deleteCollection(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/collections/${part(id)}`, options);
  }

  /** Has the files of a collection deleted so many days after their newest version was put there; null keeps them. */
  async setRetention(id: string, days: number | null, options: Options = {}): Promise<Collection> {
    return this.read("PUT", `/collections/${part(id)}/retention`, { json: { days }, ...options });
  }

  /** Has personal data of the files of a collection masked: kinds joined by commas; none mask nothing. */
  async setMasking(id: string, mask: string, options: Options & { mask_region?: string } = {}): Promise<Collection> {
    const { mask_region, ...rest } = options;
    return this.read("PUT", `/collections/${part(id)}/masking`, { json: { mask, mask_region }, ...rest });
  }

  /** Puts a collection on legal hold: nothing that belongs to it is deleted any more. */
  async holdCollection(id: string, reason: string, options: Options = {}): Promise<Collection> {
    return this.read("PUT", `/collections/${part(id)}/hold`, { json: { reason }, ...options });
  }

  /** Releases a collection from legal hold. */
  async releaseCollection(id: string, options: Options = {}): Promise<Collection> {
    return this.read("DELETE", `/collections/${part(id)}/hold`, options);
  }

  /** Puts a file into a collection, at its path or name: as a new file, as a new version, or unchanged. */
  async uploadFile(collectionId: string, file: Source, options: UploadOptions & { path?: string } = {}): Promise<File> {
    const { name, path, onUploadProgress, ...how } = options;
    const known = name ?? (path === undefined ? undefined : path.split("/").pop());
    const form = new Form({ path }, [named(file, known)], "file", onUploadProgress);
    return this.read("POST", filesOf(collectionId), { form, ...how });
  }

  /** Returns a file, with links that are signed afresh. */
  async getFile(collectionId: string, fileId: string, options: Options = {}): Promise<FileWithLinks> {
    return this.read("GET", fileOf(collectionId, fileId), options);
  }

  /** Waits until a file is ready, failed or stored, and shows the progress of its processing. */
  async waitFile(collectionId: string, fileId: string, options: WaitOptions = {}): Promise<FileWithLinks> {
    return this.wait<FileWithLinks>(fileOf(collectionId, fileId), over, options);
  }

  /** Yields the files of a collection by path; every filter narrows the list. */
  listFiles(
    collectionId: string, options: Options & { status?: FileStatus; search?: string; path_prefix?: string } = {},
  ): AsyncGenerator<File, void, undefined> {
    return this.list(filesOf(collectionId), options);
  }

  /** Deletes a file; no later answer cites it. */
  async deleteFile(collectionId: string, fileId: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", fileOf(collectionId, fileId), options);
  }

  /** Processes a file again. */
  async reindexFile(collectionId: string, fileId: string, options: SendOptions = {}): Promise<File> {
    return this.read("POST", `${fileOf(collectionId, fileId)}/reindex`, options);
  }

  /** Returns a file as `markdown` or `original`. */
  async fileContent(
    collectionId: string, fileId: string, options: VersionOptions & { format?: "markdown" | "original" } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { signal, ...query } = options;
    return (await this.send("GET", `${fileOf(collectionId, fileId)}/content`, { query, signal })).bytes;
  }

  /** Yields the versions of a file. */
  listVersions(collectionId: string, fileId: string, options: Options = {}): AsyncGenerator<Version, void, undefined> {
    return this.list(`${fileOf(collectionId, fileId)}/versions`, options);
  }

  /** Yields the pages of a file, without their content. */
  listFilePages(collectionId: string, fileId: string, options: VersionOptions = {}): AsyncGenerator<PageHead, void, undefined> {
    return this.list(`${fileOf(collectionId, fileId)}/pages`, options);
  }

  /** Returns a page with its blocks and where they stand and, on request, with every word. */
  async getFilePage(
    collectionId: string, fileId: string, number: number, options: VersionOptions & { words?: boolean } = {},
  ): Promise<Page> {
    const { signal, ...query } = options;
    return this.read("GET", `${fileOf(collectionId, fileId)}/pages/${part(number)}`, { query, signal });
  }

  /** Returns the passages that fit best, best first, each with its pages and boxes. */
  async search(query: string, collectionIds: string[], options: Options & Omit<Search, "query" | "collection_ids"> = {}): Promise<FoundPassage[]> {
    const { signal, ...how } = options;
    return this.rows("POST", "/search", { json: { query, collection_ids: collectionIds, ...how }, signal });
  }

  /** Returns the passages of one collection that fit best, best first. */
  async searchCollection(collectionId: string, query: string, options: Options & Omit<CollectionSearch, "query"> = {}): Promise<FoundPassage[]> {
    const { signal, ...how } = options;
    return this.rows("POST", `/collections/${part(collectionId)}/search`, { json: { query, ...how }, signal });
  }
}

function filesOf(collectionId: string): string {
  return `/collections/${part(collectionId)}/files`;
}

function fileOf(collectionId: string, fileId: string): string {
  return `${filesOf(collectionId)}/${part(fileId)}`;
}
