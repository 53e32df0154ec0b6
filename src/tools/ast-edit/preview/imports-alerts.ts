import { ES_LANGUAGES, IMPORTING } from "../../../edit/compile/compile-imports.ts";
import type { Language } from "../../../edit/language/language.ts";
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
  named: ReadonlySet<Language>,
): readonly CallAlert[] {
  const edited = [...new Set(changes.flatMap(({ language }) => language ?? []))].sort();
  const isKnown = (language: Language) =>
    ES_LANGUAGES.includes(language) || (IMPORTING.includes(language) && named.has(language));
  if (edited.length === 0 || edited.some(isKnown)) return [];
  const isNameless = edited.some((language) => IMPORTING.includes(language));
  const fault = isNameless ? "which it does not name" : "whose imports are not known";
  const why = `the step edits files of ${edited.join(", ")} only, ${fault}`;
  return ops
    .filter(({ kind }) => kind === "imports")
    .map(({ id }) => {
      const message = `\`${id}\` changes no imports: ${why}. It changes those of ${IMPORTING.join(", ")}.`;
      return { level: "warn", code: "imports-unknown", message };
    });
}
