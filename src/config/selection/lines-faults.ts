import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunRequest } from "../../request/request.ts";

/** Reports a run over changed lines that does not say since when they changed. */
export function linesFaults({
  changedLines,
  since,
  staged,
}: Pick<RunRequest, "changedLines" | "since" | "staged">): readonly Diagnostic[] {
  if (!changedLines || since !== undefined || staged) return [];
  const message = "--changed-lines does not say since when the lines changed.";
  const hint = "Add --since REF, or --staged.";
  return [{ code: "invalid-option", severity: "error", message, hint }];
}
