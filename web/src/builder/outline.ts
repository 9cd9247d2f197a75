// Finds the place of the cursor in a definition by indentation, because YAML that is being written is rarely valid.
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

/** What is being written: a key below path, or the value of the key that path ends with. */
export type Spot = { path: string[]; part: "key" | "value" };

/** Finds out what is being written at the end of a line. above holds the lines before it. */
export function spotAt(above: string[], line: string): Spot {
  const own = indentOf(line);
  const outer = enclosing(above, own);
  const { keys, part } = flow(line.slice(own));
  return { path: [...outer, ...keys], part };
}

/** The indentation of a line. The dashes of lists count as spaces. */
function indentOf(line: string): number {
  return /^(?:\s|-\s)*/.exec(line)?.[0].length ?? 0;
}

/** The keys of the blocks around a line with the given indentation. */
function enclosing(above: string[], indent: number): string[] {
  const keys: string[] = [];
  let inside = indent;
  for (let i = above.length - 1; i >= 0 && inside > 0; i--) {
    const text = above[i] ?? "";
    const at = indentOf(text);
    const key = keyOf(text.slice(at));
    if (key === null || at >= inside) continue;
    keys.unshift(key);
    inside = at;
  }
  return keys;
}

/** The key at the start of a line, if its value is on the lines below. */
function keyOf(text: string): string | null {
  const found = /^("[^"]*"|'[^']*'|[^\s#"'{}[\],:][^#{}[\]:]*):\s*(?:#.*)?$/.exec(text);
  return found ? bare(found[1] ?? "") : null;
}

const bare = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, "$2");

/** Reads the part of a line before the cursor, including brackets that are still open: "total: {labels: [sum], par". */
function flow(text: string): Spot & { keys: string[] } {
  const keys: string[] = [];
  const opened: ("{" | "[")[] = [];
  let word = "";
  let quote = "";
  let part: Spot["part"] = "key";
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    const next = text.charAt(i + 1);
    if (quote) {
      if (c === quote) quote = "";
      word += c;
    } else if ((c === '"' || c === "'") && word.trim() === "") {
      quote = c;
      word += c;
    } else if (c === ":" && (next === "" || next === " ") && part === "key") {
      keys.push(bare(word));
      [word, part] = ["", "value"];
    } else if (c === "{" || c === "[") {
      opened.push(c);
      [word, part] = ["", c === "{" ? "key" : "value"];
    } else if (c === "}" || c === "]") {
      if (opened.pop() === "{" && part === "value") keys.pop();
      [word, part] = ["", "value"];
    } else if (c === "," && opened.length > 0) {
      if (opened.at(-1) === "{") {
        if (part === "value") keys.pop();
        part = "key";
      }
      word = "";
    } else word += c;
  }
  return { keys, path: keys, part };
}

/** A property in the schema of a definition, by the path that rules use for it: "lines.amount". */
export type Named = { path: string; inList: boolean };

/** The properties of the schema in a document. */
export function propertiesOf(state: EditorState): Named[] {
  const keys: string[] = [];
  const found: Named[] = [];
  syntaxTree(state).iterate({
    enter: (node) => {
      if (node.name !== "Pair") return;
      const key = node.node.firstChild;
      keys.push(key ? bare(state.sliceDoc(key.from, key.to)) : "");
      const named = asProperty(keys);
      if (named) found.push(named);
    },
    leave: (node) => {
      if (node.name === "Pair") keys.pop();
    },
  });
  return found;
}

function asProperty(keys: string[]): Named | null {
  if (keys[0] !== "schema" || keys.at(-2) !== "properties") return null;
  const names: string[] = [];
  let inList = false;
  for (let i = 1; i < keys.length; i++) {
    if (keys[i] === "items") inList = true;
    else if (keys[i] === "properties") names.push(keys[++i] ?? "");
    else return null;
  }
  return { path: names.join("."), inList };
}
