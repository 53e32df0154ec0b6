import type { Language } from "../../../edit/language/language.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { EditOp } from "../../../model/edit.ts";
import type { PlaceInText } from "../../../model/recipe/recipe.ts";

/** The languages in which a pattern is easily taken for other code. */
const MISREADING: readonly Language[] = ["bash", "c", "cpp", "go", "php", "ruby"];

/** Warns of the patterns of an op that are read in another way than they look: see misread-patterns.ts. */
export async function checkReadings(
  op: EditOp,
  languages: readonly Language[],
  placeOf: (field: readonly (string | number)[]) => PlaceInText,
): Promise<readonly Diagnostic[]> {
  const judged = languages.filter((each) => MISREADING.includes(each));
  if (judged.length === 0) return [];
  const { findMisreadPatterns } = await import("./misread-patterns.ts");
  return findMisreadPatterns(op, judged).map(({ code, field, message, hint }) => {
    return {
      code,
      severity: "warning",
      message: `${op.id}: ${message}`,
      hint,
      ...placeOf(field),
    };
  });
}
