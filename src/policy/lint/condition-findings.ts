import type { Facts } from "../../model/action/facts.ts";
import { UNKNOWN_CI } from "../../model/policy/ci-facts.ts";
import type { ConditionName, Conditions } from "../../model/policy/conditions.ts";
import { formatPath } from "../../shared/yaml/yaml-path.ts";
import { stopsIfUnknown } from "../rule-hit.ts";
import { type ConditionNode, conditionNodes } from "../testing/condition-nodes.ts";
import { contradictionIn, isEmptyStatement } from "./compare-statements.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";
import { type Statement, statementsOf } from "./statements.ts";

/** The most statements of one rule that are compared with each other. */
const MOST_STATEMENTS = 200;

/** Returns the conditions of one guard or rule that never hold, alone or together, and those that always do. */
export function conditionFindings({ rule, kind }: RuleInOrder): readonly RuleFinding[] {
  const { id, when } = rule;
  const constants = constantFindings(id, when);
  const statements = statementsOf(when);
  if (constants.some(({ code }) => code === "never-holds") || statements.length > MOST_STATEMENTS)
    return constants;
  const together = contradictionIn(statements)?.map((name) => `\`${name}\``);
  if (together === undefined) return [...constants, ...deadAlternatives(id, when)];
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

/** An alternative of `any` that the other conditions exclude, or that contradicts itself. */
function deadAlternatives(id: string, when: Conditions): readonly RuleFinding[] {
  const { any = [], ...others } = when;
  const rest = statementsOf(others);
  return any.slice(0, MOST_STATEMENTS).flatMap((alternative, index): readonly RuleFinding[] => {
    const together = [...rest, ...statementsOf(alternative)];
    if (together.length > MOST_STATEMENTS || contradictionIn(together) === undefined) return [];
    const message = `The alternative \`any[${index}]\` of \`${id}\` never holds together with the other conditions.`;
    const hint = "Correct it, or remove it.";
    const at = ["when", "any", index];
    return [{ rule: id, at, code: "never-holds", severity: "warning", message, hint }];
  });
}

/** Conditions whose outcome depends on no fact. */
function constantFindings(id: string, when: Conditions): readonly RuleFinding[] {
  return conditionNodes(when).flatMap((node): readonly RuleFinding[] => {
    const value = constantValue(node);
    if (value === undefined) return [];
    const isInner = node.at.length > 1;
    const scope = isOfKnown(node.name) ? "whatever the action is" : "if its facts are known";
    const message = `\`${formatPath(node.at)}\` of \`${id}\` ${value ? "always" : "never"} holds, ${scope}.`;
    const code = value ? "always-holds" : "never-holds";
    const severity = value || isInner ? "warning" : "error";
    const hint = value ? removalOf(node.name) : "Correct it, or remove it.";
    return [{ rule: id, at: ["when", ...node.at], code, severity, message, hint }];
  });
}

function constantValue({ at, alone, name }: ConditionNode): boolean | undefined {
  if (name === "expr") return valueOfExpression(alone);
  return at.length === 1 && statementsOf(alone).every(isEmptyStatement) ? true : undefined;
}

/**
 * Returns the statements on which it depends if conditions hold. With unknown facts: if they hold or are unknown.
 */
export function dependsOn(
  when: Conditions,
  knowledge: "known" | "unknown",
): readonly Statement[] | undefined {
  const constant = valueOfExpression(when) === true;
  const statements = statementsOf(when);
  if (statements.length > MOST_STATEMENTS) return undefined;
  return statements.filter((each) => {
    if (each.name === "expr") return !constant;
    return !(isEmptyStatement(each) && (knowledge === "unknown" || isOfKnown(each.name)));
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
