import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Login } from "./session";

export const LoginContext = createContext<Login | null>(null);

/** Returns whether whoever is logged in may do something, so that nothing is offered that would be refused. */
export function useMay(permission: Login["permissions"][number]): boolean {
  return useContext(LoginContext)?.permissions.includes(permission) ?? false;
}

/** Where whoever is logged in begins: operators see nothing of what is in accounts. */
export function useStart(): string {
  return useMay("read") || !useMay("operator") ? "/app/documents" : "/app/accounts";
}

export function useLogin(): Login | null {
  return useContext(LoginContext);
}
