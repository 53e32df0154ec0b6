import type { Diagnostic } from "../model/diagnostic.ts";

/** A value that was read, or what is wrong with it: all of it, not only the first. */
export type Reading<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "problems"; readonly problems: readonly Diagnostic[] };

/** Something that is wrong with an input of the action. */
export function inputProblem(input: string, message: string, hint = ""): Diagnostic {
  return {
    code: "invalid-option",
    severity: "error",
    message: `Input \`${input}\`: ${message}`,
    ...(hint === "" ? {} : { hint }),
  };
}
