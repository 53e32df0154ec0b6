import { type CompiledOp, compileOp } from "../../edit/compile-op.ts";
import { type Language, supportedLanguages } from "../../edit/language.ts";
import type { EditOp, OpProblem } from "../../model/edit.ts";

/** What is wrong with one op of a call, for the first language in which it was tried. */
export interface InvalidOp {
  readonly index: number;
  readonly language: Language;
  readonly problems: readonly OpProblem[];
}

/** The ops of a call, compiled once for each language that its files have. */
export class OpCompiler {
  readonly #ops: readonly EditOp[];
  readonly #byLanguage = new Map<Language, readonly CompiledOp[]>();

  constructor(ops: readonly EditOp[]) {
    this.#ops = ops;
  }

  /** The ops that are valid in a language, in the order written (A13). */
  for(language: Language): readonly CompiledOp[] {
    const known = this.#byLanguage.get(language);
    if (known) return known;
    const compiled = this.#ops.flatMap((op) => {
      const result = compileOp(op, language);
      return result.kind === "compiled" ? [result.op] : [];
    });
    this.#byLanguage.set(language, compiled);
    return compiled;
  }
}

/**
 * The ops that are valid in none of the languages (A7, A24). An op that is valid in one of them is
 * no problem. The problems told are those of the language that comes first.
 */
export function findInvalidOps(
  ops: readonly EditOp[],
  languages: readonly Language[],
): readonly InvalidOp[] {
  return ops.flatMap((op, index) => {
    let first: InvalidOp | undefined;
    let isText = false;
    for (const language of languages) {
      const result = compileOp(op, language);
      if (result.kind === "compiled" && !isPlainText(op, language)) return [];
      if (result.kind === "compiled") isText = true;
      else first ??= { index, language, problems: result.problems };
    }
    // Text that only HTML takes is a mistake where the pattern could have been meant for code.
    return first && !(isText && languages.length === 1) ? [first] : [];
  });
}

/** All languages, those first for which most patterns are written: their messages say most. */
export function languagesForCheck(): readonly Language[] {
  const first: readonly Language[] = ["typescript", "tsx", "javascript"];
  return [...first, ...supportedLanguages().filter((language) => !first.includes(language))];
}

/** In HTML a pattern without a tag is text, whatever it says: `foo(` is valid there. */
function isPlainText({ pat, selector }: EditOp, language: Language): boolean {
  return language === "html" && selector === undefined && !pat.includes("<");
}
