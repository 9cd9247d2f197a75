/** Returns an untrusted link if it only opens a page or a mail, and null otherwise. */
export function safeLink(link: string): string | null {
  try {
    const url = new URL(link);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
