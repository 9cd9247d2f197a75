// Decides when to repeat a request. clients/README.md has the rules of all clients. Times are in milliseconds.

/** The maximum wait before another attempt. If the service asks for more, there is no other attempt. */
export const longest = 60_000;
/** The wait after the first attempt if the service does not set one. It doubles with every attempt. */
export const first = 500;
/** The limit of this growth. */
export const highest = 8_000;

const statuses = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Reports whether a request that was refused with this status may succeed next time. Attempts count from 1. That includes
 * Conflict after the first attempt, which may still be running under the same idempotency key.
 */
export function retried(status: number, attempt: number): boolean {
  return statuses.has(status) || (status === 409 && attempt > 1);
}

/** Returns the wait after an attempt, or null if there should be no other attempt. */
export function wait(attempt: number, retryAfter: string | null, now: number = Date.now()): number | null {
  const told = milliseconds(retryAfter, now);
  if (told === null) {
    return backoff(attempt) * (0.5 + Math.random() / 2);
  }
  return told <= longest ? told : null;
}

function backoff(attempt: number): number {
  return Math.min(highest, first * 2 ** Math.min(attempt - 1, 10));
}

/** A date in the format of RFC 9110. Date.parse alone would read "-1" as a year. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function milliseconds(retryAfter: string | null, now: number): number | null {
  const text = (retryAfter ?? "").trim();
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }
  return httpDate.test(text) ? Math.max(0, Date.parse(text) - now) : null;
}
