import type { Diagnostic } from "../../model/diagnostic.ts";

/** Returns the first problem in parentheses, after a sentence without its end; nothing without a problem. */
export function firstProblem([first]: readonly Diagnostic[]): string {
  return first === undefined ? "" : ` (${first.message.replace(/\.$/, "")})`;
}
