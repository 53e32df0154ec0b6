import { compileOp } from "../../../edit/compile/compile-op.ts";
import { parseText } from "../../../edit/engine/engine.ts";
import { hasErrors } from "../../../edit/engine/error-nodes.ts";
import { factsOfLanguage, type Language } from "../../../edit/language/language.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { EditOp } from "../../../model/edit.ts";
import type { PlaceInText } from "../../../model/recipe/recipe.ts";

/** Languages in which nearly every text is code. Where a step may have others, these do not count. */
const LENIENT: ReadonlySet<Language> = new Set(
  "bash css haskell html markdown scala yaml".split(" "),
);

/**
 * Tells if the template of an op is no whole code: see find-not-whole.ts, which is loaded only for one that the engine
 * does not read at once.
 */
export async function checkTemplate(
  op: EditOp,
  languages: Iterable<Language>,
  place: PlaceInText,
): Promise<readonly Diagnostic[]> {
  if (op.kind === "imports" || typeof op.out !== "string") return [];
  const code = op.out.replace(/\${1,3}[A-Z_0-9]+/g, "zslot");
  const isWhole = (language: Language) =>
    isReadAtOnce(code, language) && compileOp(op, language).kind === "compiled";
  // One after another: those that are not built in have to be loaded.
  const all: Language[] = [];
  for (const language of languages) {
    if (!LENIENT.has(language) && isWhole(language)) return [];
    all.push(language);
  }
  const strict = all.filter((language) => !LENIENT.has(language));
  if (strict.length === 0 && all.some(isWhole)) return [];
  const { findNotWhole } = await import("./find-not-whole.ts");
  return findNotWhole(op, strict.length > 0 ? strict : all, place);
}

function isReadAtOnce(code: string, language: Language): boolean {
  if (factsOfLanguage(language).patternPrefix !== undefined) return false; // Without it, all is text.
  try {
    return !hasErrors(parseText(`${code}\n`, language));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return true; // Nested too deeply to be read.
  }
}
