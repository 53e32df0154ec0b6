import type { Facts } from "../../model/action/facts.ts";
import { UNKNOWN_CI } from "../../model/policy/ci-facts.ts";
import type { ConditionName, Conditions } from "../../model/policy/conditions.ts";
import { formatPath } from "../../shared/yaml/yaml-path.ts";
import { CONDITION_NAMES } from "../conditions/condition-kinds.ts";
import { stopsIfUnknown } from "../rule-hit.ts";
import { conditionNodes } from "../testing/condition-nodes.ts";
import { formulaOf, negatedFormula } from "./formula.ts";
import type { Knowledge, Prover } from "./prove.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";

/** Returns the conditions of one guard or rule that never hold, alone or together, and those that always do. */
export function conditionFindings(
  { rule, kind }: RuleInOrder,
  prover: Prover,
): readonly RuleFinding[] {
  const { id, when } = rule;
  const constants = constantFindings(id, when, prover);
  if (constants.some(({ code }) => code === "never-holds")) return constants;
  if (!prover.neverHolds(formulaOf(when)))
    return [...constants, ...deadAlternatives(id, when, prover)];
  const names = CONDITION_NAMES.filter((name) => when[name] !== undefined);
  const together = smallest(when, names, prover).map((name) => `\`${name}\``);
  const listed =
    together.length === 1
      ? `${together[0]} never holds`
      : `${together.join(" and ")} never hold together`;
  const stops = stopsIfUnknown(rule, kind);
  const effect = stops ? "it hits only if facts are not known" : "it never decides";
  const message = `The ${kind} \`${id}\` contradicts itself: ${listed}, so that ${effect}.`;
  const hint = "Correct one of the conditions, or remove the rule.";
  const severity = stops ? "warning" : "error";
  return [...constants, { rule: id, at: ["when"], code: "never-holds", severity, message, hint }];
}

/** Leaves out each condition without which the others still contradict each other. */
function smallest(
  when: Conditions,
  names: readonly ConditionName[],
  prover: Prover,
): readonly ConditionName[] {
  let left = names;
  for (const name of names) {
    const others = left.filter((other) => other !== name);
    if (others.length > 0 && prover.neverHolds(formulaOf(partOf(when, others)))) left = others;
  }
  return left;
}

function partOf(when: Conditions, names: readonly ConditionName[]): Conditions {
  return Object.fromEntries(names.map((name) => [name, when[name]]));
}

/** An alternative of `any` that the other conditions exclude, or that contradicts itself. */
function deadAlternatives(id: string, when: Conditions, prover: Prover): readonly RuleFinding[] {
  const { any = [], ...others } = when;
  const rest = formulaOf(others);
  return any.flatMap((alternative, index): readonly RuleFinding[] => {
    const both = { kind: "and", parts: [rest, formulaOf(alternative)] } as const;
    if (!prover.neverHolds(both)) return [];
    const message = `The alternative \`any[${index}]\` of \`${id}\` never holds together with the other conditions.`;
    const hint = "Correct it, or remove it.";
    const at = ["when", "any", index];
    return [{ rule: id, at, code: "never-holds", severity: "warning", message, hint }];
  });
}

/** Conditions whose outcome depends on no fact. */
function constantFindings(id: string, when: Conditions, prover: Prover): readonly RuleFinding[] {
  return conditionNodes(when).flatMap(({ at, alone, name }): readonly RuleFinding[] => {
    const isInner = at.length > 1;
    const value =
      name === "expr" ? valueOfExpression(alone) : isInner ? undefined : valueByForm(alone, prover);
    if (value === undefined) return [];
    const when = isOfKnown(name) ? "whatever the action is" : "if its facts are known";
    const message = `\`${formatPath(at)}\` of \`${id}\` ${value ? "always" : "never"} holds, ${when}.`;
    const code = value ? "always-holds" : "never-holds";
    const severity = value || isInner ? "warning" : "error";
    const hint = value ? removalOf(name) : "Correct it, or remove it.";
    return [{ rule: id, at: ["when", ...at], code, severity, message, hint }];
  });
}

/**
 * True only if it is certain that conditions hold of every action; with unknown facts: that they hold or are unknown.
 */
export function alwaysHolds(when: Conditions, knowledge: Knowledge, prover: Prover): boolean {
  return CONDITION_NAMES.filter((name) => when[name] !== undefined).every((name) => {
    const alone = partOf(when, [name]);
    if (name === "expr") return valueOfExpression(alone) === true;
    return (knowledge === "unknown" || isOfKnown(name)) && valueByForm(alone, prover) === true;
  });
}

/** True for conditions on facts that are known of every action, and for expressions, which here look at nothing. */
function isOfKnown(name: ConditionName): boolean {
  return ["recipe", "step", "tool", "label", "expr"].includes(name);
}

function removalOf(name: ConditionName): string {
  if (isOfKnown(name)) return "Remove it: it has no effect.";
  return "Remove it, or keep it if it is meant for actions of which these facts are not known.";
}

function valueByForm(alone: Conditions, prover: Prover): boolean | undefined {
  if (prover.neverHolds(negatedFormula(formulaOf(alone)))) return true;
  return undefined; // One that never holds is found together with the others.
}

/** Returns the value of an expression that looks at nothing. */
function valueOfExpression({ expr }: Conditions): boolean | undefined {
  if (expr === undefined || expr.facts.length > 0 || /\b(facts|ci)\b/.test(expr.source))
    return undefined;
  const result = expr.evaluate(NO_FACTS, UNKNOWN_CI);
  return "value" in result ? result.value : undefined;
}

const NO_FACTS: Facts = {
  ...{ recipe: "", step: "", tool: "", label: "", files: [], fileCount: 0, conflicts: [] },
  ...{ fromModel: false, untrusted: false },
};
