import { useState } from "preact/hooks";
import type { Schemas } from "../service";
import { useTexts } from "../texts";

export type Options = { accuracy: "lite" | "ultra"; separator: boolean; skipImages: boolean; extractor: string; callback: string };

export const noOptions: Options = { accuracy: "lite", separator: true, skipImages: false, extractor: "", callback: "" };

/** The options as form fields of the request. */
export function toForm(o: Options): Record<string, string> {
  return {
    ...(o.accuracy !== "lite" && { accuracy: o.accuracy }),
    ...(!o.separator && { page_separator: "false" }),
    ...(o.skipImages && { skip_images: "true" }),
    ...(o.extractor && { extractor_id: o.extractor }),
    ...(o.callback && { callback_url: o.callback }),
  };
}

type OptionProps = { options: Options; change: (options: Options) => void; extractors: Schemas["Extractor"][] };
type UploadOptionsProps = OptionProps & { addURL: (url: string) => void };

export function UploadOptions({ options, change, extractors, addURL }: UploadOptionsProps) {
  const t = useTexts();
  return (
    <details class="options">
      <summary>{t.documents.options}</summary>
      <div class="options-grid">
        <URLField add={addURL} />
        <OptionFields options={options} change={change} extractors={extractors} />
      </div>
    </details>
  );
}

/** The options for converting documents, and the webhook. */
export function OptionFields({ options, change, extractors }: OptionProps) {
  const t = useTexts();
  const set = (some: Partial<Options>) => change({ ...options, ...some });
  return (
    <>
      <label class="field"><span>{t.documents.extractor}</span>
        <select value={options.extractor} onChange={(e) => set({ extractor: e.currentTarget.value })}>
          <option value="">{t.documents.markdown}</option>
          {extractors.map((e) => <option key={e.id} value={e.id}>{e.name}</option>)}
        </select>
      </label>
      <label class="field"><span>{t.documents.accuracy}</span>
        <select value={options.accuracy} onChange={(e) => set({ accuracy: e.currentTarget.value as Options["accuracy"] })}>
          <option value="lite">{t.documents.lite}</option>
          <option value="ultra">{t.documents.ultra}</option>
        </select>
      </label>
      <label class="field"><span>{t.documents.callback}</span>
        <input type="url" placeholder="https://…" value={options.callback} onInput={(e) => set({ callback: e.currentTarget.value.trim() })} />
      </label>
      <div class="checks">
        <label class="check"><input type="checkbox" checked={options.separator} onChange={(e) => set({ separator: e.currentTarget.checked })} />{t.documents.separator}</label>
        <label class="check"><input type="checkbox" checked={options.skipImages} onChange={(e) => set({ skipImages: e.currentTarget.checked })} />{t.documents.skipImages}</label>
      </div>
    </>
  );
}

function URLField({ add }: { add: (url: string) => void }) {
  const t = useTexts();
  const [url, setURL] = useState("");
  const submit = (e: Event) => {
    e.preventDefault();
    add(url);
    setURL("");
  };
  return (
    <form class="field" onSubmit={submit}>
      <label for="document-url">{t.documents.url}</label>
      <div class="row">
        <input id="document-url" type="url" placeholder="https://…" required value={url} onInput={(e) => setURL(e.currentTarget.value)} />
        <button type="submit" class="button" disabled={url === ""}>{t.documents.addURL}</button>
      </div>
    </form>
  );
}
