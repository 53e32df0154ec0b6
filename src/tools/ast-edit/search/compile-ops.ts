import { ES_LANGUAGES } from "../../../edit/compile/compile-imports.ts";
import { compileOp } from "../../../edit/compile/compile-op.ts";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { PrefilterWays } from "../../../edit/compile/rule-prefilter.ts";
import { isCodeLanguage, isSingleToken } from "../../../edit/compile/single-token.ts";
import { clip } from "../../../edit/engine/parse-issues.ts";
import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { EditOp } from "../../../model/edit.ts";
import type { FastWay } from "../../../model/search/fast-ways.ts";
import type { OpProblem } from "../../../model/search/op-problem.ts";
import { rustGlobMatcher } from "../../../shared/paths/rust-glob.ts";
import type { LanguageChoice } from "./language-choice.ts";

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
  /** The ops that would match by chance: they are single tokens of a language that the call does not name. */
  readonly leftOut: readonly EditOp[];
}

/** The ops of a call, compiled once for each language that its files have. */
export class OpCompiler {
  readonly #ops: readonly EditOp[];
  readonly #choice: Pick<LanguageChoice, "named" | "isChosen">;
  readonly #ways: PrefilterWays;
  readonly #byLanguage = new Map<Language, LanguageOps>();

  constructor(
    ops: readonly EditOp[],
    choice: Pick<LanguageChoice, "named" | "isChosen">,
    without: readonly FastWay[] = [],
  ) {
    this.#ops = ops;
    this.#choice = choice;
    this.#ways = { tokenPrefilter: !without.includes("token-prefilter") };
  }

  /** Returns the ops that are valid in a language and meant for a file, in the order written (A13). */
  for(language: Language, path: string): readonly CompiledOp[] {
    const known = this.#byLanguage.get(language) ?? this.#compile(language);
    this.#byLanguage.set(language, known);
    if (known.isForAll) return known.compiled;
    return known.ops.filter(({ isForFile }) => isForFile(path)).map(({ compiled }) => compiled);
  }

  /** Returns the ops that take no part in a language, because they are single tokens of it. */
  leftOutIn(language: Language): readonly EditOp[] {
    return this.#byLanguage.get(language)?.leftOut ?? [];
  }

  /** Compiles each op for the language itself, and for those of code that may be embedded in it. */
  #compile(language: Language): LanguageOps {
    const { named, isChosen } = this.#choice;
    const languages = [language, ...embeddedLanguages(language)].filter(isChosen);
    const leftOut: EditOp[] = [];
    const ops = this.#ops.flatMap((op) =>
      languages.flatMap((each) => {
        const result = compileOp(op, each, this.#ways);
        if (result.kind !== "compiled") return [];
        const isOpen = op.kind !== "imports" || ES_LANGUAGES.includes(each);
        if (!isOpen && !named.has(each)) return [];
        if (named.has(each) || !isSingleToken(op, each))
          return [{ compiled: result.op, isForFile: fileMatcher(op) }];
        if (each === language) leftOut.push(op);
        return [];
      }),
    );
    const isForAll = this.#ops.every((op) => op.kind !== "rule" || !(op.files || op.ignores));
    return { ops, compiled: ops.map(({ compiled }) => compiled), isForAll, leftOut };
  }
}

/**
 * Finds the ops that are valid in none of the languages (A7, A24), with their problems in the first one. An op that is
 * a single token of a language is valid there only if its author `named` the language.
 */
export function findInvalidOps(
  ops: readonly EditOp[],
  languages: Iterable<Language>,
  named: ReadonlySet<Language> = new Set(),
): readonly InvalidOp[] {
  return ops.flatMap((op, index) => findInvalid(op, index, languages, named) ?? []);
}

function findInvalid(
  op: EditOp,
  index: number,
  languages: Iterable<Language>,
  named: ReadonlySet<Language>,
): InvalidOp | undefined {
  let wrong: InvalidOp | undefined;
  let token: InvalidOp | undefined;
  let hasCode = false;
  for (const language of languages) {
    const result = compileOp(op, language);
    if (result.kind === "other-language") continue;
    const isCode = isCodeLanguage(language);
    if (result.kind === "invalid") {
      wrong ??= { index, language, problems: result.problems };
      hasCode ||= isCode;
    } else if (named.has(language) || !isSingleToken(op, language)) return undefined;
    else if (token === undefined || (isCode && !isCodeLanguage(token.language)))
      token = { index, language, problems: [singleToken(op, language)] };
  }
  // A pattern that is wrong in code is text in Markdown: its author meant code.
  if (wrong !== undefined && hasCode && !(token && isCodeLanguage(token.language))) return wrong;
  return token ?? wrong;
}

function singleToken(op: EditOp, language: Language): OpProblem {
  const code = op.kind === "pattern" ? clip(op.pat) : "the rule";
  return {
    code: "single-token",
    field: [op.kind === "pattern" ? "pat" : "rule"],
    message: `${code} is a single token of ${language}, which the step does not name`,
    hint: "Name the languages that it is for: `languages: [typescript]`, or the extensions in `paths`.",
  };
}

/** Returns a test of a rule's `files` and `ignores`; other ops are for every file. */
export function fileMatcher(op: EditOp): (path: string) => boolean {
  if (op.kind !== "rule") return () => true;
  const isNamed = op.files === undefined ? () => true : rustGlobMatcher(op.files);
  const isIgnored = rustGlobMatcher(op.ignores ?? []);
  return (path) => !isIgnored(path) && isNamed(path);
}
