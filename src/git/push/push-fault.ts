import { serverFault } from "../fetched/server-fault.ts";

/** Says of a call that failed as a whole why, by what git has printed. */
export function pushFault(errors: string): string {
  const fault = serverFault(errors);
  if (/could not read (Username|Password)|Authentication failed|error: 401/i.test(errors))
    return `the server does not accept the token, or wants one: ${fault}`;
  if (/error: 403/.test(errors)) return `the server forbids it to this token: ${fault}`;
  return fault;
}
