// The look of the editor. It has its own shadow root, which adopts the style sheets, because the content security policy
// of the page forbids style elements. The design tokens of the page are inherited.
import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const selected = { backgroundColor: "var(--accent-wash)", color: "var(--ink)" };

export const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "0.88rem" },
  "&.cm-focused": { outline: "2.5px solid var(--accent)", outlineOffset: "-2.5px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-wash)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--ink-soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--sunken) 60%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "6px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": selected,
  ".cm-completionDetail": { color: "var(--ink-soft)", fontStyle: "normal", fontFamily: "var(--sans)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)" },
  ".cm-changedLine, .cm-insertedLine, .cm-inlineChangedLine": { backgroundColor: "var(--good-wash) !important" },
  ".cm-deletedChunk": { backgroundColor: "var(--bad-wash) !important" },
  ".cm-changedText, .cm-deletedText": { background: "none !important", textDecoration: "underline" },
  ".cm-collapsedLines": { background: "var(--sunken) !important", color: "var(--ink-soft)" },
});

export const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.keyword, tags.null], color: "var(--busy)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
]);
