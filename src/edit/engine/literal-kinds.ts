/** The deepest nesting of nodes that is followed: far below the size of the stack. */
export const MAX_DEPTH = 1500;

const LITERAL =
  /string|heredoc|quoted|text_block|block_scalar|quote_scalar|fence_content|raw_text|regex|sigil|char(acter)?_literal/;
const NO_LITERAL = /interpolat|substitution|expansion|array|string_scalar/;

const known = new Map<string, boolean>();

/** True for the kinds of literals that have text as their content, in any grammar. */
export function isLiteralKind(kind: string): boolean {
  const before = known.get(kind);
  if (before !== undefined) return before;
  const isLiteral = LITERAL.test(kind) && !NO_LITERAL.test(kind);
  known.set(kind, isLiteral);
  return isLiteral;
}
