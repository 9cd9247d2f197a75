import { Documents, type DocumentOptions } from "./documents.js";
import { type Options, type SendOptions, type WaitOptions, part } from "./transport.js";
import type { Batch, BatchResult, Delivery, DocumentSummary } from "./types.gen.js";
import { Form, type Named, type Source, named } from "./uploads.js";

const ended = ["COMPLETED", "CANCELLED"];

/** The part of the client for batches of up to a thousand documents. */
export class Batches extends Documents {
  /**
   * Sends files, `{urls}` of files, or `{file_ids}` of files of collections to be converted, and returns at once. Bytes
   * and streams need names, as `{file, name}`. If a single file is refused, its document holds the reason.
   */
  async createBatch(
    files: (Source | Named)[] | { urls: string[] } | { file_ids: string[] },
    options: Omit<DocumentOptions, "name"> = {},
  ): Promise<Batch> {
    const { onUploadProgress, idempotencyKey, signal, ...said } = options;
    if (!Array.isArray(files)) {
      return this.read("POST", "/batches", { json: { ...said, ...files }, idempotencyKey, signal });
    }
    const form = new Form(said, files.map((file) => named(file)), "files", onUploadProgress);
    return this.read("POST", "/batches", { form, idempotencyKey, signal });
  }

  /** Yields batches, newest first. */
  listBatches(options: Options = {}): AsyncGenerator<Batch, void, undefined> {
    return this.list("/batches", options);
  }

  /** Returns a batch with the number of its documents in each state. */
  async getBatch(id: string, options: Options = {}): Promise<Batch> {
    return this.read("GET", `/batches/${part(id)}`, options);
  }

  /** Waits until a batch is COMPLETED or CANCELLED, and meanwhile shows its current state. */
  async waitBatch(id: string, options: WaitOptions<Batch> = {}): Promise<Batch> {
    return this.poll(`/batches/${part(id)}`, ended, options);
  }

  /** Cancels the documents of a batch that have not ended. */
  async cancelBatch(id: string, options: SendOptions = {}): Promise<Batch> {
    return this.read("POST", `/batches/${part(id)}/cancel`, options);
  }

  /** Permanently deletes a batch and its documents, whatever their states. */
  async deleteBatch(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/batches/${part(id)}`, options);
  }

  /** Yields the documents of a batch, in the order in which they were sent. */
  listBatchDocuments(id: string, options: Options = {}): AsyncGenerator<DocumentSummary, void, undefined> {
    return this.list(`/batches/${part(id)}/documents`, options);
  }

  /** Yields the result of every document of a batch that has ended, including its output as text. */
  async *getBatchResults(id: string, options: Options = {}): AsyncGenerator<BatchResult, void, undefined> {
    for await (const line of this.lines(`/batches/${part(id)}/results`, { format: "jsonl" }, options)) {
      yield JSON.parse(line) as BatchResult;
    }
  }

  /** Yields the bytes of a ZIP archive with the outputs of a batch that has ended, as they arrive. */
  getBatchArchive(id: string, options: Options = {}): AsyncGenerator<Uint8Array, void, undefined> {
    return this.bytes(`/batches/${part(id)}/results`, { format: "zip" }, options);
  }

  /** Yields the webhook deliveries of a batch, each with all attempts. */
  listBatchDeliveries(id: string, options: Options = {}): AsyncGenerator<Delivery, void, undefined> {
    return this.list(`/batches/${part(id)}/deliveries`, options);
  }

  /** Sends the webhook of a batch again. */
  async redeliverBatch(id: string, deliveryId: string, options: SendOptions = {}): Promise<Delivery> {
    return this.read("POST", `/batches/${part(id)}/deliveries/${part(deliveryId)}/redeliver`, options);
  }
}
