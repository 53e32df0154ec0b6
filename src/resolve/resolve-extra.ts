import { structureFault } from "../shared/yaml/structure-fault.ts";
import type { ResolveExtra } from "./pending-action.ts";

/** The limit of `extra`, which the record of the action keeps; UTF-16 code units of JSON. */
const MAX_EXTRA = 65_536;

/** Returns the fault that keeps `extra` out of a record, in words that follow its name; undefined without one. */
export function extraFault(extra: ResolveExtra): string | undefined {
  let json: string;
  try {
    json = JSON.stringify(extra);
  } catch {
    return "must be JSON"; // A circle, a number without a form in JSON, or a depth that exhausts the stack.
  }
  if (json.length > MAX_EXTRA) return `is longer than ${MAX_EXTRA} characters`;
  const fault = structureFault(extra);
  return fault === undefined ? undefined : `is refused: ${fault}`;
}

/** Returns a copy as JSON has it: what a handler does to its own has no effect on it. */
export function copyOfExtra(extra: ResolveExtra): ResolveExtra {
  return JSON.parse(JSON.stringify(extra));
}
