import { ProcessingFailed } from "./errors.js";
import { type Options, type SendOptions, Transport, type WaitOptions, part } from "./transport.js";
import type { Delivery, Document, DocumentStatus, DocumentSummary, Evidence, Extractor, Page, PageHead } from "./types.gen.js";
import { Form, type Link, type Source, type UploadProgress, given } from "./uploads.js";

const over = ["COMPLETED", "FAILED", "EXPIRED"];

/** Options for sending a file. */
export interface UploadOptions extends SendOptions {
  /** The name of the file. It is needed for bytes and streams, which have none. */
  name?: string;
  onUploadProgress?: UploadProgress;
}

/** Options for converting a file. */
export interface DocumentOptions extends UploadOptions {
  accuracy?: "lite" | "ultra";
  extractor_id?: string;
  page_separator?: boolean;
  skip_images?: boolean;
  /** Kinds of personal data to mask, joined by commas: email, phone, iban, card, national, or all. */
  mask?: string;
  /** The country, such as DE, of phone numbers to mask that have no country code. */
  mask_region?: string;
  callback_url?: string;
}

/** The part of the client for documents and extractors. */
export class Documents extends Transport {
  /**
   * Converts a file, or the file at an address, and returns its Markdown. Throws ProcessingFailed if
   * the file cannot be converted, and WaitTimeout if that takes more than `timeout` milliseconds.
   */
  async convert(file: Source | Link, options: DocumentOptions & WaitOptions = {}): Promise<string> {
    const { timeout, onProgress, ...how } = options;
    const created = await this.createDocument(file, how);
    const document = await this.waitDocument(created.id, { timeout, onProgress, signal: options.signal });
    if (document.output_file_url === null) {
      throw new ProcessingFailed(document.error ?? `the document is ${document.status}`);
    }
    return new TextDecoder().decode(await this.download(document.output_file_url, { signal: options.signal }));
  }

  /** Sends a file, or the address of one, to be converted, and returns at once. */
  async createDocument(file: Source | Link, options: DocumentOptions = {}): Promise<DocumentSummary> {
    return this.#upload("/documents", file, options);
  }

  /** Sends a file, or the address of one, to the extractor with this slug, and returns at once. */
  async runExtractor(slug: string, file: Source | Link, options: UploadOptions & Pick<DocumentOptions, "mask" | "mask_region" | "callback_url"> = {}): Promise<DocumentSummary> {
    return this.#upload(`/e/${part(slug)}`, file, options);
  }

  async #upload(path: string, file: Source | Link, options: DocumentOptions): Promise<DocumentSummary> {
    const { name, onUploadProgress, idempotencyKey, signal, ...fields } = options;
    const [link, files] = given(file, name);
    const form = new Form({ ...link, ...fields }, files, "file", onUploadProgress);
    return this.read("POST", path, { form, idempotencyKey, signal });
  }

  /** Returns a document with freshly signed links. */
  async getDocument(id: string, options: Options = {}): Promise<Document> {
    return this.read("GET", `/documents/${part(id)}`, options);
  }

  /** Waits until a document is COMPLETED, FAILED or EXPIRED, and meanwhile shows its progress. */
  async waitDocument(id: string, options: WaitOptions = {}): Promise<Document> {
    return this.wait<Document>(`/documents/${part(id)}`, over, options);
  }

  /** Yields documents, newest first. Every filter narrows the list. */
  listDocuments(options: Options & {
    extractor_id?: string; no_extractor?: boolean; search?: string; date_from?: string; date_to?: string; status?: DocumentStatus;
  } = {}): AsyncGenerator<DocumentSummary, void, undefined> {
    return this.list("/documents", options);
  }

  /** Permanently deletes a document, whatever its state. */
  async deleteDocument(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/documents/${part(id)}`, options);
  }

  /** Yields the pages of a document, without their content. */
  listDocumentPages(id: string, options: Options = {}): AsyncGenerator<PageHead, void, undefined> {
    return this.list(`/documents/${part(id)}/pages`, options);
  }

  /** Returns a page with its blocks and their places and, on request, every word. */
  async getDocumentPage(id: string, number: number, options: Options & { words?: boolean } = {}): Promise<Page> {
    const { signal, ...query } = options;
    return this.read("GET", `/documents/${part(id)}/pages/${part(number)}`, { query, signal });
  }

  /** Yields the evidence for every value that an extractor found: the words, their page, and their boxes. */
  listEvidence(id: string, options: Options = {}): AsyncGenerator<Evidence, void, undefined> {
    return this.list(`/documents/${part(id)}/evidence`, options);
  }

  /** Yields the webhook deliveries of a document, each with all attempts. */
  listDeliveries(id: string, options: Options = {}): AsyncGenerator<Delivery, void, undefined> {
    return this.list(`/documents/${part(id)}/deliveries`, options);
  }

  /** Sends a webhook again. */
  async redeliver(id: string, deliveryId: string, options: SendOptions = {}): Promise<Delivery> {
    return this.read("POST", `/documents/${part(id)}/deliveries/${part(deliveryId)}/redeliver`, options);
  }

  /** Yields the extractors that the key may run. */
  listExtractors(options: Options = {}): AsyncGenerator<Extractor, void, undefined> {
    return this.list("/e", options);
  }

  /** Returns an extractor. */
  async getExtractor(id: string, options: Options = {}): Promise<Extractor> {
    return this.read("GET", `/e/${part(id)}`, options);
  }

  /** Changes the name or slug of an extractor. */
  async updateExtractor(id: string, change: { name?: string; slug?: string }, options: Options = {}): Promise<Extractor> {
    return this.read("PUT", `/e/${part(id)}`, { json: change, ...options });
  }

  /** Deletes an extractor, but not the documents of its runs. */
  async deleteExtractor(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/e/${part(id)}`, options);
  }
}
