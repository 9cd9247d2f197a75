import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Login } from "./session";

export const LoginContext = createContext<Login | null>(null);

/** Returns whether whoever is logged in may do something, so that nothing is offered that would be refused. */
export function useMay(permission: Login["permissions"][number]): boolean {
  return useContext(LoginContext)?.permissions.includes(permission) ?? false;
}

export function useLogin(): Login | null {
  return useContext(LoginContext);
}
