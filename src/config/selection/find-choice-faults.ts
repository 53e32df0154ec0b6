import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunRequest } from "../../request/request.ts";
import { globFault } from "../../shared/paths/glob.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";

/** Finds the faults of a choice of files that are known before a file is looked at. */
export function findChoiceFaults(
  request: Pick<RunRequest, "paths" | "exclude" | "changedLines" | "since" | "staged">,
): readonly Diagnostic[] {
  const { paths = [], exclude = [] } = request;
  return [
    ...globFaults("paths", paths),
    ...globFaults("exclude", exclude),
    ...linesFaults(request),
  ];
}

function globFaults(option: string, globs: readonly string[]): readonly Diagnostic[] {
  return globs.flatMap((glob) => {
    const fault = pathFault(glob) ?? globFault(glob);
    if (fault === undefined) return [];
    const message = `--${option}: ${shown(glob)} ${fault}.`;
    return [{ code: "invalid-option", severity: "error", message } as const];
  });
}

function linesFaults({
  changedLines,
  since,
  staged,
}: Pick<RunRequest, "changedLines" | "since" | "staged">): readonly Diagnostic[] {
  if (!changedLines || since !== undefined || staged) return [];
  const message = "--changed-lines does not say since when the lines changed.";
  const hint = "Add --since REF, or --staged.";
  return [{ code: "invalid-option", severity: "error", message, hint }];
}
