import { covers } from "../../model/policy/rule-window.ts";
import { countOf } from "../../shared/count-of.ts";
import { overrides, stopsIfUnknown } from "../rule-hit.ts";
import { follow } from "./compare-statements.ts";
import { dependsOn } from "./condition-findings.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";
import { type Statement, statementsOf } from "./statements.ts";

/** The most comparisons of statements and globs, for all pairs of rules: some seconds. */
const MOST_STEPS = 50_000_000;

/**
 * Returns the guards and rules that never decide: one before them has the same conditions, or fewer, or wider ones.
 * `pause` lets signals in, and throws to end it.
 */
export async function orderFindings(
  ordered: readonly RuleInOrder[],
  pause: () => Promise<void>,
): Promise<readonly RuleFinding[]> {
  const findings: RuleFinding[] = [];
  const before: Compared[] = [];
  let steps = 0;
  for (const each of ordered) {
    await pause();
    const later = comparedOf(each);
    steps += later.weight * before.reduce((sum, { needs }) => sum + 1 + (needs?.length ?? 0), 0);
    if (steps > MOST_STEPS) break;
    const earlier = before.find((one) => hides(one, later));
    if (earlier !== undefined) findings.push(finding(earlier, later));
    before.push(later);
  }
  return findings;
}

/** A rule with its statements, and those of them that decide if it is a hit. */
interface Compared extends RuleInOrder {
  readonly stops: boolean;
  readonly statements: readonly Statement[];
  readonly needs: readonly Statement[] | undefined;
  readonly weight: number;
}

function comparedOf({ rule, kind }: RuleInOrder): Compared {
  const stops = stopsIfUnknown(rule, kind);
  const statements = statementsOf(rule.when);
  const needs = dependsOn(rule.when, stops ? "unknown" : "known");
  const weight = statements.reduce(
    (sum, each) => sum + 1 + (each.kind === "items" ? each.globs.size : 0),
    1,
  );
  return { rule, kind, stops, statements, needs, weight };
}

function hides(earlier: Compared, later: Compared): boolean {
  if (earlier.needs === undefined || !covers(earlier.rule.window, later.rule.window)) return false;
  if (later.kind === "guard" && overrides(later.rule, earlier.rule)) return false;
  if (earlier.needs.length === 0) return true;
  return (earlier.stops || !later.stops) && follow(earlier.needs, later.statements);
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
