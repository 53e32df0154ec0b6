import { dialectOf } from "../../syntax/dialect.ts";
import { hasNoErrors } from "../../syntax/estree.ts";
import { isDeep } from "../engine/deep-code.ts";
import { parseText } from "../engine/engine.ts";
import { findErrorNodes } from "../engine/error-nodes.ts";
import type { Language } from "../language/language.ts";

/** The longest text that is parsed to find a limit of a grammar; UTF-16 code units. */
const MOST_TEXT = 1_000_000;

/** The most code that the grammar cannot read: in it brackets of any depth lie beside each other. */
const MOST_BROKEN = 1_000;

/**
 * True if a text is valid JavaScript or TypeScript by the rules of these languages, whatever the grammar says. Code that
 * may be deeper than their parser can read, which it could end the process by, counts as not valid.
 */
export function isValidScript(text: string, language: Language): boolean {
  const dialect = dialectOf(language);
  if (dialect === undefined || text.length > MOST_TEXT) return false;
  const root = parseText(text, language);
  const broken = findErrorNodes(root, language).reduce((sum, node) => {
    const { start, end } = node.range();
    return sum + end.index - start.index;
  }, 0);
  return broken <= MOST_BROKEN && !isDeep(root) && hasNoErrors(text, dialect);
}
