import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { forwardRef } from "preact/compat";
import { useEffect, useImperativeHandle, useRef } from "preact/hooks";
import { useTexts } from "../texts";
import { completions } from "./complete";
import { colours, theme } from "./theme";

/** A fault in a definition and its line. */
export type Fault = { line: number; text: string };

export type EditorHandle = {
  goTo: (line: number) => void;
  /** Replaces the whole text. */
  replace: (text: string) => void;
};

/** value is only the initial text. While somebody types, the editor is ahead of value and must not be reset to it. */
type EditorProps = { label: string; value: string; change?: (value: string) => void; faults: Fault[] };

/** The editor of a definition. The tab key leaves it, like any other field. */
export const Editor = forwardRef<EditorHandle, EditorProps>(function Editor({ label, value, change, faults }, handle) {
  const t = useTexts();
  const latest = useRef(change);
  latest.current = change;
  const writing = [
    lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), indentOnInput(),
    autocompletion({ icons: false, override: [completions(t.builder.help)] }),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorState.phrases.of(t.builder.phrases),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of((u) => { if (u.docChanged) latest.current?.(u.state.doc.toString()); }),
    ...(change ? [] : [EditorState.readOnly.of(true)]),
  ];
  const [host, view] = useView(value, writing, [label, !change, t]);
  useEffect(() => {
    const v = view.current;
    if (v) v.dispatch(setDiagnostics(v.state, faults.map((f) => ({ ...rangeOf(v.state, f.line), severity: "error", message: f.text }))));
  }, [faults, label, !change, t]);
  useImperativeHandle(handle, () => ({
    goTo: (line) => {
      const v = view.current;
      if (!v) return;
      v.dispatch({ selection: { anchor: rangeOf(v.state, line).from }, effects: EditorView.scrollIntoView(rangeOf(v.state, line).from, { y: "center" }) });
      v.focus();
    },
    replace: (text) => {
      const v = view.current;
      v?.dispatch({ changes: { from: 0, to: v.state.doc.length, insert: text } });
    },
  }), []);
  return <div ref={host} class="editor" data-editor />;
});

/** The text of a line without its indentation. */
function rangeOf(state: EditorState, number: number) {
  const line = state.doc.line(Math.min(Math.max(number, 1), state.doc.lines));
  const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
  return { from: Math.min(line.from + indent, line.to), to: line.to };
}

/** Two definitions, with the differences marked. */
export function Comparison({ label, before, after }: { label: string; before: string; after: string }) {
  const t = useTexts();
  const [host] = useView(after, [
    lineNumbers(), EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-label": label }), EditorState.phrases.of(t.builder.phrases),
    unifiedMergeView({ original: before, mergeControls: false, gutter: true, collapseUnchanged: { margin: 3, minSize: 6 } }),
  ], [label, before, after, t]);
  return <div ref={host} class="editor" />;
}

/** A view in its own shadow root, which is made again whenever deps change. */
function useView(value: string, extensions: Extension[], deps: unknown[]) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const state = EditorState.create({ doc: value, extensions: [...extensions, yaml(), syntaxHighlighting(colours), EditorView.lineWrapping, theme] });
    const made = new EditorView({ state, root, parent: root as unknown as Element });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, deps);
  return [host, view] as const;
}
