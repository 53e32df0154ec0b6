import type { Policy, PolicyRule } from "../model/policy.ts";

/** The id of a guard that replaces the guard for protected paths. */
const PROTECTED_GUARD_ID = "protected";

/** The files that lock dependencies. A structural edit in one is always a mistake. */
const LOCKFILES = [
  "**/package-lock.json",
  "**/npm-shrinkwrap.json",
  "**/yarn.lock",
  "**/pnpm-lock.yaml",
  "**/bun.lock",
  "**/bun.lockb",
  "**/deno.lock",
  "**/Cargo.lock",
  "**/poetry.lock",
  "**/uv.lock",
  "**/Pipfile.lock",
  "**/Gemfile.lock",
  "**/composer.lock",
  "**/go.sum",
];

const PROTECTED: PolicyRule = {
  id: PROTECTED_GUARD_ID,
  when: { anyFile: [".github/**", ...LOCKFILES] },
  verdict: "discard",
  reason: "Touches a protected path (.github/** or a lockfile).",
};

/**
 * Adds the guard for `.github/**` and lockfiles before the policy's own guards, unless the policy has a guard with the
 * id `protected`. `.git/**` and `.sluice/**` need no guard, because they are out of every scope.
 */
export function withProtectedPaths(policy: Policy): Policy {
  if (policy.guards.some((guard) => guard.id === PROTECTED_GUARD_ID)) return policy;
  return { ...policy, guards: [PROTECTED, ...policy.guards] };
}
