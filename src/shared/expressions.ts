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

/** A part of a text: what stands between expressions, or what stands between the braces of one, trimmed. */
export type TextPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "expression"; readonly source: string };

/** A text, cut at every `${{ … }}`, in order; without empty texts. */
export function splitExpressions(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const addText = (until: number) => {
    if (until > done) parts.push({ kind: "text", text: text.slice(done, until) });
  };
  for (const { start, end, source } of findExpressions(text)) {
    addText(start);
    parts.push({ kind: "expression", source });
    done = end;
  }
  addText(text.length);
  return parts;
}

/** The text with every expression replaced in one pass; what is put in is not looked at again (F14). */
export function replaceExpressions(text: string, valueFor: (source: string) => string): string {
  return text.replace(EXPRESSION, (_whole, source: string) => valueFor(source.trim()));
}

/** Whether a `${{` stands in the text that no `}}` closes. */
export function hasOpenExpression(text: string): boolean {
  return text.replace(EXPRESSION, "").includes("${{");
}
