import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TrustInUse } from "../../model/source-file.ts";

/**
 * Returns the warning about a file of the work tree that would configure a run, and does not; `state` follows its path.
 */
export function ignoredNote(path: string, state: string, { mode, base }: TrustInUse): Diagnostic {
  const used =
    mode === "base"
      ? `this run uses the base commit ${(base ?? "").slice(0, 7)}`
      : "nothing of the tree is trusted";
  return {
    code: "source-ignored",
    severity: "warning",
    message: `${path} of the work tree ${state}: ${used}.`,
    path,
  };
}
