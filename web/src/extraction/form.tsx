import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Badge } from "../parts/basics";
import type { Place } from "../reader/source";
import { useTexts } from "../texts";
import { type Field, anchor, spoken } from "./fields";
import type { Proof, Proofs } from "./proofs";

export type Edits = ReadonlyMap<string, Field["value"]>;

export type FormProps = {
  /** The complete output. */
  root: Field;
  proofs: Proofs;
  edits: Edits;
  /** The value whose place on a page is under the pointer. */
  pointed: string;
  /** If absent, nothing can be corrected. */
  edit?: (path: string, value: Field["value"]) => void;
  /** Marks the place of a value while the pointer is on it. */
  hint: (places: Place[]) => void;
  /** Scrolls to the place of a value. */
  show: (places: Place[]) => void;
};

type PartProps = FormProps & { of: Field };

const mostRows = 200; // of a list, to keep the browser fast; the JSON has the rest

/** An output as a form. Each value marks its place on the page and can be corrected. */
export function Form(props: FormProps) {
  return <div class="fields" onMouseLeave={() => props.hint([])}>{props.root.fields.map((f) => <Part key={f.path} {...props} of={f} />)}</div>;
}

function Part(props: PartProps) {
  const { of } = props;
  if (of.kind === "object") return <Group name={of.name}>{of.fields.map((f) => <Part key={f.path} {...props} of={f} />)}</Group>;
  if (of.kind === "list") return <List {...props} />;
  return <Line {...props} />;
}

function Group({ name, children }: { name: string; children: ComponentChildren }) {
  return <fieldset class="field-group"><legend>{name}</legend>{children}</fieldset>;
}

/** Items with only plain values are shown as the rows of a table. */
function List(props: PartProps) {
  const t = useTexts();
  const { of } = props;
  const shown = of.fields.slice(0, mostRows);
  const first = shown[0];
  const columns = shown.reduce<Field[]>((most, item) => (item.fields.length > most.length ? item.fields : most), []);
  const plain = columns.length > 0 && shown.every((item) => item.fields.every((f) => f.kind !== "object" && f.kind !== "list"));
  return (
    <Group name={of.name}>
      {!first && <p class="faint" id={anchor(of.path)} tabIndex={-1}>{t.evidence.noItems}</p>}
      {plain
        ? <Rows {...props} columns={columns} rows={shown} />
        : shown.map((item) => <Part key={item.path} {...props} of={item} />)}
      {of.fields.length > mostRows && <p class="faint">{t.evidence.moreItems(of.fields.length - mostRows)}</p>}
    </Group>
  );
}

function Rows({ columns, rows, ...props }: PartProps & { columns: Field[]; rows: Field[] }) {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={props.of.name}>
      <table class="field-table">
        <thead><tr><th scope="col"><span class="hidden">#</span></th>{columns.map((c) => <th key={c.path} scope="col">{c.name}</th>)}</tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <th scope="row" class="number faint">{row.name}</th>
              {row.fields.map((f) => {
                const state = stateOf(f, props);
                return <td key={f.path} class={`cell cell-${state}${props.pointed === f.path ? " pointed" : ""}`} {...pointing(f, props)}><Input {...props} of={f} name={spoken(f.path)} /></td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type State = "sure" | "weak" | "missing" | "corrected";

/** How reliable a value is. */
export function stateOf(of: Field, { proofs, edits }: Pick<FormProps, "proofs" | "edits">): State {
  if (edits.has(of.path)) return "corrected";
  if (of.value === null) return of.required ? "missing" : "sure";
  return isWeak(proofs.get(of.path)) ? "weak" : "sure";
}

/** Whether a value has no proof on a page. */
export const isWeak = (proof: Proof | undefined) => !proof?.verified || proof.page === null;

/** Marks the place of a value while the pointer or the keyboard is on it. */
function pointing(of: Field, { proofs, hint }: FormProps) {
  const at = () => hint(proofs.get(of.path)?.places ?? []);
  return { "data-field": of.path, onMouseEnter: at, onFocusIn: at };
}

function Line(props: PartProps) {
  const t = useTexts();
  const { of, proofs, show } = props;
  const id = useId();
  const proof = proofs.get(of.path);
  const state = stateOf(of, props);
  return (
    <div class={`field-line cell-${state}${props.pointed === of.path ? " pointed" : ""}`} {...pointing(of, props)}>
      <label for={id}>{of.name}</label>
      <Input {...props} id={id} />
      <span class="field-proof">
        {of.value === null && state !== "corrected" && <Badge state={of.required ? "failed" : "none"}>{t.evidence.missing}</Badge>}
        {state === "weak" && <Badge state="partial">{proof?.page ? t.evidence.unverified : t.evidence.unknown}</Badge>}
        {state === "corrected" && <Badge state="ready">{t.evidence.corrected}</Badge>}
        {proof?.page && (
          <button type="button" class="button button-small" title={proof.quote} aria-label={t.evidence.showOn(of.name, proof.page)}
            disabled={proof.places.length === 0} onClick={() => show([...proof.places])}>{t.reader.page(proof.page)}</button>
        )}
      </span>
    </div>
  );
}

type InputProps = PartProps & { id?: string; name?: string };

function Input({ of, edits, edit, id, name }: InputProps) {
  const t = useTexts();
  const value = edits.has(of.path) ? (edits.get(of.path) ?? null) : of.value;
  const [writing, setWriting] = useState<string | null>(null); // incomplete numbers such as "12." stay as typed
  const wrong = writing !== null && read(of, writing) === undefined;
  const common = { ...(id && { id }), ...(name && { "aria-label": name }), "data-anchor": anchor(of.path) };
  const written = (text: string) => {
    const next = read(of, text);
    setWriting(text);
    if (next !== undefined) edit?.(of.path, next);
  };
  if (of.kind === "boolean") {
    return (
      <select {...common} disabled={!edit} value={String(value ?? "")} onChange={(e) => written(e.currentTarget.value)}>
        <option value="">–</option><option value="true">{t.common.yes}</option><option value="false">{t.common.no}</option>
      </select>
    );
  }
  return <input {...common} type="text" readOnly={!edit} aria-invalid={wrong} title={wrong ? t.evidence.notNumber : ""}
    {...(of.kind === "number" && { inputMode: "decimal" as const, class: "number" })}
    value={writing ?? String(value ?? "")} placeholder="–" onInput={(e) => written(e.currentTarget.value)} onBlur={() => { if (!wrong) setWriting(null); }} />;
}

/** The input as a value of the field's kind, or undefined if it is not one. */
function read(of: Field, text: string): Field["value"] | undefined {
  if (text.trim() === "") return null;
  if (of.kind === "boolean") return text === "true";
  if (of.kind !== "number") return text;
  const n = Number(text.trim());
  return Number.isFinite(n) ? n : undefined;
}
