import { compileOp } from "../../../edit/compile/compile-op.ts";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { readRule } from "../../../edit/compile/rule-atoms.ts";
import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { EditOp, OpProblem } from "../../../model/edit.ts";
import { rustGlobMatcher } from "../../../shared/paths/rust-glob.ts";

/** The problems of one op of a call, in the first language in which it was tried. */
export interface InvalidOp {
  readonly index: number;
  readonly language: Language;
  readonly problems: readonly OpProblem[];
}

/** A compiled op, and a test of the files that it is for. */
interface FileOp {
  readonly compiled: CompiledOp;
  readonly isForFile: (path: string) => boolean;
}

/** The ops for one language. */
interface LanguageOps {
  readonly ops: readonly FileOp[];
  readonly compiled: readonly CompiledOp[];
  /** True if each op is for every file. */
  readonly isForAll: boolean;
}

/** The ops of a call, compiled once for each language that its files have. */
export class OpCompiler {
  readonly #ops: readonly EditOp[];
  readonly #byLanguage = new Map<Language, LanguageOps>();

  constructor(ops: readonly EditOp[]) {
    this.#ops = ops;
  }

  /** Returns the ops that are valid in a language and meant for a file, in the order written (A13). */
  for(language: Language, path: string): readonly CompiledOp[] {
    const known = this.#byLanguage.get(language) ?? this.#compile(language);
    this.#byLanguage.set(language, known);
    if (known.isForAll) return known.compiled;
    return known.ops.filter(({ isForFile }) => isForFile(path)).map(({ compiled }) => compiled);
  }

  /** Compiles each op for the language itself, and for those of code that may be embedded in it. */
  #compile(language: Language): LanguageOps {
    const languages = [language, ...embeddedLanguages(language)];
    const ops = this.#ops.flatMap((op) =>
      languages.flatMap((each) => {
        const result = compileOp(op, each);
        return result.kind === "compiled"
          ? [{ compiled: result.op, isForFile: fileMatcher(op) }]
          : [];
      }),
    );
    const isForAll = this.#ops.every((op) => op.kind === "pattern" || !(op.files || op.ignores));
    return { ops, compiled: ops.map(({ compiled }) => compiled), isForAll };
  }
}

/**
 * Finds the ops that are valid in none of the languages (A7, A24), with their problems in the first one. A language
 * that takes nearly everything as text counts only if no language of code is given, or if the op `isMeantFor` it.
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
      if (result.kind === "other-language") continue;
      const isOnlyText = isPlainText(op, language) && !isMeantFor(language);
      if (result.kind === "compiled" && !isOnlyText) return [];
      if (result.kind === "compiled") isText = true;
      else first ??= { index, language, problems: result.problems };
      hasCode ||= !Object.hasOwn(plainText, language) && !dataLanguages.includes(language);
    }
    return first && (hasCode || !isText) ? [first] : [];
  });
}

/** The languages that are neither text nor code: a pattern that they refuse may be meant for text. */
const dataLanguages: readonly Language[] = ["json", "toml"];

/** Patterns without any syntax, in languages in which they are text: `foo(` is valid there. */
const plainText: Readonly<Record<Language, RegExp>> = {
  html: /^[^<]*$/,
  markdown: /^(?!\s*([#>|*+`~<-]|\d+[.)]|\[))/,
  yaml: /^(?!\s*(- |[[{&*!|>?%"'#-]|[\w$."'/-]+\s*:(\s|$)))/,
};

/** Returns true if the op is text. A rule is text if all of its patterns are, and it names no kind of node. */
function isPlainText(op: EditOp, language: Language): boolean {
  const text = plainText[language];
  if (text === undefined) return false;
  if (op.kind === "pattern") return op.selector === undefined && text.test(op.pat);
  const { atoms } = readRule(op.rule, []);
  return atoms.every((atom) =>
    atom.kind === "pattern"
      ? atom.selector === undefined && text.test(atom.context)
      : atom.kind !== "kind",
  );
}

/** Returns a test of a rule's `files` and `ignores`; other ops are for every file. */
function fileMatcher(op: EditOp): (path: string) => boolean {
  if (op.kind === "pattern") return () => true;
  const isNamed = op.files === undefined ? () => true : rustGlobMatcher(op.files);
  const isIgnored = rustGlobMatcher(op.ignores ?? []);
  return (path) => !isIgnored(path) && isNamed(path);
}
