/** One `${{ … }}` in a text. Offsets are UTF-16 code units. */
export interface Expression {
  readonly start: number;
  readonly end: number;
  /** The text between the braces, trimmed. */
  readonly source: string;
}

const OPEN = "${{";
const CLOSE = "}}";

/** Returns the `${{ … }}` of a text, in order. Metavariables (`$A`, `$$$A`) and `${name}` are not expressions. */
export function findExpressions(text: string): Expression[] {
  const found: Expression[] = [];
  for (let start = text.indexOf(OPEN); start !== -1; ) {
    const close = text.indexOf(CLOSE, start + OPEN.length);
    if (close === -1) break; // No later one is closed either.
    const end = close + CLOSE.length;
    found.push({ start, end, source: text.slice(start + OPEN.length, close).trim() });
    start = text.indexOf(OPEN, end);
  }
  return found;
}

/** A part of a text: the text between expressions, or the text between the braces of an expression, trimmed. */
export type TextPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "expression"; readonly source: string };

/** Cuts a text at every `${{ … }}`, in order; without empty texts. */
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

/** Replaces every expression of a text in one pass; expressions in the replacements stay as they are (F14). */
export function replaceExpressions(text: string, valueFor: (source: string) => string): string {
  return splitExpressions(text)
    .map((part) => (part.kind === "text" ? part.text : valueFor(part.source)))
    .join("");
}

/** True if the text has a `${{` that no `}}` closes. */
export function hasOpenExpression(text: string): boolean {
  return replaceExpressions(text, () => "").includes(OPEN);
}
