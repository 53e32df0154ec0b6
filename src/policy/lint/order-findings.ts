import { countOf } from "../../shared/count-of.ts";
import { overrides, stopsIfUnknown } from "../rule-hit.ts";
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
  const formulas = ordered.map(({ rule }) => formulaOf(rule.when));
  const findings: RuleFinding[] = [];
  let comparisons = 0;
  for (const [index, later] of ordered.entries()) {
    await pause();
    comparisons += index;
    if (comparisons > MOST_COMPARISONS) break;
    const before = ordered.slice(0, index);
    const earlier = before.find((each, at) =>
      hides(each, later, [formulas[at], formulas[index]], prover),
    );
    if (earlier !== undefined) findings.push(finding(earlier, later));
  }
  return findings;
}

function hides(
  earlier: RuleInOrder,
  later: RuleInOrder,
  [before, after]: readonly (Formula | undefined)[],
  prover: Prover,
): boolean {
  if (before === undefined || after === undefined) return false;
  if (later.kind === "guard" && overrides(later.rule.verdict, earlier.rule.verdict)) return false;
  if (Object.keys(earlier.rule.when).length === 0) return true;
  if (!stopsIfUnknown(later.rule, later.kind)) return prover.isImplied(after, before, "known");
  return stopsIfUnknown(earlier.rule, earlier.kind) && prover.isImplied(after, before, "unknown");
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
