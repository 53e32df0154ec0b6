import type { EditOp, ImportsOp, OpProblem, PatternOp, RuleOp } from "../../model/edit.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { type EngineSearch, findSearchProblem, searchOf } from "../engine/engine.ts";
import { withCheckedNames, withWrittenNames, writtenCodes } from "../engine/written-names.ts";
import { type Language, resolveLanguage } from "../language/language.ts";
import { parseTemplate } from "../replacement/parse-template.ts";
import { asCode, findCodeVariables } from "./code-variables.ts";
import { compileRule } from "./compile-rule.ts";
import type { CompiledOp } from "./compiled-op.ts";
import { searchedRule } from "./complete-rule.ts";
import { keptPattern } from "./kept-pattern.ts";
import { parsePattern } from "./parse-pattern.ts";
import { allOf, anyOf, containsAll, EVERY_TEXT } from "./prefilter.ts";
import { callAdvice, readAsCall } from "./read-as-call.ts";
import {
  type PrefilterWays,
  prefilterOfPattern,
  prefilterOfSearch,
  tokensFor,
} from "./rule-prefilter.ts";
import { findUnboundVariables } from "./unbound-variables.ts";

/** A compiled op, or all of its problems in this language. */
export type CompileOutcome =
  | { readonly kind: "compiled"; readonly op: CompiledOp }
  | { readonly kind: "invalid"; readonly problems: readonly OpProblem[] }
  /** The op is for files of another language: it has no problem, and nothing to do here. */
  | { readonly kind: "other-language" };

/**
 * Compiles an op for files of one language; never throws. Returns all problems, not only the first: a pattern that is
 * not a single piece of valid code (A24), an unknown selector, invalid parts of a rule, and every metavariable of `out`
 * that nothing binds, which ast-grep would silently replace by nothing.
 */
export function compileOp(
  op: EditOp,
  language: Language,
  ways: PrefilterWays = {},
): CompileOutcome {
  const { tokenPrefilter = true } = ways;
  const key = `${language} ${tokenPrefilter}`;
  const known = compiledOps.get(op)?.get(key);
  if (known !== undefined) return known;
  const outcome = finish(compileByKind(op, language, ways), op, language);
  if (outcome.kind === "compiled")
    compiledOps.set(op, (compiledOps.get(op) ?? new Map()).set(key, outcome));
  return outcome;
}

/** Names in problems what the author wrote, and adds the search of an op whose metavariables may be meant as code. */
function finish(outcome: CompileOutcome, op: EditOp, language: Language): CompileOutcome {
  if (outcome.kind === "other-language") return outcome;
  if (outcome.kind === "invalid") {
    const problems = outcome.problems.map((each) => {
      const reading =
        each.code === "pattern-syntax" && op.kind === "pattern" && readAsCall(op, language);
      const hinted = reading ? { ...each, hint: callAdvice(reading) } : each;
      return { ...hinted, message: withWrittenNames(each.message) };
    });
    return { kind: "invalid", problems };
  }
  const variables = findCodeVariables(op, language);
  if (variables.length === 0) return outcome;
  const meant = compileByKind(asCode(op, variables), language, {});
  const meantSearch = meant.kind === "compiled" ? meant.op.search : undefined;
  return { kind: "compiled", op: { ...outcome.op, meantSearch } };
}

function compileByKind(op: EditOp, language: Language, ways: PrefilterWays): CompileOutcome {
  switch (op.kind) {
    case "rule":
      return compileRuleOp(op, language, ways);
    case "pattern":
      return compilePatternOp(op, language, ways);
    case "imports":
      return compileImports(op, language);
  }
}

/** The languages with imports that an op can change, in files that are of that language as a whole. */
export const IMPORTING: readonly Language[] = ["javascript", "typescript", "tsx"];

/** A file is looked at if another op may match in it, if it may get an import, or if it names the module. */
function compileImports({ id, imports }: ImportsOp, language: Language): CompileOutcome {
  if (!IMPORTING.includes(language)) return { kind: "other-language" };
  const { add, remove, merge, when } = imports;
  const named = remove.map(({ from }) => containsAll([from]));
  const always = add.length > 0 || merge ? EVERY_TEXT : anyOf(named);
  return {
    kind: "compiled",
    op: {
      id,
      language,
      imports,
      search: { rule: { kind: "program" } },
      transforms: [],
      fix: { template: [] },
      sharedNames: [],
      prefilter: when === "always" ? always : anyOf([]),
      rewriters: {},
      isIgnorable: false,
    },
  };
}

/** The ops that are valid, by language: each is compiled to be checked, and used then. */
const compiledOps = new WeakMap<EditOp, Map<string, CompileOutcome>>();

function compilePatternOp(
  written: PatternOp,
  language: Language,
  ways: PrefilterWays,
): CompileOutcome {
  const op = completePattern(written, language);
  const parsed = parsePattern(op, language);
  if (parsed.kind === "invalid") return { kind: "invalid", problems: [parsed.problem] };
  const { facts } = parsed;
  const plain = searchOf(op);
  const search = { ...plain, rule: withCheckedNames(plain.rule) };
  const template = parseTemplate(op.out, facts);
  const { single, many } = facts;
  const bound = { single, many, transformed: [], hidden: [], boundBy: "pattern" } as const;
  const problems = [
    ...findEngineProblem(search, language),
    ...findUnboundVariables(template, ["out"], bound),
  ];
  if (problems.length > 0) return { kind: "invalid", problems };
  // `ast-grep run` skips a file that does not contain the longest token.
  const needed = prefilterOfPattern(facts, op.strictness, tokensFor(language, ways));
  const prefilter = allOf([containsAll([facts.literal, ...writtenCodes(op.pat)]), needed]);
  return {
    kind: "compiled",
    op: {
      search,
      transforms: [],
      fix: {
        template,
        layout: op.layout === "keep" ? keptPattern(op, language) : undefined,
        deleteLines: op.deleteLines,
        parens: op.parens === "auto" ? true : undefined,
      },
      sharedNames: [],
      id: op.id,
      language,
      prefilter,
      rewriters: {},
      isIgnorable: false,
      leftovers: op.leftovers,
    },
  };
}

function compileRuleOp(op: RuleOp, language: Language, ways: PrefilterWays): CompileOutcome {
  if (op.language !== undefined && resolveLanguage(op.language) !== language)
    return { kind: "other-language" };
  const compiled = compileRule(searchedRule(op, language), language);
  if (compiled.kind === "invalid") return compiled;
  const { rule, rewriters } = compiled;
  const prefilter = prefilterOfSearch(rule.search, language, ways);
  return {
    kind: "compiled",
    op: {
      ...{ ...rule, id: op.id, language, prefilter, rewriters },
      isIgnorable: true,
      leftovers: op.leftovers,
    },
  };
}

/** Has the engine check the search: it alone decides if a pattern is valid. */
function findEngineProblem(search: EngineSearch, language: Language): readonly OpProblem[] {
  const message = findSearchProblem(search, language);
  return message === undefined ? [] : [{ code: "pattern-invalid", field: ["pat"], message }];
}
