// The language of the page, and the format of numbers, sizes and times.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { de } from "./texts/de";
import { en, type Texts } from "./texts/en";
import { Failure, unreachable } from "./service";

export type Language = "en" | "de";
const all: Record<Language, Texts> = { en, de };

export const LanguageContext = createContext<Language>("en");

const kept = "quire.language";

export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(kept);
  if (chosen === "en" || chosen === "de") return chosen;
  return navigator.language.startsWith("de") ? "de" : "en";
}

export function keepLanguage(language: Language) {
  localStorage.setItem(kept, language);
}

/** The texts in the current language. */
export function useTexts(): Texts {
  return all[useContext(LanguageContext)];
}

export function textsOf(language: Language): Texts {
  return all[language];
}

/** The text for a failure, with advice. */
export function inWords(t: Texts, failure: Failure): string {
  if (failure.type === "page") return t.errors.page;
  if (failure.status === unreachable) return t.errors.unreachable;
  const hint = t.errors.byStatus[failure.status];
  const said = failure.message.replace(/^(body|query|path|header)\./, "");
  if (failure.status >= 500) return hint ?? t.errors.internal;
  return [said && said.replace(/[.!]?$/, "."), hint].filter(Boolean).join(" ");
}

export function size(language: Language, bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let n = bytes;
  let unit = 0;
  while (n >= 1000 && unit < units.length - 1) {
    n /= 1000;
    unit++;
  }
  return `${n.toLocaleString(language, { maximumFractionDigits: n < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}

export function when(language: Language, timestamp: string): string {
  const date = new Date(timestamp);
  const today = new Date().toDateString() === date.toDateString();
  const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
  const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
  return date.toLocaleString(language, today ? time : { ...day, ...time });
}

export function useFormat() {
  const language = useContext(LanguageContext);
  return {
    language,
    size: (bytes: number) => size(language, bytes),
    when: (timestamp: string) => when(language, timestamp),
    number: (n: number) => n.toLocaleString(language),
    decimal: (n: number, digits: number) => n.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  };
}
