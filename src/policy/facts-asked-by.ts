import { type AskedFacts, askedBy } from "../model/action/asked-facts.ts";
import { namesFrom } from "../model/action/facts.ts";
import { CONDITION_KINDS, CONDITION_NAMES, type Conditions } from "../model/policy/conditions.ts";
import type { Policy } from "../model/policy.ts";

/**
 * Returns the groups of facts that a policy looks at: in its conditions, its reasons, its commits and pull requests.
 */
export function factsAskedBy(policy: Policy): AskedFacts {
  return askedBy(namesIn(policy));
}

/** The facts that may become others while recipe, policy and files stay as they are. */
const SURROUNDINGS = [...namesFrom(["git", "tree"]), "ci"];

/** True if a guard or a rule of a policy does not count at every time. */
export function asksForTime({ guards, rules }: Policy): boolean {
  return [...guards, ...rules].some(({ window }) => window !== undefined);
}

/** True if a policy looks at something that git, the CI system, other files of the tree or the clock tell. */
export function asksForSurroundings(policy: Policy): boolean {
  return asksForTime(policy) || namesIn(policy).some((name) => SURROUNDINGS.includes(name));
}

/** True if a policy looks at the CI system that runs Sluice. */
export function asksForCi(policy: Policy): boolean {
  return namesIn(policy).includes("ci");
}

function namesIn({
  guards,
  rules,
  default: otherwise,
  limits,
  commits,
  publish,
  approvals,
}: Policy): readonly string[] {
  const all = [...guards, ...rules];
  const reasons = [otherwise, ...all].flatMap(({ reason }) => factsIn(reason));
  const ofLimits = [
    ...(limits?.each.owner === undefined ? [] : ["owners"]),
    ...(limits?.each.package === undefined ? [] : ["packages"]),
  ];
  const ofCommits = { package: ["packages"], owner: ["owners"] };
  const grouped = Object.entries(ofCommits).flatMap(([per, facts]) =>
    [commits?.per, publish?.per].some((unit) => unit === per) ? facts : [],
  );
  const asked = [
    publish?.reviewers,
    ...[approvals, ...all.map((rule) => rule.approvals)].map((one) => one?.by),
  ];
  return [
    ...all.flatMap(({ when }) => factsOfConditions(when)),
    ...reasons,
    ...ofLimits,
    ...grouped,
    ...(asked.includes("owners") ? ["owners"] : []),
  ];
}

/** Returns the names of the facts that conditions compare, also those inside of others. */
function factsOfConditions(conditions: Conditions): readonly string[] {
  const { any = [], all = [], not, expr } = conditions;
  const inner = [...any, ...all, ...(not ? [not] : [])].flatMap(factsOfConditions);
  const ofCi = expr !== undefined && /\bci\b/.test(expr.source) ? ["ci"] : [];
  const names = CONDITION_NAMES.filter((name) => conditions[name] !== undefined);
  const compared = names.map((name) => CONDITION_KINDS[name].fact ?? name);
  return [...compared, ...inner, ...(expr?.facts ?? []), ...ofCi];
}

/** Returns the names of facts in a template: `${{ facts.additions }}`. */
function factsIn(reason: string): readonly string[] {
  return [...reason.matchAll(/\bfacts\.(\w+)/g)].map(([, name = ""]) => name);
}
