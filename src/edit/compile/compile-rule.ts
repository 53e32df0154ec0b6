import type { RuleOp } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import { type Language, resolveLanguage } from "../language/language.ts";
import type { BoundNames } from "./bound-names.ts";
import { compileFix } from "./compile-fix.ts";
import type { CompiledRule } from "./compiled-op.ts";
import { keptRule } from "./kept-pattern.ts";
import { LocalUtils } from "./local-utils.ts";
import { type PreparedRule, prepareRule, type RuleSurroundings } from "./prepare-rule.ts";
import { type FieldPath, findUnknownKeys, mustBe } from "./written-keys.ts";

/** The compiled rules of an op, or all of their problems. */
export type CompiledRules =
  | {
      readonly kind: "compiled";
      readonly rule: CompiledRule;
      /** By id. */
      readonly rewriters: Readonly<Record<string, CompiledRule>>;
    }
  | { readonly kind: "invalid"; readonly problems: readonly OpProblem[] };

/** Compiles a rule op for one language. Returns all problems, each with its place in the op; never throws. */
export function compileRule(op: RuleOp, language: Language): CompiledRules {
  // A utility rule of another language would name kinds that this one does not have.
  const globals = (op.globalUtils ?? []).filter(
    (util) => resolveLanguage(util.language) === language,
  );
  const ids = (op.rewriters ?? []).map(({ id }) => id);
  const surroundings = {
    language,
    utils: new LocalUtils(globals),
    rewriterIds: ids.filter((id) => typeof id === "string"),
  };
  const { out: fix, layout: _layout, deleteLines, parens, leftovers: _left, ...rules } = op;
  const prepared = prepareRule({ ...rules, fix }, [], { single: [], many: [] }, surroundings);
  const rewriters = (op.rewriters ?? []).map((written, index) => {
    const path = ["rewriters", index];
    const { id, problems } = readRewriter(written, path);
    if (id === undefined) return { id: "", problems };
    return { id, problems, rule: prepareRule(written, path, prepared.names, surroundings) };
  });
  // A fix sees the utility rules of all rewriters, including later ones.
  const outer = { ...prepared.names, transformed: prepared.transformed };
  const none = { single: [], many: [], transformed: [] };
  const own = finishRule(prepared, none, surroundings, op.layout);
  const finished = rewriters.map(({ id, problems, rule: each }) => {
    if (each === undefined) return { id, problems, rule: undefined };
    const { rule, problems: more } = finishRule(each, outer, surroundings, op.layout);
    return { id, problems: [...problems, ...more], rule };
  });
  const problems = [own, ...finished].flatMap((each) => each.problems);
  if (problems.length > 0 || own.rule === undefined) return { kind: "invalid", problems };
  // Of two rewriters with one id the last counts, as in ast-grep.
  const compiled = finished.flatMap(({ id, rule }) => (rule === undefined ? [] : [[id, rule]]));
  const rule = {
    ...own.rule,
    fix: { ...own.rule.fix, deleteLines, parens: parens === "auto" ? (true as const) : undefined },
  };
  return { kind: "compiled", rule, rewriters: Object.fromEntries(compiled) };
}

/** The keys of a rewriter. ast-grep accepts a language here and ignores it. */
const rewriterKeys = ["id", "rule", "constraints", "utils", "transform", "fix", "language"];

/** Returns no id if the rewriter cannot be checked any further. */
function readRewriter(
  written: unknown,
  path: FieldPath,
): { readonly id?: string; readonly problems: readonly OpProblem[] } {
  if (!isRecord(written)) return { problems: [mustBe(path, "a rewriter: a map")] };
  const { id } = written;
  const problems = findUnknownKeys(written, rewriterKeys, path);
  if (typeof id === "string" && id !== "") return { id, problems };
  return { problems: [...problems, mustBe([...path, "id"], "a text")] };
}

/** Adds the fix to a rule, when all utility rules are known. */
function finishRule(
  prepared: PreparedRule,
  outer: BoundNames & { readonly transformed: readonly string[] },
  { language, utils }: RuleSurroundings,
  layout: RuleOp["layout"],
): { readonly rule?: CompiledRule; readonly problems: readonly OpProblem[] } {
  const { names, transformed, transforms, search, sharedNames, written, path } = prepared;
  const fixPath = [...path, path.length === 0 ? "out" : "fix"];
  const surroundings = { names, outer, transformed, language, utils };
  const fix = compileFix(written.fix, fixPath, surroundings);
  const problems = [...prepared.problems, ...fix.problems];
  if (problems.length > 0 || search === undefined || fix.fix === undefined) return { problems };
  const kept = layout === "keep" ? keptRule(written.rule, language) : undefined;
  return { rule: { search, transforms, fix: { ...fix.fix, layout: kept }, sharedNames }, problems };
}
