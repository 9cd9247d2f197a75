import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Login } from "./session";

export const LoginContext = createContext<Login | null>(null);

/** Returns whether the current user may do something, so that the page does not offer actions that would be refused. */
export function useMay(permission: Login["permissions"][number]): boolean {
  return useContext(LoginContext)?.permissions.includes(permission) ?? false;
}

/** The first screen of the current user. Operators start elsewhere, because they cannot see the content of accounts. */
export function useStart(): string {
  return useMay("read") || !useMay("operator") ? "/app/documents" : "/app/accounts";
}

export function useLogin(): Login | null {
  return useContext(LoginContext);
}
