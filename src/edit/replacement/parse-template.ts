import { indentationAt } from "./indentation.ts";
import type { Template, TemplateVariable } from "./template.ts";

/**
 * Reads a template: a variable is one to three dollars and a name of capitals, digits and `_`; with three it stands for
 * many nodes, and a name in `transformedNames` for a transformed text. All other dollars are text, without an escape,
 * as in ast-grep.
 */
export function parseTemplate(
  text: string,
  transformedNames: ReadonlySet<string> = new Set(),
): Template {
  const parts: (string | TemplateVariable)[] = [];
  let textStart = 0;
  for (const match of text.matchAll(/(\${1,3})([A-Z_0-9]+)/g)) {
    const [whole, dollars, name] = match;
    if (dollars === undefined || name === undefined) continue;
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
