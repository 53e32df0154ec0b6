import { dialectOf } from "../../syntax/dialect.ts";
import { hasNoErrors } from "../../syntax/estree.ts";
import type { Language } from "../language/language.ts";

/**
 * True if a text is valid JavaScript or TypeScript by the rules of these languages, whatever the grammar says. Give it
 * only texts that `mayBeValid` is true of.
 */
export function isValidScript(text: string, language: Language): boolean {
  const dialect = dialectOf(language);
  return dialect !== undefined && hasNoErrors(text, dialect);
}
