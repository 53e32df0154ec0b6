import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import type { Span } from "../text/span.ts";
import type { Leaf } from "./leaves.ts";

/** White space and comments. */
const BLANK = String.raw`(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?=\n))*`;

/** A word after which a line end ends the statement, or a sign before which one does, with the white space between. */
const WORD = String.raw`(?<![\w$.])(?:return|throw|yield|break|continue|async|raise)\b`;
const BROKEN = new RegExp(
  String.raw`${WORD}(?=(${BLANK})[^\s};])|(?<=[\w$)\]])(${BLANK})(?:=>|\+\+|--)`,
  "g",
);

/** A replacement, and the texts that it is made of. */
interface WrittenText {
  readonly source: string;
  readonly language: Language;
  readonly replacement: Span & { readonly text: string };
  /** Code that the replacement may have as it was. */
  readonly parts: readonly string[];
}

/** Finds the words in a replacement that a line end now parts from their code, as in `return⏎a`. */
export function findBrokenLine({
  source,
  language,
  replacement,
  parts,
}: WrittenText): Leaf | undefined {
  const { start, end, text } = replacement;
  const ending = statementEndOf(language);
  if (!text.includes("\n") || (ending !== "either" && ending !== "line")) return undefined;
  const head = /[\w$.]*[ \t]*$/.exec(source.slice(Math.max(0, start - 16), start))?.[0] ?? "";
  const tail = /^[ \t]*(?:=>|\+\+|--)/.exec(source.slice(end, end + 16))?.[0] ?? "";
  const found = brokenIn(head + text + tail);
  const first = found[0];
  if (first === undefined) return undefined;
  const known = parts.reduce((sum, part) => sum + brokenIn(part).length, 0);
  return found.length > known ? { start, end, text: first } : undefined;
}

function brokenIn(text: string): readonly string[] {
  return [...text.matchAll(BROKEN)].flatMap(([whole, behind, before]) =>
    (behind ?? before ?? "").includes("\n") ? [whole.trim()] : [],
  );
}
