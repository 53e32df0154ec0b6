import { compileOp } from "../../edit/compile/compile-op.ts";
import type { CompiledOp } from "../../edit/compile/compiled-op.ts";
import { readRule } from "../../edit/compile/rule-atoms.ts";
import { embeddedLanguages } from "../../edit/language/embedded-code.ts";
import type { Language } from "../../edit/language/language.ts";
import type { EditOp, OpProblem } from "../../model/edit.ts";
import { rustGlobMatcher } from "../../shared/paths/rust-glob.ts";

/** What is wrong with one op of a call, for the first language in which it was tried. */
export interface InvalidOp {
  readonly index: number;
  readonly language: Language;
  readonly problems: readonly OpProblem[];
}

/** A compiled op, and the files that it is for. */
interface FileOp {
  readonly compiled: CompiledOp;
  readonly isForFile: (path: string) => boolean;
}

/** The ops for one language. */
interface LanguageOps {
  readonly ops: readonly FileOp[];
  readonly compiled: readonly CompiledOp[];
  /** None of them is only for some of the files. */
  readonly isForAll: boolean;
}

/** The ops of a call, compiled once for each language that its files have. */
export class OpCompiler {
  readonly #ops: readonly EditOp[];
  readonly #byLanguage = new Map<Language, LanguageOps>();

  constructor(ops: readonly EditOp[]) {
    this.#ops = ops;
  }

  /** The ops that are valid in a language and meant for a file, in the order written (A13). */
  for(language: Language, path: string): readonly CompiledOp[] {
    const known = this.#byLanguage.get(language) ?? this.#compile(language);
    this.#byLanguage.set(language, known);
    if (known.isForAll) return known.compiled;
    return known.ops.filter(({ isForFile }) => isForFile(path)).map(({ compiled }) => compiled);
  }

  /** Each op for the language itself, and for those of which code may stand inside. */
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

/** Languages that are no text and no code: a pattern that they refuse may be meant for text. */
const dataLanguages: readonly Language[] = ["json", "toml"];

/** What a pattern without any syntax looks like, in languages where that is text: `foo(` is valid there. */
const plainText: Readonly<Record<Language, RegExp>> = {
  html: /^[^<]*$/,
  markdown: /^(?!\s*([#>|*+`~<-]|\d+[.)]|\[))/,
  yaml: /^(?!\s*(- |[[{&*!|>?%"'#-]|[\w$."'/-]+\s*:(\s|$)))/,
};

/** A rule is text where all of its patterns are, and where it names no kind of node. */
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

/** Whether a rule's `files` and `ignores` let it look at a file; other ops look at every file. */
function fileMatcher(op: EditOp): (path: string) => boolean {
  if (op.kind === "pattern") return () => true;
  const isNamed = op.files === undefined ? () => true : rustGlobMatcher(op.files);
  const isIgnored = rustGlobMatcher(op.ignores ?? []);
  return (path) => !isIgnored(path) && isNamed(path);
}
