// The login of this page. The session is in a cookie that no script can read.
import { failureOf, raw } from "./service";

export type Login = {
  account: { id: string; name: string; plan: string };
  name: string;
  permissions: ("read" | "write" | "admin" | "operator" | "unmask")[];
  method: string;
  expires_at: string | null;
};

const path = "/app/session";

/** Returns who is logged in, or null if nobody is. */
export async function currentLogin(): Promise<Login | null> {
  const response = await fetch(path);
  if (response.status === 401) return null;
  if (!response.ok) throw await failureOf(response);
  return (await response.json()) as Login;
}

/** Exchanges a key, or the token of a link that works once, for a session. */
export async function logIn(by: { key: string } | { token: string }): Promise<Login> {
  const response = await raw(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(by),
  });
  return (await response.json()) as Login;
}

/** The address for logging in with the identity provider, if the operator has set one. */
export async function providerURL(): Promise<string | null> {
  const list = (await (await raw("/app/login-methods")).json()) as { data: { method: string; url: string | null }[] };
  return list.data.find((m) => m.method === "oidc")?.url ?? null;
}

export async function logOut(): Promise<void> {
  await raw(path, { method: "DELETE" });
}

/** Removes the token of a login link from the address, so that it is neither kept in the history nor sent again. */
export const takeToken = () => take("login");

const problems = ["unavailable", "denied", "expired", "no_access"] as const;

/** The reasons why a login with the identity provider failed. */
export type LoginProblem = (typeof problems)[number];

/** Removes the reason of a failed login from the address, so that reloading does not show it again. */
export function takeProblem(): LoginProblem | null {
  const said = take("login_error");
  return problems.find((p) => p === said) ?? (said === null ? null : "unavailable");
}

function take(name: string): string | null {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  if (value !== null) history.replaceState(null, "", location.pathname + location.search);
  return value;
}
