import type { EditOp, OpProblem, PatternOp, RuleOp } from "../model/edit.ts";
import { type CompiledRule, compileRule } from "./compile-rule.ts";
import { completePattern } from "./complete-pattern.ts";
import { completeRule } from "./complete-rule.ts";
import { type EngineSearch, findSearchProblem, searchOf } from "./engine.ts";
import { type Language, resolveLanguage } from "./language.ts";
import { parsePattern } from "./parse-pattern.ts";
import type { PatternFacts } from "./pattern-facts.ts";
import { allOf, containsAll, type Prefilter } from "./prefilter.ts";
import { prefilterOfPattern, prefilterOfSearch } from "./rule-prefilter.ts";
import { parseTemplate, type Template, type TemplateVariable } from "./template.ts";

/** An op made ready for one language. Plain data: it may go to a worker. */
export interface CompiledOp extends CompiledRule {
  readonly id: string;
  readonly language: Language;
  /** What a text must contain so that the op can match in it. */
  readonly prefilter: Prefilter;
  /** What the transforms may do inside of captures, by id. */
  readonly rewriters: Readonly<Record<string, CompiledRule>>;
  /** A comment `ast-grep-ignore` keeps a match from being edited, as with `ast-grep scan`. */
  readonly isIgnorable: boolean;
}

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
    ...findUnboundVariables(template, facts),
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

function findUnboundVariables(template: Template, facts: PatternFacts): readonly OpProblem[] {
  const variables = template.filter((part) => typeof part !== "string");
  const unbound = variables.filter(
    ({ kind, name }) => !(kind === "many" ? facts.many : facts.single).includes(name),
  );
  const unique = new Map(unbound.map((variable) => [write(variable), variable]));
  return [...unique].map(([written, variable]) => ({
    code: "unbound-metavariable",
    field: ["out"],
    message: `\`${written}\` is used in out, but the pattern does not bind it`,
    hint: hintFor(variable, facts),
  }));
}

function hintFor({ kind, name }: TemplateVariable, { single, many }: PatternFacts): string {
  if (kind === "many" && single.includes(name)) return `The pattern binds one node: \`$${name}\``;
  if (kind === "single" && many.includes(name)) return `The pattern binds many: \`$$$${name}\``;
  if (name.startsWith("_")) return "A name that begins with `_` is never bound: rename it in both";
  if (/^\d/.test(name)) return "A dollar before a digit is a metavariable too: out has no escape";
  const names = [...single.map((each) => `$${each}`), ...many.map((each) => `$$$${each}`)];
  if (names.length === 0) return "The pattern binds nothing";
  return `The pattern binds ${names.map((each) => `\`${each}\``).join(", ")}`;
}

function write({ kind, name }: TemplateVariable): string {
  return kind === "many" ? `$$$${name}` : `$${name}`;
}
