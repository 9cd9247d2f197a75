// The only module that calls the service. Its OpenAPI description gives the types of the calls.
import createClient from "openapi-fetch";
import type { components, paths } from "./interface.gen";

export type Schemas = components["schemas"];
export type Document = Schemas["Document"];
export type DocumentSummary = Schemas["DocumentSummary"];
export type DocumentStatus = Schemas["DocumentStatus"];
export type Collection = Schemas["Collection"];
export type File_ = Schemas["File"];
export type Batch = Schemas["Batch"];
export type ManagedAccount = Schemas["ManagedAccount"];
export type ManagedAccountDetail = Schemas["ManagedAccountDetail"];
export type Source = Schemas["Source"];
export type SourceRun = Schemas["SourceRun"];
export type Session = Schemas["Session"];
export type Message = Schemas["Message"];
export type Citation = Schemas["Citation"];

export const base = "/api/v1";

/** One problem in a request, with its location: "body" and a name or a line. */
export type Problem = { loc: string[]; msg: string };

type ErrorBody = { error?: { type?: string; message?: string }; detail?: Problem[] };

/** An error as reported by the service: `message` is for people, `status` and `type` are for decisions. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly requestID = "",
    readonly retryAfter = 0,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

/** The status of a request that got no response. */
export const unreachable = 0;

type Listener = () => void;
let expired: Listener = () => {};

/** Calls f when the service says that nobody is logged in any more. */
export function onExpired(f: Listener) {
  expired = f;
}

async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new Failure(unreachable, "unreachable", "");
  }
}

export const client = createClient<paths>({ baseUrl: base, fetch: reach });

/** Turns an unsuccessful response into a Failure. */
export async function failureOf(response: Response): Promise<Failure> {
  let body: ErrorBody | undefined;
  try {
    body = (await response.json()) as ErrorBody;
  } catch {
    // The body is not from the service but, for instance, from a proxy. The status is enough.
  }
  return failed(response, body);
}

function failed(response: Response, body: ErrorBody | undefined): Failure {
  if (response.status === 401) expired();
  const retryAfter = Number(response.headers.get("Retry-After") ?? 0);
  const { type = "", message = "" } = body?.error ?? {};
  return new Failure(response.status, type, message, response.headers.get("X-Request-Id") ?? "", retryAfter, body?.detail);
}

type Answered<T> = { data?: T; error?: unknown; response: Response };

/** Returns the data of a response, or throws its Failure. */
export async function answer<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  throw failed(response, error as ErrorBody | undefined);
}

/** Fetches a path of the service whose response is not JSON. */
export async function raw(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await reach(new Request(path, init));
  if (!response.ok) throw await failureOf(response);
  return response;
}

/**
 * The path of a signed link. It is fetched from this origin even if the public address of the service is another one.
 */
export function local(link: string): string {
  const url = new URL(link, location.origin);
  return url.pathname + url.search;
}
