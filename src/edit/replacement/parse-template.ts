import { indentationAt } from "./indentation.ts";
import type { Template, TemplateVariable } from "./template.ts";

/** The names that a template may mean. */
interface TemplateNames {
  /** The names of transformed texts. */
  readonly transformed?: Iterable<string>;
  /** The names that are bound to many nodes. */
  readonly many?: Iterable<string>;
}

/**
 * Reads a template: a variable is one to three dollars and a name of capitals, digits and `_`; with three it stands for
 * many nodes, and a transformed name for its text. `$$$$HOME` is the text `$HOME`, unless `$$$HOME` is bound: then it
 * is a dollar before that, as in ast-grep. All other dollars are text.
 */
export function parseTemplate(text: string, names: TemplateNames = {}): Template {
  const transformedNames = new Set(names.transformed);
  const manyNames = new Set(names.many);
  const parts: (string | TemplateVariable)[] = [];
  let textStart = 0;
  for (const match of text.matchAll(/(\${1,3})([A-Z_0-9]+)/g)) {
    const [whole, dollars, name] = match;
    if (dollars === undefined || name === undefined) continue;
    if (isWritten(text, match.index, dollars) && !manyNames.has(name)) {
      // One of the four dollars stays, as a part of the text that begins with it.
      parts.push(text.slice(textStart, match.index - 1));
      textStart = match.index + 2;
      continue;
    }
    const isMany = dollars.length === 3;
    const isTransformed = !isMany && transformedNames.has(name);
    if (match.index > textStart) parts.push(text.slice(textStart, match.index));
    parts.push({
      kind: isMany ? "many" : isTransformed ? "transformed" : "single",
      name,
      indentation: indentationAt(text, match.index),
    });
    textStart = match.index + whole.length;
  }
  if (textStart < text.length) parts.push(text.slice(textStart));
  return parts;
}

/** True for the last three dollars of exactly four. */
function isWritten(text: string, at: number, dollars: string): boolean {
  return dollars.length === 3 && text[at - 1] === "$" && text[at - 2] !== "$";
}
