import type { FactName } from "../../model/action/facts.ts";
import type { Conditions } from "../../model/policy/conditions.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";

/** The facts that somebody says of a change: anybody can write them. */
const CLAIMS: readonly string[] = ["author", "source", "class"] satisfies readonly FactName[];

/** Returns a rule that applies what a claim allows, and looks at nothing else. One with checks has a proof besides. */
export function claimFindings({ rule, kind }: RuleInOrder): readonly RuleFinding[] {
  const { id, when, verdict, checks = [] } = rule;
  if (verdict !== "apply" || checks.length > 0 || basisOf(when) !== "claims") return [];
  const message = `The ${kind} \`${id}\` applies by a claim alone, which anybody can write: \`author\`, \`source\` or \`class\`.`;
  const hint = "Add a condition on the change itself, such as `allFiles`, or name `checks`.";
  return [{ rule: id, at: ["when"], code: "claims-alone", severity: "warning", message, hint }];
}

/** The facts by which conditions can hold: at least one claim and no other fact, none at all, or any. */
type Basis = "claims" | "nothing" | "facts";

function basisOf({ any, all = [], not, expr, ...plain }: Conditions): Basis {
  if (Object.values(plain).some((wanted) => wanted !== undefined)) return "facts";
  const parts: Basis[] = all.map(basisOf);
  if (not !== undefined) parts.push(basisOf(not));
  if (expr !== undefined) parts.push(basisOfExpression(expr));
  if (any !== undefined) parts.push(weakest(any.map(basisOf)));
  if (parts.includes("facts")) return "facts";
  return parts.includes("claims") ? "claims" : "nothing";
}

function basisOfExpression({ facts, source }: NonNullable<Conditions["expr"]>): Basis {
  const isOther = facts.some((name) => !CLAIMS.includes(name)) || /\bci\b/.test(source);
  if (isOther) return "facts";
  return facts.length > 0 ? "claims" : "nothing";
}

/** One of the alternatives is enough. */
function weakest(alternatives: readonly Basis[]): Basis {
  const [first = "nothing"] = (["claims", "nothing"] as const).filter((one) =>
    alternatives.includes(one),
  );
  return alternatives.every((one) => one === "facts") ? "facts" : first;
}
