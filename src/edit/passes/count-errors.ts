import type { CompiledOp } from "../compile/compiled-op.ts";
import { countLenient } from "../engine/lenient-syntax.ts";
import { findParseIssues } from "../engine/parse-issues.ts";
import type { Language } from "../language/language.ts";
import { partsOf } from "./parts.ts";

/** The code of a text, and the way in which its errors are counted. */
interface CountedCode {
  readonly language: Language;
  readonly ops: readonly CompiledOp[];
  /** False if all nodes are asked if they are errors. Default: true. */
  readonly tokenLists?: boolean | undefined;
}

/** Counts the syntax errors of a text, in the same trees that a search for the ops would parse. */
export function countErrors(text: string, { language, ops, tokenLists }: CountedCode): number {
  const parts = partsOf(text, language, ops);
  const { errorNodes } = findParseIssues(parts, text, { tokenLists });
  return errorNodes + countLenient(parts, { isClean: errorNodes === 0 });
}
