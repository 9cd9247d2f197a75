// Drafts outlive their screen, so that nothing is lost by looking at a document, but not the page.
import { useEffect, useState } from "preact/hooks";

const drafts = new Map<string, string>();

/** The draft of an extractor: what was written so far, or else what it begins with. */
export function useDraft(of: string, stored: string): [string, (source: string) => void, () => void] {
  const [source, setSource] = useState(drafts.get(of) ?? stored);
  const write = (next: string) => {
    drafts.set(of, next);
    setSource(next);
  };
  const dirty = source !== stored;
  useEffect(() => {
    if (!dirty) return;
    const warn = (e: BeforeUnloadEvent) => e.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [dirty]);
  return [source, write, () => drafts.delete(of)];
}

const form = /^\s*["']?slug["']?\s*:\s*["']?([a-z0-9][a-z0-9-]*)/m;

/** The slug that a definition gives itself; where it gives none, the service says so about any other. */
export const slugIn = (source: string) => form.exec(source)?.[1] ?? "draft";

/** What a new extractor begins with. */
export const template = `name: Delivery note
slug: delivery-note
description: Number, date and sender of a delivery note.
cost: {type: PER_DOCUMENT, credits: 0}
schema:
  type: object
  properties:
    number: {type: [string, "null"]}
    date: {type: [string, "null"], format: date}
    sender: {type: [string, "null"]}
rules:
  number: {labels: [delivery note no, delivery number], parser: code}
  date: {labels: [date, delivery date], parser: date}
  sender: {prominent: true, pages: first}
`;

/** A definition under another slug and name. */
export function copyOf(source: string, slug: string, name: string): string {
  return source.replace(/^slug:.*$/m, `slug: ${slug}`).replace(/^name:.*$/m, () => `name: ${JSON.stringify(name)}`);
}
