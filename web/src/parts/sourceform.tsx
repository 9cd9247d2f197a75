import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Schemas, Source } from "../service";
import { useTexts } from "../texts";
import { Dialog } from "./basics";
import { useToasts } from "./toasts";

type Kind = Schemas["SourceKind"];
type Setting = keyof Schemas["SourceSettings"];

/** The settings that each kind needs for its location. The first ones are required. */
const settings: Record<Kind, { required: Setting[]; optional: Setting[]; secret: boolean }> = {
  folder: { required: ["path"], optional: [], secret: false },
  s3: { required: ["bucket"], optional: ["prefix", "region", "endpoint", "access_key_id"], secret: true },
  webdav: { required: ["url", "username"], optional: [], secret: true },
  imap: { required: ["url", "username"], optional: ["mailbox"], secret: true },
};
const kinds = Object.keys(settings) as Kind[];
const examples: Partial<Record<`${Kind} ${Setting}`, string>> = {
  "folder path": "/srv/documents", "webdav url": "https://cloud.example.org/remote.php/dav/files/me", "imap url": "imaps://mail.example.org",
};
const mostPerMinute = 6000; // items, the service's limit

/** The content of the form. */
export type Draft = {
  name: string; kind: Kind; at: Partial<Record<Setting, string>>; secret: string;
  every: number; rate: number; include: string; exclude: string; addOnly: boolean;
};

/** The form filled in from an existing source. */
export function draftOf(s: Source): Draft {
  return {
    name: s.name, kind: s.kind, at: { ...s.settings }, secret: "", every: s.every_minutes, rate: s.rate,
    include: s.include.join("\n"), exclude: s.exclude.join("\n"), addOnly: s.add_only,
  };
}

/** The location of the source. Settings that are left out are "". */
export function placeIn(d: Draft): Schemas["SourceSettings"] {
  const { required, optional } = settings[d.kind];
  return Object.fromEntries([...required, ...optional].map((name) => [name, d.at[name]?.trim() ?? ""]));
}

/** The schedule and options for mirroring the source. */
export function termsIn(d: Draft) {
  return {
    name: d.name.trim(), every_minutes: d.every, rate: d.rate, add_only: d.addOnly, include: lines(d.include), exclude: lines(d.exclude),
  };
}

const lines = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** Whether the source needs a secret. A bucket without a key is read anonymously. */
export const takesSecret = (d: Draft) => settings[d.kind].secret && (d.kind !== "s3" || (d.at.access_key_id?.trim() ?? "") !== "");

export type PartProps = { draft: Draft; set: (some: Partial<Draft>) => void };

type FormProps = { title: string; action: string; submit: () => Promise<void>; close: () => void; children: ComponentChildren };

/** A dialog that stays open with its input until its action has succeeded. */
export function SourceDialog({ title, action, submit, close, children }: FormProps) {
  const t = useTexts();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const send = (e: Event) => {
    e.preventDefault();
    setBusy(true);
    submit().catch((cause: unknown) => {
      toasts.fail(cause);
      setBusy(false);
    });
  };
  return (
    <Dialog title={title} close={close}>
      <form class="dialog-body" onSubmit={send}>
        {children}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={close}>{t.common.cancel}</button>
          <button type="submit" class="button button-main" disabled={busy}>{action}</button>
        </div>
      </form>
    </Dialog>
  );
}

export function KindChoice({ draft, set }: PartProps) {
  const t = useTexts();
  return (
    <label class="field"><span>{t.sources.kind}</span>
      <select value={draft.kind} onChange={(e) => set({ kind: e.currentTarget.value as Kind })}>
        {kinds.map((kind) => <option key={kind} value={kind}>{t.sources.kinds[kind]}</option>)}
      </select>
    </label>
  );
}

type WhereProps = PartProps & { secretHint: string; secretRequired?: boolean };

/** The fields for the location and the login. */
export function Where({ draft, set, secretHint, secretRequired = false }: WhereProps) {
  const t = useTexts();
  const { required, optional } = settings[draft.kind];
  return (
    <>
      {[...required, ...optional].map((name) => (
        <Text key={name} label={t.sources.settings[name]} value={draft.at[name] ?? ""} required={required.includes(name)}
          example={examples[`${draft.kind} ${name}`]} change={(value) => set({ at: { ...draft.at, [name]: value } })} />
      ))}
      {takesSecret(draft) && (
        <label class="field"><span>{t.sources.secret}</span>
          <input type="password" autocomplete="new-password" maxLength={4096} required={secretRequired} value={draft.secret}
            aria-describedby="secret-hint" onInput={(e) => set({ secret: e.currentTarget.value })} />
          <small id="secret-hint" class="faint">{secretHint}</small>
        </label>
      )}
    </>
  );
}

/** The fields for how often and how fast the source is read, and for the items to mirror. */
export function How({ draft, set }: PartProps) {
  const t = useTexts();
  const intervals = [...new Set([...Object.keys(t.sources.intervals).map(Number), draft.every])].sort((a, b) => a - b);
  return (
    <>
      <label class="field"><span>{t.sources.every}</span>
        <select value={draft.every} onChange={(e) => set({ every: Number(e.currentTarget.value) })}>
          {intervals.map((n) => <option key={n} value={n}>{t.sources.intervals[n] ?? t.sources.minutes(n)}</option>)}
        </select>
      </label>
      <label class="field"><span>{t.sources.rate}</span>
        <input type="number" required min={0} max={mostPerMinute} step={1} value={draft.rate} onInput={(e) => set({ rate: e.currentTarget.valueAsNumber })} />
      </label>
      <Patterns label={t.sources.include} value={draft.include} change={(include) => set({ include })} />
      <Patterns label={t.sources.exclude} value={draft.exclude} change={(exclude) => set({ exclude })} />
    </>
  );
}

type TextProps = { label: string; value: string; change: (value: string) => void; required?: boolean; example?: string | undefined };

export function Text({ label, value, change, required = false, example }: TextProps) {
  return (
    <label class="field"><span>{label}</span>
      <input required={required} maxLength={4096} value={value} {...(example && { placeholder: example })} onInput={(e) => change(e.currentTarget.value)} />
    </label>
  );
}

function Patterns({ label, value, change }: { label: string; value: string; change: (value: string) => void }) {
  const t = useTexts();
  return (
    <label class="field"><span>{label}</span>
      <textarea rows={2} value={value} placeholder={t.sources.patternHint} onInput={(e) => change(e.currentTarget.value)} />
    </label>
  );
}

export function Check({ label, checked, change }: { label: string; checked: boolean; change: (checked: boolean) => void }) {
  return <label class="check"><input type="checkbox" checked={checked} onChange={(e) => change(e.currentTarget.checked)} />{label}</label>;
}
