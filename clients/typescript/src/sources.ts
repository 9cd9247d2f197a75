import { Evals } from "./evals.js";
import { type Options, type SendOptions, part } from "./transport.js";
import type { NewSource, SourceAction, SourceChange, Source, SourceLogEntry, SourceRun } from "./types.gen.js";

/** The part of the client for sources: external places that are mirrored into collections. */
export class Sources extends Evals {
  /**
   * Mirrors an external place into a collection. The first run is a dry run, after which the source is paused, unless
   * `preview` is false.
   */
  async createSource(added: Pick<NewSource, "name" | "collection_id" | "kind" | "settings"> & Partial<NewSource>, options: SendOptions = {}): Promise<Source> {
    return this.read("POST", "/sources", { json: added, ...options });
  }

  /** Yields sources, newest first, limited to one collection by `collection_id`. */
  listSources(options: Options & { collection_id?: string } = {}): AsyncGenerator<Source, void, undefined> {
    return this.list("/sources", options);
  }

  /** Returns a source. */
  async getSource(id: string, options: Options = {}): Promise<Source> {
    return this.read("GET", sourceOf(id), options);
  }

  /** Changes the given fields, and no others. */
  async changeSource(id: string, change: SourceChange, options: Options = {}): Promise<Source> {
    return this.read("PATCH", sourceOf(id), { json: change, ...options });
  }

  /** Deletes a source. The files that it has mirrored stay in the collection. */
  async deleteSource(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", sourceOf(id), options);
  }

  /** Stops the current run and prevents new ones. */
  async pauseSource(id: string, options: Options = {}): Promise<Source> {
    return this.read("POST", sourceOf(id, "pause"), options);
  }

  /** Starts a run at once, which may delete most of the files if `allowDeletions` is set. */
  async resumeSource(id: string, allowDeletions = false, options: Options = {}): Promise<Source> {
    return this.read("POST", sourceOf(id, "resume"), { json: { allow_deletions: allowDeletions }, ...options });
  }

  /** Starts a run now. A dry run changes nothing; its log shows what would be done. */
  async runSource(id: string, dryRun = false, options: SendOptions = {}): Promise<SourceRun> {
    return this.read("POST", sourceOf(id, "runs"), { json: { dry_run: dryRun }, ...options });
  }

  /** Yields the runs of a source, newest first. */
  listSourceRuns(id: string, options: Options = {}): AsyncGenerator<SourceRun, void, undefined> {
    return this.list(sourceOf(id, "runs"), options);
  }

  /** Returns a run with the numbers of items added, changed, deleted, kept and failed. */
  async getSourceRun(id: string, runId: string, options: Options = {}): Promise<SourceRun> {
    return this.read("GET", sourceOf(id, "runs", runId), options);
  }

  /** Yields what a run did with items that were not unchanged, in order. */
  listSourceLog(id: string, runId: string, options: Options & { action?: SourceAction } = {}): AsyncGenerator<SourceLogEntry, void, undefined> {
    return this.list(sourceOf(id, "runs", runId, "log"), options);
  }
}

function sourceOf(...parts: string[]): string {
  return `/sources/${parts.map(part).join("/")}`;
}
