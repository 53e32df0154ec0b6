import type { Alert } from "../../model/alert.ts";
import type { Refusal } from "../refusal.ts";
import { visiblePath } from "../visible-path.ts";

/**
 * Returns the warning about a refused reference, in a prompt, an attach list or a tool call (F5, F15). `written` is its
 * path.
 */
export function fileRefAlert(written: string, { why, message }: Refusal): Alert {
  return { level: "warn", code: `file-ref-${why}`, message, path: visiblePath(written) };
}
