import { useState } from "preact/hooks";
import { useToasts } from "../parts/toasts";
import { answer, client } from "../service";
import { useTexts } from "../texts";
import { found, only, withValues } from "./fields";
import type { Edits } from "./form";

type KeepProps = { slug: string; document: string; output: unknown; edits: Edits; kept: () => void };

/** Saves a person's corrections as the values expected in a document from now on. */
export function Keep({ slug, document, output, edits, kept }: KeepProps) {
  const t = useTexts();
  const toasts = useToasts();
  const [all, setAll] = useState(true);
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      const corrected = withValues(output, edits);
      const changes = only(corrected, edits.keys());
      const before = all ? found(corrected) : await expectedOf(slug, document);
      const expected = withValues(before, changes) as Record<string, never>;
      await answer(client.PUT("/extractor-definitions/{slug}/samples/{document_id}", { params: { path: { slug, document_id: document } }, body: { expected } }));
      toasts.say(t.evidence.kept);
      kept();
    } catch (cause) {
      toasts.fail(cause);
    }
    setBusy(false);
  };
  return (
    <div class="keep">
      <label class="check"><input type="checkbox" checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />{t.evidence.keepAll}</label>
      <button type="button" class="button button-main" disabled={busy || (!all && edits.size === 0)} onClick={() => void keep()}>{t.evidence.keep}</button>
    </div>
  );
}

/** The values expected in a document so far. */
async function expectedOf(slug: string, document: string): Promise<unknown> {
  const query = { limit: 100 }; // the limit of samples of an extractor
  const list = await answer(client.GET("/extractor-definitions/{slug}/samples", { params: { path: { slug }, query } }));
  return list.data.find((s) => s.document_id === document)?.expected ?? {};
}
