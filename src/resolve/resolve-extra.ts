import { structureFault } from "../shared/yaml/structure-fault.ts";
import type { ResolveExtra } from "./pending-action.ts";

/** The limit of `extra`, which the record of the action keeps; UTF-16 code units of JSON. */
const MAX_EXTRA = 65_536;

/** Returns the fault that keeps `extra` out of a record, in words that follow its name; undefined without one. */
export function extraFault(extra: ResolveExtra): string | undefined {
  const json = jsonOf(extra);
  if (json === undefined) return "must be JSON";
  if (json.length > MAX_EXTRA) return `is longer than ${MAX_EXTRA} characters`;
  const fault = structureFault(extra);
  return fault === undefined ? undefined : `is refused: ${fault}`;
}

/** Returns undefined for a value without a form in JSON: a circle, a `BigInt`, a `toJSON` without a result. */
function jsonOf(extra: ResolveExtra): string | undefined {
  try {
    return JSON.stringify(extra) as string | undefined; // Its type leaves out `toJSON`.
  } catch {
    return undefined;
  }
}

/** Returns a copy as JSON has it: what a handler does to its own has no effect on it. */
export function copyOfExtra(extra: ResolveExtra): ResolveExtra {
  return JSON.parse(JSON.stringify(extra));
}
