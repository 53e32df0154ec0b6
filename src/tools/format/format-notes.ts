import type { CallAlert, CallSkip } from "../ast-edit/search/search-shapes.ts";
import type { FormatOutcome } from "./formatter-shapes.ts";

/** Notes about files that were not formatted. */
export interface FormatNotes {
  readonly failed: CallSkip[];
  readonly alerts: CallAlert[];
}

/** Notes what the outcome of a file tells. Returns its text; undefined if the formatter failed. */
export function noteOutcome(
  path: string,
  outcome: FormatOutcome | undefined,
  { failed, alerts }: FormatNotes,
): string | undefined {
  if (outcome?.kind !== "done") {
    const detail = outcome?.message ?? "it was not formatted";
    failed.push({ path, why: "format-failed", detail });
    alerts.push({ level: "error", code: "format-failed", message: `${path}: ${detail}.`, path });
    return undefined;
  }
  if (outcome.left !== undefined)
    alerts.push({
      level: "warn",
      code: "not-formatted",
      message: leftMessage(path, outcome.left),
      path,
    });
  return outcome.text;
}

/** Returns the message about a file that stays as the step made it. */
export function leftMessage(path: string, why: string): string {
  return `${path} stays as the step made it: ${why}.`;
}
