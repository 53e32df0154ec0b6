import { type CompiledOp, compileOp } from "../../edit/compile-op.ts";
import { type Language, resolveLanguage, supportedLanguages } from "../../edit/language.ts";
import type { EditOp, OpProblem } from "../../model/edit.ts";

/** What is wrong with one op of a call, for the first language in which it was tried. */
export interface InvalidOp {
  readonly index: number;
  readonly language: string;
  readonly problems: readonly OpProblem[];
}

/** The ops of a call, compiled once for each language that its files have. */
export class OpCompiler {
  readonly #ops: readonly EditOp[];
  readonly #byLanguage = new Map<string, readonly CompiledOp[]>();

  constructor(ops: readonly EditOp[]) {
    this.#ops = ops;
  }

  /** The ops that are valid in a language, in the order written (A13). Throws on a language that is none. */
  for(name: string): readonly CompiledOp[] {
    const known = this.#byLanguage.get(name);
    if (known) return known;
    const language = resolveLanguage(name);
    if (language === undefined) throw new Error(`Unknown language ${name} in a checked call.`);
    const compiled = this.#ops.flatMap((op) => {
      const result = compileOp(op, language);
      return result.kind === "compiled" ? [result.op] : [];
    });
    this.#byLanguage.set(name, compiled);
    return compiled;
  }
}

/** The ops that are valid in none of the languages (A7, A24). An op that is valid in one of them is no problem. */
export function findInvalidOps(
  ops: readonly EditOp[],
  languages: readonly Language[] = supportedLanguages(),
): readonly InvalidOp[] {
  return ops.flatMap((op, index) => {
    let first: InvalidOp | undefined;
    for (const language of languages) {
      const result = compileOp(op, language);
      if (result.kind === "compiled") return [];
      first ??= { index, language, problems: result.problems };
    }
    return first ? [first] : [];
  });
}
