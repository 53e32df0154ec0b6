import { dialectOf } from "../../syntax/dialect.ts";
import { parseEstree } from "../../syntax/estree.ts";
import type { Language } from "../language/language.ts";

/** The longest text that is parsed to find a limit of a grammar; UTF-16 code units. */
const MOST_TEXT = 1_000_000;

/** True if a text is valid JavaScript or TypeScript by the rules of these languages, whatever the grammar says. */
export function isValidScript(text: string, language: Language): boolean {
  const dialect = dialectOf(language);
  return (
    dialect !== undefined && text.length <= MOST_TEXT && parseEstree(text, dialect) !== undefined
  );
}
