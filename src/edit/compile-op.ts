import type { EditOp, OpProblem } from "../model/edit.ts";
import { completePattern } from "./complete-pattern.ts";
import { type EngineRule, findMatches, parseText, ruleOf } from "./engine.ts";
import type { Language } from "./language.ts";
import { parsePattern } from "./parse-pattern.ts";
import type { PatternFacts } from "./pattern-facts.ts";
import { parseTemplate, type Template, type TemplateVariable } from "./template.ts";

/** An op made ready for one language. Plain data: it may go to a worker. */
export interface CompiledOp {
  readonly id: string;
  readonly language: Language;
  /** What the engine is asked for. */
  readonly rule: EngineRule;
  /** A text without this has no match: {@link PatternFacts.literal}. May be empty. */
  readonly literal: string;
  readonly template: Template;
}

/** A compiled op, or everything that is wrong with it for this language. */
export type CompileOutcome =
  | { readonly kind: "compiled"; readonly op: CompiledOp }
  | { readonly kind: "invalid"; readonly problems: readonly OpProblem[] };

/**
 * Makes an op ready for files of one language. All problems are answered, not only the first: a pattern
 * that is no single piece of valid code (A24), an unknown selector, and every metavariable of `out`
 * that the pattern does not bind, which ast-grep would silently replace by nothing. Never throws.
 */
export function compileOp(written: EditOp, language: Language): CompileOutcome {
  const op = completePattern(written, language);
  const parsed = parsePattern(op, language);
  if (parsed.kind === "invalid") return { kind: "invalid", problems: [parsed.problem] };
  const { facts } = parsed;
  const rule = ruleOf(op);
  const template = parseTemplate(op.out);
  const problems = [...findEngineProblem(rule, language), ...findUnboundVariables(template, facts)];
  if (problems.length > 0) return { kind: "invalid", problems };
  return {
    kind: "compiled",
    op: { id: op.id, language, rule, literal: facts.literal, template },
  };
}

/** Asks the engine itself: the last word on what a pattern is. */
function findEngineProblem(rule: EngineRule, language: Language): readonly OpProblem[] {
  try {
    findMatches(parseText("", language), rule);
    return [];
  } catch (error) {
    // The engine's error is an outline of causes; the last line is the one that says what is wrong.
    const lines = String(error instanceof Error ? error.message : error).split("\n");
    const message = (lines.at(-1) ?? "").replace(/^[\s|>-]+/, "");
    return [{ code: "pattern-invalid", field: ["pat"], message }];
  }
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
