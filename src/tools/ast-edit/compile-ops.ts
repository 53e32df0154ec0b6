import { type CompiledOp, compileOp } from "../../edit/compile-op.ts";
import { type Language, supportedLanguages } from "../../edit/language.ts";
import type { EditOp, OpProblem } from "../../model/edit.ts";
import { rustGlobMatcher } from "../../shared/rust-glob.ts";

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

/** The ops of a call, compiled once for each language that its files have. */
export class OpCompiler {
  readonly #ops: readonly EditOp[];
  readonly #byLanguage = new Map<Language, readonly FileOp[]>();

  constructor(ops: readonly EditOp[]) {
    this.#ops = ops;
  }

  /** The ops that are valid in a language and meant for a file, in the order written (A13). */
  for(language: Language, path: string): readonly CompiledOp[] {
    const known = this.#byLanguage.get(language) ?? this.#compile(language);
    this.#byLanguage.set(language, known);
    return known.filter(({ isForFile }) => isForFile(path)).map(({ compiled }) => compiled);
  }

  #compile(language: Language): readonly FileOp[] {
    return this.#ops.flatMap((op) => {
      const result = compileOp(op, language);
      return result.kind === "compiled"
        ? [{ compiled: result.op, isForFile: fileMatcher(op) }]
        : [];
    });
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
      if (result.kind === "other-language") continue;
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
function isPlainText(op: EditOp, language: Language): boolean {
  if (language !== "html") return false;
  if (op.kind === "pattern") return op.selector === undefined && !op.pat.includes("<");
  // A rule that names a kind of HTML, or the language itself, is meant for it.
  return op.language === undefined && !/[<]|"kind":|"selector":/.test(JSON.stringify(op.rule));
}

/** Whether a rule's `files` and `ignores` let it look at a file; other ops look at every file. */
function fileMatcher(op: EditOp): (path: string) => boolean {
  if (op.kind === "pattern") return () => true;
  const isNamed = op.files === undefined ? () => true : rustGlobMatcher(op.files);
  const isIgnored = rustGlobMatcher(op.ignores ?? []);
  return (path) => !isIgnored(path) && isNamed(path);
}
