import { countOf } from "../../shared/count-of.ts";
import { overrides, stopsIfUnknown } from "../rule-hit.ts";
import { alwaysHolds } from "./condition-findings.ts";
import { type Formula, formulaOf } from "./formula.ts";
import type { Prover } from "./prove.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";

/** The most comparisons of two rules: a policy of the largest size has two millions. */
const MOST_COMPARISONS = 250_000;

/**
 * Returns the guards and rules that never decide: one before them is a hit whenever they are. `pause` lets signals in,
 * and throws to end it.
 */
export async function orderFindings(
  ordered: readonly RuleInOrder[],
  prover: Prover,
  pause: () => Promise<void>,
): Promise<readonly RuleFinding[]> {
  const proved = ordered.map(({ rule, kind }): Proved => {
    const knowledge = stopsIfUnknown(rule, kind) ? "unknown" : "known";
    return {
      formula: formulaOf(rule.when),
      isAlwaysHit: alwaysHolds(rule.when, knowledge, prover),
    };
  });
  const findings: RuleFinding[] = [];
  let comparisons = 0;
  for (const [index, later] of ordered.entries()) {
    await pause();
    comparisons += index;
    if (comparisons > MOST_COMPARISONS) break;
    const before = ordered.slice(0, index);
    const earlier = before.find((each, at) =>
      hides(each, later, [proved[at], proved[index]], prover),
    );
    if (earlier !== undefined) findings.push(finding(earlier, later));
  }
  return findings;
}

/** The conditions of a rule for proofs, and if it is certain that they make it a hit for every action. */
interface Proved {
  readonly formula: Formula;
  readonly isAlwaysHit: boolean;
}

function hides(
  earlier: RuleInOrder,
  later: RuleInOrder,
  [before, after]: readonly (Proved | undefined)[],
  prover: Prover,
): boolean {
  if (before === undefined || after === undefined) return false;
  if (later.kind === "guard" && overrides(later.rule.verdict, earlier.rule.verdict)) return false;
  if (before.isAlwaysHit) return true;
  const knowledge = stopsIfUnknown(later.rule, later.kind) ? "unknown" : "known";
  if (knowledge === "unknown" && !stopsIfUnknown(earlier.rule, earlier.kind)) return false;
  return prover.isImplied(after.formula, before.formula, knowledge);
}

function finding(earlier: RuleInOrder, later: RuleInOrder): RuleFinding {
  const [first, second] = [earlier.rule, later.rule];
  const names = Object.keys(first.when);
  const listed = `${countOf(names.length, "condition")}: ${names.join(", ")}`;
  const why =
    names.length === 0 ? "has no conditions" : `is a hit whenever this one is (${listed})`;
  const message =
    `The ${later.kind} \`${second.id}\` never decides: ` +
    `the ${earlier.kind} \`${first.id}\` before it ${why}.`;
  const hint =
    earlier.kind === later.kind
      ? `Move \`${second.id}\` before \`${first.id}\`, or remove it.`
      : `Make the conditions of the ${earlier.kind} \`${first.id}\` narrower, or remove \`${second.id}\`.`;
  return { rule: second.id, at: [], code: "rule-unreachable", severity: "error", message, hint };
}
