// The output of an extractor as fields in the order of its schema, including those that were not found.

/** The part of an output's schema about one value. */
export type Schema = {
  type?: string | string[];
  title?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
};

export type Kind = "text" | "number" | "boolean" | "object" | "list";

/** A value of an output and its place there, as a JSON pointer. */
export type Field = {
  path: string;
  name: string;
  kind: Kind;
  /** Null if nothing was found. Objects and lists have fields instead. */
  value: string | number | boolean | null;
  fields: Field[];
  required: boolean;
};

/** The fields of an output. Without a schema, they are the keys of the output. */
export function fieldsOf(schema: Schema | undefined, output: unknown): Field {
  return field(schema ?? {}, output, "", "", false);
}

function field(schema: Schema, value: unknown, path: string, name: string, required: boolean): Field {
  const kind = kindOf(schema, value);
  const own = { path, name, kind, required, value: null, fields: [] };
  if (kind === "object") return { ...own, fields: members(schema, asObject(value), path) };
  if (kind === "list") {
    const items = Array.isArray(value) ? value : [];
    return { ...own, fields: items.map((item, i) => field(schema.items ?? {}, item, `${path}/${i}`, String(i + 1), false)) };
  }
  return { ...own, value: typeof value === "object" || value === undefined ? null : (value as Field["value"]) };
}

function members(schema: Schema, value: Record<string, unknown>, path: string): Field[] {
  const known = Object.keys(schema.properties ?? {});
  const names = [...known, ...Object.keys(value).filter((name) => !known.includes(name))];
  return names.map((name) => {
    const own = schema.properties?.[name] ?? {};
    return field(own, value[name], `${path}/${escaped(name)}`, own.title ?? name, schema.required?.includes(name) ?? false);
  });
}

function kindOf(schema: Schema, value: unknown): Kind {
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (Array.isArray(value) || types.includes("array")) return "list";
  if ((typeof value === "object" && value !== null) || types.includes("object")) return "object";
  if (typeof value === "string" || types.includes("string")) return "text";
  if (typeof value === "boolean" || types.includes("boolean")) return "boolean";
  return typeof value === "number" || types.some((t) => t === "number" || t === "integer") ? "number" : "text";
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The id of a value's element, for links to it. */
export const anchor = (path: string) => `field${path}`;

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The keys of a JSON pointer. */
export function keysOf(path: string): string[] {
  return path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON pointer in readable form: line_items 2 amount. */
export const spoken = (path: string) => keysOf(path).map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : key)).join(" ");

/** The fields that were not found: values outside of lists, whole lists, and required values of list items. */
export function missingOf(of: Field, inList = false): Field[] {
  if (of.kind === "object") return of.fields.flatMap((f) => missingOf(f, inList));
  if (of.kind === "list") return of.fields.length > 0 ? of.fields.flatMap((f) => missingOf(f, true)) : inList ? [] : [of];
  return of.value === null && (of.required || !inList) ? [of] : [];
}

/** A copy of a value with some places replaced. Missing objects and lists on the way are created. */
export function withValues(value: unknown, changes: Iterable<[string, unknown]>): unknown {
  const root = { at: structuredClone(value) };
  for (const [path, next] of changes) {
    let holder = root as unknown as Record<string, unknown>;
    let key = "at";
    for (const inner of keysOf(path)) {
      if (typeof holder[key] !== "object" || holder[key] === null) holder[key] = /^\d+$/.test(inner) ? [] : {};
      holder = holder[key] as Record<string, unknown>;
      key = inner;
    }
    Object.defineProperty(holder, key, { value: next, writable: true, enumerable: true, configurable: true });
  }
  return root.at;
}

/** A value without its nulls. Lists stay complete, because they are compared as a whole. */
export function found(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null).map(([k, v]) => [k, found(v)]));
}

/** Only the values at the given paths. Lists stay complete, because they are compared as a whole. */
export function only(value: unknown, paths: Iterable<string>): [string, unknown][] {
  const out = new Map<string, unknown>();
  for (const path of paths) {
    let at = value;
    let here = "";
    for (const key of keysOf(path)) {
      if (typeof at !== "object" || at === null || Array.isArray(at)) break;
      at = (at as Record<string, unknown>)[key];
      here += `/${escaped(key)}`;
    }
    out.set(here, at ?? null);
  }
  return [...out];
}
