import type { Policy } from "../model/policy.ts";
import { SAFE_FOR_AGENTS } from "./agents-policy.ts";
import { protectsOf } from "./protected-guards.ts";
import { SAFE } from "./safe-policy.ts";

/** A policy without a file: `--policy <name>`. */
export interface BuiltInPolicy {
  readonly name: string;
  /** A phrase that says what the policy does, for `--help` and hints. */
  readonly summary: string;
  readonly policy: Policy;
}

/** The built-in policies (docs/design/commands.md, "Policies"). */
export const BUILT_IN_POLICIES: readonly BuiltInPolicy[] = [
  builtIn("apply-all", "applies everything outside protected paths", {
    default: { verdict: "apply", reason: "The policy apply-all applies every change." },
    rules: [],
  }),
  builtIn(
    "safe",
    "applies what is idempotent, adds no syntax error, keeps its grouping, loses no code and touches no protected path; holds the rest",
    SAFE,
  ),
  builtIn(
    "safe-for-agents",
    "applies what adds no secret, dependency or code that reaches out, and weakens no test or check; holds the rest",
    SAFE_FOR_AGENTS,
  ),
  builtIn("hold-all", "holds everything for a person", {
    default: { verdict: "hold", reason: "The policy hold-all leaves every change to a person." },
    rules: [],
  }),
];

/** Finds a built-in policy by its name. */
export function findBuiltInPolicy(name: string): Policy | undefined {
  return BUILT_IN_POLICIES.find((builtInPolicy) => builtInPolicy.name === name)?.policy;
}

function builtIn(
  name: string,
  summary: string,
  policy: Pick<Policy, "default" | "rules">,
): BuiltInPolicy {
  return {
    name,
    summary,
    policy: {
      source: name,
      protects: protectsOf([]),
      guards: [],
      order: "queue",
      transaction: "action",
      ...policy,
    },
  };
}
