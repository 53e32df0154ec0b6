import type { EditOp, OpProblem, PatternOp, RuleOp } from "../../model/edit.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { type EngineSearch, findSearchProblem, searchOf } from "../engine/engine.ts";
import { type Language, resolveLanguage } from "../language/language.ts";
import { parseTemplate } from "../text/template.ts";
import { compileRule } from "./compile-rule.ts";
import type { CompiledOp } from "./compiled-op.ts";
import { completeRule } from "./complete-rule.ts";
import { parsePattern } from "./parse-pattern.ts";
import { allOf, containsAll } from "./prefilter.ts";
import { prefilterOfPattern, prefilterOfSearch } from "./rule-prefilter.ts";
import { findUnboundVariables } from "./unbound-variables.ts";

/** A compiled op, or everything that is wrong with it for this language. */
export type CompileOutcome =
  | { readonly kind: "compiled"; readonly op: CompiledOp }
  | { readonly kind: "invalid"; readonly problems: readonly OpProblem[] }
  /** The op is for files of another language: nothing is wrong, and nothing to do. */
  | { readonly kind: "other-language" };

/**
 * Makes an op ready for files of one language. All problems are answered, not only the first: a pattern
 * that is no single piece of valid code (A24), an unknown selector, everything in a rule that cannot be
 * meant so, and every metavariable of `out` that nothing binds, which ast-grep would silently replace by
 * nothing. Never throws.
 */
export function compileOp(op: EditOp, language: Language): CompileOutcome {
  return op.kind === "rule" ? compileRuleOp(op, language) : compilePatternOp(op, language);
}

function compilePatternOp(written: PatternOp, language: Language): CompileOutcome {
  const op = completePattern(written, language);
  const parsed = parsePattern(op, language);
  if (parsed.kind === "invalid") return { kind: "invalid", problems: [parsed.problem] };
  const { facts } = parsed;
  const search = searchOf(op);
  const template = parseTemplate(op.out);
  const problems = [
    ...findEngineProblem(search, language),
    ...findUnboundVariables(template, ["out"], {
      ...{ single: facts.single, many: facts.many },
      ...{ transformed: [], hidden: [], boundBy: "pattern" },
    }),
  ];
  if (problems.length > 0) return { kind: "invalid", problems };
  const rule = { search, transforms: [], fix: { template }, sharedNames: [] };
  const { id } = op;
  // `ast-grep run` leaves a file alone that does not contain the longest token.
  const prefilter = allOf([containsAll([facts.literal]), prefilterOfPattern(facts, op.strictness)]);
  return {
    kind: "compiled",
    op: { ...rule, id, language, prefilter, rewriters: {}, isIgnorable: false },
  };
}

function compileRuleOp(op: RuleOp, language: Language): CompileOutcome {
  if (op.language !== undefined && resolveLanguage(op.language) !== language)
    return { kind: "other-language" };
  const compiled = compileRule(completeRule(op, language), language);
  if (compiled.kind === "invalid") return compiled;
  const { rule, rewriters } = compiled;
  const prefilter = prefilterOfSearch(rule.search, language);
  const facts = { id: op.id, language, prefilter, isIgnorable: true };
  return { kind: "compiled", op: { ...rule, ...facts, rewriters } };
}

/** Asks the engine itself: the last word on what a pattern is. */
function findEngineProblem(search: EngineSearch, language: Language): readonly OpProblem[] {
  const message = findSearchProblem(search, language);
  return message === undefined ? [] : [{ code: "pattern-invalid", field: ["pat"], message }];
}
