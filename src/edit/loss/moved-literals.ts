import type { SgNode } from "@ast-grep/napi";
import type { Language } from "../language/language.ts";
import { bindingsOf, nodesOf } from "../match/bindings.ts";
import { moveIndentation } from "../replacement/indentation.ts";
import { withoutSpace } from "../text/without-space.ts";
import { countTexts } from "./count-texts.ts";
import {
  findLongLiterals,
  type LongLiteral,
  literalValue,
  mayHaveLongLiteral,
} from "./literals.ts";
import type { CapturedCode } from "./op-code.ts";

/** A match with the text that replaces it. */
interface ReplacedMatch {
  readonly match: SgNode;
  readonly captures: readonly CapturedCode[];
  readonly source: string;
  readonly text: string;
  readonly language: Language;
  /** True if the tree of the match has syntax errors. */
  readonly hasErrors: () => boolean;
}

/** Finds the literals in captures whose content is another one in the text that replaces the match. */
export function findMovedLiterals(replaced: ReplacedMatch): readonly LongLiteral[] {
  const { match, captures, source, text, language, hasErrors } = replaced;
  const moved = captures.filter(({ start, end, fate }) => {
    const code = source.slice(start, end);
    const isMoved = fate !== "dropped" && code.includes("\n") && !text.includes(code);
    return isMoved && (mayHaveLongLiteral(code, language) || hasErrors());
  });
  if (moved.length === 0) return [];
  const bindings = bindingsOf(match);
  const literals = moved.flatMap(({ kind, name, fate }) =>
    (kind === "many" ? bindings.nodes(name) : nodesOf(bindings, name))
      .flatMap((node) => findLongLiterals(node, source))
      .map((literal) => ({ ...literal, fate })),
  );
  if (literals.length === 0) return [];
  const counts = countTexts(literals.map((literal) => literal.text));
  const bare = withoutSpace(text);
  return literals.filter((literal) => {
    if (countOccurrences(text, literal.text) >= (counts.get(literal.text) ?? 1)) return false;
    // A transformation may well change a literal, but not by moving it.
    if (literal.fate === "changed" && !bare.includes(withoutSpace(literal.text))) return false;
    return !isWrittenElsewhere(literal.text, text, language);
  });
}

/** Returns the pieces of a template's own literals that its text has in another column. */
export function findMovedTexts(
  pieces: readonly string[],
  { source, text, language }: Pick<ReplacedMatch, "source" | "text" | "language">,
): readonly string[] {
  if (pieces.length === 0) return [];
  const written = source.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
  return pieces.filter(
    (piece) => !written.includes(piece) && !isWrittenElsewhere(piece, written, language),
  );
}

const MOST_COLUMNS = 80;

/** True if a literal only stands in another column, and its language does not count the columns of all lines. */
function isWrittenElsewhere(literal: string, text: string, language: Language): boolean {
  const value = literalValue(literal, language);
  if (value === literal) return false;
  for (let columns = -MOST_COLUMNS; columns <= MOST_COLUMNS; columns += 1) {
    const move = { from: Math.max(0, -columns), to: Math.max(0, columns) };
    const moved = moveIndentation(literal, move);
    if (text.includes(moved) && literalValue(moved, language) === value) return true;
  }
  return false;
}

function countOccurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    count += 1;
  return count;
}
