import { Definitions } from "./definitions.js";
import type { UploadOptions } from "./documents.js";
import { type Options, type SendOptions, type WaitOptions, part } from "./transport.js";
import type {
  Collection, CollectionSearch, File, FileStatus, FileWithLinks, FoundPassage, Page, PageHead, Search, Version,
} from "./types.gen.js";
import { Form, type Source, named } from "./uploads.js";

const over = ["ready", "failed", "stored"];

/** Selects a version of a file. By default, it is the one that answers queries. */
export interface VersionOptions extends Options {
  version?: number;
}

/** The part of the client for collections, their files, and searches. */
export class Collections extends Definitions {
  /** Creates a collection. Throws Conflict if the name is taken. */
  async createCollection(name: string, options: SendOptions = {}): Promise<Collection> {
    return this.read("POST", "/collections", { json: { name }, ...options });
  }

  /** Returns a collection. */
  async getCollection(id: string, options: Options = {}): Promise<Collection> {
    return this.read("GET", `/collections/${part(id)}`, options);
  }

  /** Yields the collections whose name contains `search`, newest first. */
  listCollections(options: Options & { search?: string } = {}): AsyncGenerator<Collection, void, undefined> {
    return this.list("/collections", options);
  }

  /** Changes the name of a collection. */
  async renameCollection(id: string, name: string, options: Options = {}): Promise<Collection> {
    return this.read("PUT", `/collections/${part(id)}`, { json: { name }, ...options });
  }

  /** Deletes a collection with its files. */
  async deleteCollection(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/collections/${part(id)}`, options);
  }

  /**
   * Has the files of a collection deleted the given number of days after their newest version was uploaded. null keeps
   * them.
   */
  async setRetention(id: string, days: number | null, options: Options = {}): Promise<Collection> {
    return this.read("PUT", `/collections/${part(id)}/retention`, { json: { days }, ...options });
  }

  /** Has personal data in the files of a collection masked. Kinds are joined by commas; "" masks nothing. */
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

  /**
   * Stores a file in a collection under its path or name. The result is a new file, a new version, or an unchanged
   * file.
   */
  async uploadFile(collectionId: string, file: Source, options: UploadOptions & { path?: string } = {}): Promise<File> {
    const { name, path, onUploadProgress, ...how } = options;
    const known = name ?? (path === undefined ? undefined : path.split("/").pop());
    const form = new Form({ path }, [named(file, known)], "file", onUploadProgress);
    return this.read("POST", filesOf(collectionId), { form, ...how });
  }

  /** Returns a file with freshly signed links. */
  async getFile(collectionId: string, fileId: string, options: Options = {}): Promise<FileWithLinks> {
    return this.read("GET", fileOf(collectionId, fileId), options);
  }

  /** Waits until a file is ready, failed or stored, and meanwhile shows its progress. */
  async waitFile(collectionId: string, fileId: string, options: WaitOptions = {}): Promise<FileWithLinks> {
    return this.wait<FileWithLinks>(fileOf(collectionId, fileId), over, options);
  }

  /** Yields the files of a collection sorted by path. Every filter narrows the list. */
  listFiles(
    collectionId: string, options: Options & { status?: FileStatus; search?: string; path_prefix?: string } = {},
  ): AsyncGenerator<File, void, undefined> {
    return this.list(filesOf(collectionId), options);
  }

  /** Deletes a file. Later answers do not cite it. */
  async deleteFile(collectionId: string, fileId: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", fileOf(collectionId, fileId), options);
  }

  /** Processes a file again. */
  async reindexFile(collectionId: string, fileId: string, options: SendOptions = {}): Promise<File> {
    return this.read("POST", `${fileOf(collectionId, fileId)}/reindex`, options);
  }

  /** Returns a file in the format `markdown` or `original`. */
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

  /** Returns a page with its blocks and their places and, on request, every word. */
  async getFilePage(
    collectionId: string, fileId: string, number: number, options: VersionOptions & { words?: boolean } = {},
  ): Promise<Page> {
    const { signal, ...query } = options;
    return this.read("GET", `${fileOf(collectionId, fileId)}/pages/${part(number)}`, { query, signal });
  }

  /** Returns the best-matching passages, best first, each with its pages and boxes. */
  async search(query: string, collectionIds: string[], options: Options & Omit<Search, "query" | "collection_ids"> = {}): Promise<FoundPassage[]> {
    const { signal, ...how } = options;
    return this.rows("POST", "/search", { json: { query, collection_ids: collectionIds, ...how }, signal });
  }

  /** Returns the best-matching passages of one collection, best first. */
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
