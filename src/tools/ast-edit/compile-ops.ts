import { type CompiledOp, compileOp } from "../../edit/compile-op.ts";
import type { Language } from "../../edit/language.ts";
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
 * no problem. The problems told are those of the language that comes first. In a language that takes
 * nearly everything as text, text counts as valid only where no language of code is among them, or where
 * the op `isMeantFor` that language.
 */
export function findInvalidOps(
  ops: readonly EditOp[],
  languages: Iterable<Language>,
  isMeantFor: (language: Language) => boolean = () => false,
): readonly InvalidOp[] {
  return ops.flatMap((op, index) => {
    let first: InvalidOp | undefined;
    let isText = false;
    let hasCode = false;
    for (const language of languages) {
      const result = compileOp(op, language);
      const isOnlyText = isPlainText(op, language) && !isMeantFor(language);
      if (result.kind === "compiled" && !isOnlyText) return [];
      if (result.kind === "compiled") isText = true;
      else first ??= { index, language, problems: result.problems };
      hasCode ||= !(language in plainText) && !dataLanguages.includes(language);
    }
    return first && (hasCode || !isText) ? [first] : [];
  });
}

/** Languages that are no text and no code: a pattern that they refuse may be meant for text. */
const dataLanguages: readonly Language[] = ["json", "toml"];

/** What a pattern without any syntax looks like, in languages where that is text: `foo(` is valid there. */
const plainText: Readonly<Record<Language, RegExp>> = {
  html: /^[^<]*$/,
  markdown: /^(?!\s*([#>|*+`~<-]|\d+[.)]|\[))/,
  yaml: /^(?!\s*(- |[[{&*!|>?%"'#-]|[\w$."'/-]+\s*:(\s|$)))/,
};

function isPlainText({ pat, selector }: EditOp, language: Language): boolean {
  return selector === undefined && (plainText[language]?.test(pat) ?? false);
}
