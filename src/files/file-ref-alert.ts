import type { Alert } from "../model/alert.ts";
import type { Refusal } from "./gate.ts";
import { visiblePath } from "./visible-path.ts";

/** The warning that a refused reference raises, wherever it was written (F5, F15). `written`: its path. */
export function fileRefAlert(written: string, { why, message }: Refusal): Alert {
  return { level: "warn", code: `file-ref-${why}`, message, path: visiblePath(written) };
}
