// Completion of the keys of definitions, their values, and the properties of the schema being written.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import raw from "./keys.json";
import { type Named, propertiesOf, spotAt } from "./outline";

/** The values allowed for a key: a node of keys, names that each have a node, or plain values. */
type Shape = { node?: string; each?: string; names?: "fields" | "items"; values?: string[]; from?: "fields" | "items" };

const nodes = raw as Record<string, Record<string, Shape>>;

/** The purpose of a key, by its node and name: "rule.within". */
export type Help = Record<string, string>;

/** Completes the text before the cursor. */
export function completions(help: Help) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context;
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    const word = /["']?[\w.$-]*$/.exec(before)?.[0] ?? "";
    if (/^\s*#/.test(before) || (word === "" && !context.explicit)) return null;
    const above = Array.from({ length: line.number - 1 }, (_, i) => state.doc.line(i + 1).text);
    const { path, part } = spotAt(above, before.slice(0, before.length - word.length));
    const options = optionsAt(path, part, propertiesOf(state), help);
    return options.length > 0 ? { from: pos - word.length, options, validFor: /^[\w.$-]*$/ } : null;
  };
}

/** The keys allowed below a path, or the values allowed for the key that it ends with. */
export function optionsAt(path: string[], part: "key" | "value", properties: Named[], help: Help): Completion[] {
  const place = placeOf(path);
  if (!place) return [];
  if (part === "key" && place.names) return named(place.names, path, properties).map((label) => ({ label, type: "variable", apply: `${label}: ` }));
  if (part === "key" && place.node) {
    return Object.keys(nodes[place.node] ?? {}).map((label) => {
      const detail = help[`${place.node}.${label}`];
      return { label, type: "property", apply: `${label}: `, ...(detail && { detail }) };
    });
  }
  const values = place.from ? named(place.from, path, properties) : (place.values ?? []);
  return values.map((label) => ({ label, type: "enum" }));
}

/** The shape allowed at a path. */
function placeOf(path: string[]): Shape | null {
  let shape: Shape = { node: "definition" };
  for (const key of path) {
    const next: Shape | undefined = shape.each ? { node: shape.each } : shape.node ? nodes[shape.node]?.[key] : undefined;
    if (!next) return null;
    shape = next;
  }
  return shape;
}

/** The properties that may be named at a path: all, those with rules of their own, or those of the rule's items. */
function named(which: "fields" | "items", path: string[], properties: Named[]): string[] {
  if (which === "items") {
    const prefix = `${path[1]}.`;
    return properties.filter((p) => p.path.startsWith(prefix)).map((p) => p.path.slice(prefix.length));
  }
  return properties.filter((p) => path[0] !== "rules" || !p.inList).map((p) => p.path);
}
