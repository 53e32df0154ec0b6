import type { Colors } from "picocolors/types.js";
import type { ExplainedAction, WayToApply } from "../../model/policy/explanation.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";
import { filesText, laterText, placeText, ruleHead } from "./action-text.ts";
import { conditionLines } from "./condition-lines.ts";

/** The most rules that are shown with their conditions. */
const MOST_WAYS = 5;

/** Returns only what stands between an action and an apply. */
export function whyNotText(action: ExplainedAction, colors: Colors): string {
  const { id, state, whyNot, trace, rules, now, later } = action;
  const { isApplied, beside, guards, rule, ways } = whyNot;
  const head = `${colors.bold(id)}  ${filesText(action)}`;
  if (later?.verdict === "apply") return `${head}\n  Nothing stands between: ${laterText(later)}\n`;
  if (isApplied && (now === undefined || now.verdict === "apply"))
    return `${head}\n  Nothing stands between: it is ${state}.\n`;
  const more =
    ways.length > MOST_WAYS ? [`  and ${countOf(ways.length - MOST_WAYS, "more rule")}`] : [];
  const lines = [
    `${head}: ${state}`,
    ...(isApplied ? ["  The policy at hand would not apply it:"] : []),
    ...(later === undefined ? [] : [`  ${laterText(later)}`]),
    ...(beside === undefined ? thenLines(action) : [`  beside the policy: ${besideText(beside)}`]),
    ...guards.flatMap((guard) => [
      `  ${ruleHead(guard, colors)}`,
      ...conditionLines(guard.conditions, "      ", colors),
    ]),
    ...(rule === undefined
      ? []
      : [`  ${ruleHead(rule, colors)}`, ...conditionLines(rule.conditions, "      ", colors)]),
    ...ways.slice(0, MOST_WAYS).flatMap((way) => wayLines(way, colors)),
    ...more,
    ...(now !== undefined && now.verdict !== "apply" && ways.length + guards.length === 0 && !beside
      ? ["  No other rule of the policy applies anything."]
      : []),
    ...(rules === undefined && trace.length > 0
      ? ["  Which rules apply cannot be said without their policy."]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns the decision that was recorded, if the policy at hand would make another one or is missing. */
function thenLines({ verdict, ruleId, reason, now }: ExplainedAction): readonly string[] {
  const isSame = now !== undefined && now.verdict === verdict && now.ruleId === ruleId;
  if (isSame || verdict === undefined) return [];
  const by = ruleId === undefined ? "" : ` by ${terminalLine(ruleId)}`;
  return [
    `  decided then: ${verdict}${by}${reason === undefined ? "" : ` — ${terminalLine(reason)}`}`,
  ];
}

function besideText({
  ruleId,
  reason,
}: {
  readonly ruleId?: string;
  readonly reason: string;
}): string {
  return `${terminalLine(reason)}${ruleId === undefined ? "" : ` [${terminalLine(ruleId)}]`}`;
}

function wayLines({ rule, failing }: WayToApply, colors: Colors): readonly string[] {
  const { kind, id, place, conditions } = rule;
  const name = `${kind} ${colors.bold(terminalLine(id))}${colors.dim(placeText(place))}`;
  if (failing.length === 0)
    return [`  ${name} would apply it, and comes after the one that decided`];
  const which = `${failing.length} of ${countOf(conditions.length, "condition")}`;
  const verb = failing.length === 1 ? "does not hold" : "do not hold";
  return [
    `  ${name} would apply it, but ${which} ${verb}:`,
    ...conditionLines(failing, "      ", colors),
  ];
}
