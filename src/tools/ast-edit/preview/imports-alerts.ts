import { IMPORTING } from "../../../edit/compile/compile-imports.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { EditOp } from "../../../model/edit.ts";
import type { CallAlert } from "../search/search-shapes.ts";

/**
 * Returns an alert for each op that changes imports, if a call has edited files and all of them are of languages whose
 * imports are not known.
 */
export function importsAlerts(
  ops: readonly EditOp[],
  changes: readonly Pick<FileChange, "language">[],
): readonly CallAlert[] {
  const edited = [...new Set(changes.flatMap(({ language }) => language ?? []))].sort();
  if (edited.length === 0 || edited.some((language) => IMPORTING.includes(language))) return [];
  const why = `the step edits files of ${edited.join(", ")} only, whose imports are not known`;
  return ops
    .filter(({ kind }) => kind === "imports")
    .map(({ id }) => {
      const message = `\`${id}\` changes no imports: ${why}. It changes those of ${IMPORTING.join(", ")}.`;
      return { level: "warn", code: "imports-unknown", message };
    });
}
