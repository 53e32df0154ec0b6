/** One `${{ … }}` in a text. Offsets are UTF-16 code units. */
export interface Expression {
  readonly start: number;
  readonly end: number;
  /** What stands between the braces, trimmed. */
  readonly source: string;
}

const EXPRESSION = /\$\{\{(.*?)\}\}/gs;

/** The `${{ … }}` of a text, in order. Metavariables (`$A`, `$$$A`) and `${name}` are none. */
export function findExpressions(text: string): Expression[] {
  return [...text.matchAll(EXPRESSION)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    source: (match[1] ?? "").trim(),
  }));
}

/** The text with every expression replaced in one pass; what is put in is not looked at again (F14). */
export function replaceExpressions(text: string, valueFor: (source: string) => string): string {
  return text.replace(EXPRESSION, (_whole, source: string) => valueFor(source.trim()));
}

/** Whether a `${{` stands in the text that no `}}` closes. */
export function hasOpenExpression(text: string): boolean {
  return text.replace(EXPRESSION, "").includes("${{");
}
