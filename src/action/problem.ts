import type { Diagnostic } from "../model/diagnostic.ts";
import type { OptionFault } from "../request/options/read-options.ts";
import type { InputName } from "./input-table.ts";

/** A value that was read, or every problem with it. */
export type Reading<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "problems"; readonly problems: readonly Diagnostic[] };

/** A problem with an input of the action. */
export function inputProblem(input: string, message: string, hint = ""): Diagnostic {
  return {
    code: "invalid-option",
    severity: "error",
    message: `Input \`${input}\`: ${message}`,
    ...(hint === "" ? {} : { hint }),
  };
}

/** A problem with an option: in `args`, or in the input that takes its place. */
export function optionProblem(
  { option, problem, hint }: OptionFault,
  input: InputName | undefined = undefined,
): Diagnostic {
  if (option === "output") return inputProblem("plan", problem);
  if (input !== undefined) return inputProblem(input, problem, hint);
  return inputProblem("args", `--${option}: ${problem}`, hint);
}
