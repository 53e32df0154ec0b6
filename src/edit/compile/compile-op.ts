import type { EditOp, PatternOp, RuleOp } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { type EngineSearch, findSearchProblem, searchOf } from "../engine/engine.ts";
import { hasAlternatives, withNamedUtils } from "../engine/named-utils.ts";
import { isPythonName } from "../engine/python-name.ts";
import { withCheckedNames, withWrittenNames, writtenCodes } from "../engine/written-names.ts";
import { type Language, resolveLanguage } from "../language/language.ts";
import { parseTemplate } from "../replacement/parse-template.ts";
import { asCode, findCodeVariables } from "./code-variables.ts";
import { compileImports, IMPORTING, RENAMING } from "./compile-imports.ts";
import { compileRule } from "./compile-rule.ts";
import type { CompiledOp } from "./compiled-op.ts";
import { searchedRule } from "./complete-rule.ts";
import { keptPattern } from "./kept-pattern.ts";
import {
  prefilterOfNames,
  templateWithNames,
  withNameVariables,
  withSameTexts,
} from "./name-ops.ts";
import { parsePattern } from "./parse-pattern.ts";
import { allOf, containsAll } from "./prefilter.ts";
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
  if (op.kind === "imports") return compileImports(op, language);
  const isNamed = op.names !== undefined || (op.kind === "pattern" && op.rename !== undefined);
  return !isNamed ? compileSearch(op, language, ways) : compileNamed(op, language, ways);
}

function compileSearch(
  op: PatternOp | RuleOp,
  language: Language,
  ways: PrefilterWays,
): CompileOutcome {
  return op.kind === "rule"
    ? compileRuleOp(op, language, ways)
    : compilePatternOp(op, language, ways);
}

/** Compiles an op some names of which mean an export: it finds all code that may mean it. */
function compileNamed(
  asWritten: PatternOp | RuleOp,
  language: Language,
  ways: PrefilterWays,
): CompileOutcome {
  const isRename = asWritten.kind === "pattern" && asWritten.rename !== undefined;
  const languages = isRename ? RENAMING : IMPORTING;
  if (!languages.includes(language)) return { kind: "other-language" };
  if (isRename && language === "python" && !isPythonName(asWritten.out)) {
    const message = `\`${asWritten.out}\` is no name of Python`;
    return {
      kind: "invalid",
      problems: [{ code: "pattern-syntax", field: ["rename", "to"], message }],
    };
  }
  const written = asWritten.kind === "rule" ? withNamedUtils(asWritten, language) : asWritten;
  if ("code" in written) return { kind: "invalid", problems: [written] };
  const { op, names } = withNameVariables(written, language);
  const outcome = compileSearch(op, language, ways);
  if (outcome.kind !== "compiled") return outcome;
  const { search, prefilter, fix } = outcome.op;
  return {
    kind: "compiled",
    op: {
      ...outcome.op,
      names,
      search: withSameTexts(search, names),
      fix: { ...fix, template: templateWithNames(fix.template, names, language) },
      prefilter: hasAlternatives(written) ? prefilter : allOf([prefilter, prefilterOfNames(names)]),
      isIgnorable: written.kind === "rule",
      written: written.kind === "rule" ? written.rule : searchOf(written).rule,
      leftovers: written.leftovers,
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
