// Drafts survive leaving the screen and closing the page: the browser stores them by account and extractor.
import { useEffect, useState } from "preact/hooks";
import { useLogin } from "../who";

const kept = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // the browser does not allow this page to store anything
  }
};

/** Stores or removes a draft, and returns whether the browser did it. */
function keep(name: string, draft: string | null): boolean {
  try {
    if (draft === null) localStorage.removeItem(name);
    else localStorage.setItem(name, draft);
    return true;
  } catch {
    return draft === null;
  }
}

export type Draft = {
  /** The draft as written so far, or the text that it starts from. */
  source: string;
  dirty: boolean;
  write: (source: string) => void;
  forget: () => void;
};

/** The draft of an extractor. */
export function useDraft(of: string, stored: string): Draft {
  const name = `quire/draft/${useLogin()?.account.id ?? ""}/${of}`;
  const [source, setSource] = useState(() => kept(name) ?? stored);
  const [safe, setSafe] = useState(true);
  const dirty = source !== stored;
  const write = (next: string) => {
    setSafe(keep(name, next === stored ? null : next));
    setSource(next);
  };
  useEffect(() => {
    if (!dirty || safe) return;
    const warn = (e: BeforeUnloadEvent) => e.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [dirty, safe]);
  return { source, dirty, write, forget: () => keep(name, null) };
}

const form = /^\s*["']?slug["']?\s*:\s*["']?([a-z0-9][a-z0-9-]*)/m;

/** The slug in a definition. If there is none, the service reports that, whichever slug the request has. */
export const slugIn = (source: string) => form.exec(source)?.[1] ?? "draft";

/** The first draft of a new extractor. */
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
