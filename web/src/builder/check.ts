// The service's findings about a draft.
import { useEffect, useState } from "preact/hooks";
import { asFailure } from "../hooks";
import { type Failure, type Schemas, base, raw } from "../service";
import type { Fault } from "./editor";

type Applied = Schemas["AppliedDefinition"];

export type Check =
  | { is: "checking" }
  /** The draft can be applied. source is the text that was checked. */
  | { is: "valid"; source: string; applied: Applied }
  | { is: "faulty"; faults: Fault[] }
  /** The draft was not checked, or was refused as a whole. */
  | { is: "refused"; failure: Failure };

const settled = 400; // milliseconds without typing before a draft is checked

/** Checks a draft with a dry run whenever it changes. */
export function useCheck(slug: string, source: string, on: boolean): Check {
  const [check, setCheck] = useState<Check>({ is: "checking" });
  useEffect(() => {
    if (!on) return;
    const abort = new AbortController();
    setCheck({ is: "checking" });
    const timer = setTimeout(() => {
      apply(slug, source, true, abort.signal).then(
        (applied) => abort.signal.aborted || setCheck({ is: "valid", source, applied }),
        (cause: unknown) => abort.signal.aborted || setCheck(refusal(cause)),
      );
    }, settled);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [slug, source, on]);
  return check.is === "valid" && check.source !== source ? pending : check; // a result for an older draft does not count
}

const pending: Check = { is: "checking" };

/** Applies a definition, or only checks it in a dry run. */
export async function apply(slug: string, source: string, dry: boolean, signal?: AbortSignal): Promise<Applied> {
  const response = await raw(`${base}/extractor-definitions/${slug}?dry_run=${dry}`, {
    method: "PUT", headers: { "Content-Type": "application/yaml" }, body: source, ...(signal && { signal }),
  });
  return (await response.json()) as Applied;
}

/** Why a definition was not applied. */
export function refusal(cause: unknown): Check {
  const failure = asFailure(cause);
  const faults = failure.problems.map((p) => ({ line: Number(p.loc[1]), text: p.msg })).filter((f) => f.line > 0);
  return faults.length > 0 ? { is: "faulty", faults } : { is: "refused", failure };
}
