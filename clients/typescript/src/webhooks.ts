import { SignatureInvalid } from "./errors.js";
import type { BatchEnded, DocumentEnded } from "./types.gen.js";

/** The maximum difference between the time of a webhook and our clock, in seconds. */
const tolerance = 300;

/**
 * Returns the content of a webhook about a document or a batch, or throws SignatureInvalid.
 *
 * Webhooks are signed according to Standard Webhooks 1.0. `body` must be exactly the received text or bytes, before any
 * parsing. `secrets` are one or more `whsec_…`; while a secret is being replaced, pass both. A webhook that is delivered
 * again has the same header webhook-id. `now` is a time in milliseconds.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secrets: string | string[],
  now: number = Date.now(),
): Promise<DocumentEnded | BatchEnded> {
  const raw = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const sent = header(headers, "webhook-timestamp");
  if (!/^\d{1,15}$/.test(sent) || Math.abs(now / 1000 - Number(sent)) > tolerance) {
    throw new SignatureInvalid("the webhook is too old, or from the future");
  }
  const before = new TextEncoder().encode(`${header(headers, "webhook-id")}.${sent}.`);
  const signed = new Uint8Array([...before, ...raw]);
  const offered = header(headers, "webhook-signature").split(" ").flatMap(signature);
  for (const secret of [secrets].flat()) {
    const key = await importKey(secret);
    for (const one of offered) {
      if (await crypto.subtle.verify("HMAC", key, one, signed)) {
        return JSON.parse(new TextDecoder().decode(raw)) as DocumentEnded | BatchEnded;
      }
    }
  }
  throw new SignatureInvalid("the webhook was not signed with this secret");
}

function header(headers: Headers | Record<string, string | string[] | undefined>, name: string): string {
  if (headers instanceof Headers) {
    return headers.get(name) ?? "";
  }
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return [found ?? ""].flat().join(" ");
}

/** Returns the bytes of a signature of version 1, and nothing for other versions. */
function signature(text: string): Uint8Array<ArrayBuffer>[] {
  const [version, value] = text.split(",");
  const bytes = version === "v1" ? base64(value ?? "") : null;
  return bytes === null ? [] : [bytes];
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = base64(secret.replace(/^whsec_/, ""));
  if (bytes === null || bytes.length === 0) {
    throw new SignatureInvalid("the secret does not have the form whsec_ and base64");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function base64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}
