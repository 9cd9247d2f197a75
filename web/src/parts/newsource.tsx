import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useLoad } from "../hooks";
import { answer, client } from "../service";
import { useTexts } from "../texts";
import { Check, type Draft, How, KindChoice, SourceDialog, Text, Where, placeIn, takesSecret, termsIn } from "./sourceform";

const emptyDraft: Draft = { name: "", kind: "folder", at: {}, secret: "", every: 60, rate: 0, include: "", exclude: "", addOnly: false };

/** The request for the new source. */
function asked(d: Draft, collection: string, preview: boolean) {
  const given = Object.entries(placeIn(d)).filter(([, value]) => value !== "");
  return {
    ...termsIn(d), kind: d.kind, collection_id: collection, settings: Object.fromEntries(given), preview,
    ...(takesSecret(d) && d.secret && { secret: d.secret }),
  };
}

/** Asks for the place to mirror, and creates the source. */
export function NewSource({ close }: { close: () => void }) {
  const t = useTexts();
  const { route } = useLocation();
  const [draft, setDraft] = useState(emptyDraft);
  const [collection, setCollection] = useState("");
  const [preview, setPreview] = useState(true);
  const set = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));
  const submit = async () => {
    const made = await answer(client.POST("/sources", { body: asked(draft, collection, preview) }));
    route(`/app/sources/${made.id}`);
  };
  return (
    <SourceDialog title={t.sources.make} action={t.sources.make} submit={submit} close={close}>
      <Text label={t.common.name} value={draft.name} change={(name) => set({ name })} required />
      <CollectionChoice chosen={collection} choose={setCollection} />
      <KindChoice draft={draft} set={set} />
      <Where draft={draft} set={set} secretHint={t.sources.secretHint} />
      <How draft={draft} set={set} />
      <div class="checks">
        <Check label={t.sources.addOnly} checked={draft.addOnly} change={(addOnly) => set({ addOnly })} />
        <Check label={t.sources.preview} checked={preview} change={setPreview} />
      </div>
    </SourceDialog>
  );
}

function CollectionChoice({ chosen, choose }: { chosen: string; choose: (id: string) => void }) {
  const t = useTexts();
  const collections = useLoad((signal) => answer(client.GET("/collections", { params: { query: { limit: 100 } }, signal })), []);
  return (
    <label class="field"><span>{t.sources.collection}</span>
      <select required value={chosen} onChange={(e) => choose(e.currentTarget.value)}>
        <option value="" />
        {collections.data?.data.map((c) => <option key={c.id} value={c.id}>{c.name}</option>)}
      </select>
    </label>
  );
}
