import { Chat } from "./chat.js";
import { type Options, type SendOptions, type WaitOptions, part } from "./transport.js";
import type {
  Eval, EvalCase, EvalChange, EvalResult, EvalRun, ImportedCases, NewEvalCase, RunComparison, Verdict,
} from "./types.gen.js";

const ended = ["completed", "failed", "cancelled"];

/** The part of the client for evaluations: questions with expected answers, and runs that ask them. */
export class Evals extends Chat {
  /** Creates an evaluation of answers from the given collections. */
  async createEval(name: string, collectionIds: string[], options: SendOptions = {}): Promise<Eval> {
    return this.read("POST", "/evals", { json: { name, collection_ids: collectionIds }, ...options });
  }

  /** Yields the evaluations whose name contains `search`. */
  listEvals(options: Options & { search?: string } = {}): AsyncGenerator<Eval, void, undefined> {
    return this.list("/evals", options);
  }

  /** Returns an evaluation. */
  async getEval(id: string, options: Options = {}): Promise<Eval> {
    return this.read("GET", evalOf(id), options);
  }

  /** Changes the name or the collections of an evaluation. */
  async changeEval(id: string, change: EvalChange, options: Options = {}): Promise<Eval> {
    return this.read("PATCH", evalOf(id), { json: change, ...options });
  }

  /** Deletes an evaluation with its cases and runs. */
  async deleteEval(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", evalOf(id), options);
  }

  /** Adds a question with the pages that its answer should cite, or the words that it should contain. */
  async createCase(evalId: string, added: NewEvalCase, options: SendOptions = {}): Promise<EvalCase> {
    return this.read("POST", evalOf(evalId, "cases"), { json: added, ...options });
  }

  /** Yields the cases of an evaluation that contain `search`. */
  listCases(evalId: string, options: Options & { search?: string } = {}): AsyncGenerator<EvalCase, void, undefined> {
    return this.list(evalOf(evalId, "cases"), options);
  }

  /** Returns a case. */
  async getCase(evalId: string, caseId: string, options: Options = {}): Promise<EvalCase> {
    return this.read("GET", evalOf(evalId, "cases", caseId), options);
  }

  /** Replaces a case. Existing runs keep the previous one. */
  async replaceCase(evalId: string, caseId: string, replacement: NewEvalCase, options: Options = {}): Promise<EvalCase> {
    return this.read("PUT", evalOf(evalId, "cases", caseId), { json: replacement, ...options });
  }

  /** Deletes a case. Existing runs keep their results for it. */
  async deleteCase(evalId: string, caseId: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", evalOf(evalId, "cases", caseId), options);
  }

  /**
   * Adds cases, given as one JSON object per line. A case replaces an existing one with the same key. Either all cases
   * are imported or none.
   */
  async importCases(evalId: string, lines: string, options: SendOptions = {}): Promise<ImportedCases> {
    return this.read("POST", evalOf(evalId, "import"), { text: lines, media: "application/x-ndjson", ...options });
  }

  /** Returns the cases in the format that importCases accepts. */
  async exportCases(evalId: string, options: Options = {}): Promise<string> {
    return new TextDecoder().decode((await this.send("GET", evalOf(evalId, "export"), options)).bytes);
  }

  /** Starts asking every question, and returns at once. */
  async startRun(evalId: string, options: SendOptions & { note?: string } = {}): Promise<EvalRun> {
    const { note, ...how } = options;
    return this.read("POST", evalOf(evalId, "runs"), { json: { note }, ...how });
  }

  /** Yields the runs of an evaluation, newest first. */
  listRuns(evalId: string, options: Options = {}): AsyncGenerator<EvalRun, void, undefined> {
    return this.list(evalOf(evalId, "runs"), options);
  }

  /** Returns a run with its scores. */
  async getRun(evalId: string, runId: string, options: Options = {}): Promise<EvalRun> {
    return this.read("GET", evalOf(evalId, "runs", runId), options);
  }

  /** Waits until a run has ended, and meanwhile shows its current state. */
  async waitRun(evalId: string, runId: string, options: WaitOptions<EvalRun> = {}): Promise<EvalRun> {
    return this.poll(evalOf(evalId, "runs", runId), ended, options);
  }

  /** Cancels a run, which keeps its results so far. */
  async cancelRun(evalId: string, runId: string, options: SendOptions = {}): Promise<EvalRun> {
    return this.read("POST", evalOf(evalId, "runs", runId, "cancel"), options);
  }

  /** Deletes a run. */
  async deleteRun(evalId: string, runId: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", evalOf(evalId, "runs", runId), options);
  }

  /** Yields the results of a run, in the order of the cases. */
  listResults(evalId: string, runId: string, options: Options = {}): AsyncGenerator<EvalResult, void, undefined> {
    return this.list(evalOf(evalId, "runs", runId, "results"), options);
  }

  /** Returns the differences between two runs, with one page of the cases, the ones that got worse first. */
  async compareRuns(
    evalId: string, before: string, after: string, options: Options & { verdict?: Verdict; skip?: number; limit?: number } = {},
  ): Promise<RunComparison> {
    const { signal, ...how } = options;
    return this.read("GET", evalOf(evalId, "compare"), { query: { before, after, ...how }, signal });
  }
}

function evalOf(id: string, ...rest: string[]): string {
  return ["/evals", part(id), ...rest.map(part)].join("/");
}
