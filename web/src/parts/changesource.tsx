import { useState } from "preact/hooks";
import { type Schemas, type Source, answer, client } from "../service";
import { useTexts } from "../texts";
import { Check, type Draft, How, SourceDialog, Text, Where, draftOf, placeIn, takesSecret, termsIn } from "./sourceform";

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the draft is about another place than the source. */
const moved = (d: Draft, s: Source) => !same(placeIn(d), placeIn(draftOf(s)));

/** The request with the changes. It has a secret if one was entered, or an empty one to remove an unneeded secret. */
function changes(d: Draft, s: Source): Schemas["SourceChange"] {
  const terms = Object.entries(termsIn(d)).filter(([name, value]) => !same(value, s[name as keyof Source]));
  const secret = takesSecret(d) ? d.secret : "";
  const forget = s.has_secret && !takesSecret(d);
  return { ...Object.fromEntries(terms), ...(moved(d, s) && { settings: placeIn(d) }), ...((secret || forget) && { secret }) };
}

type ChangeProps = { s: Source; close: () => void; changed: (s: Source) => void };

/** Changes the settings of a source, except its kind and the collection that it is mirrored into. */
export function ChangeSource({ s, close, changed }: ChangeProps) {
  const t = useTexts();
  const [draft, setDraft] = useState(() => draftOf(s));
  const set = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));
  const submit = async () => {
    changed(await answer(client.PATCH("/sources/{source_id}", { params: { path: { source_id: s.id } }, body: changes(draft, s) })));
    close();
  };
  const again = s.has_secret && moved(draft, s);
  const kept = s.has_secret ? t.sources.secretKept : t.sources.secretHint;
  return (
    <SourceDialog title={t.sources.change(s.name)} action={t.common.save} submit={submit} close={close}>
      <Text label={t.common.name} value={draft.name} change={(name) => set({ name })} required />
      <Where draft={draft} set={set} secretHint={again ? t.sources.secretAgain : kept} secretRequired={again} />
      <How draft={draft} set={set} />
      <p class="faint">{t.sources.patternsChange}</p>
      <div class="checks"><Check label={t.sources.addOnly} checked={draft.addOnly} change={(addOnly) => set({ addOnly })} /></div>
    </SourceDialog>
  );
}
