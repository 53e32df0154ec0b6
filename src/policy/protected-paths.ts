import type { Policy, PolicyRule } from "../model/policy.ts";

/** The id that a policy's own guard takes to say otherwise. */
const PROTECTED_GUARD_ID = "protected";

/** Files that lock dependencies: a structural edit in one is never what was meant. */
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
 * The policy with the guard for `.github/**` and lockfiles before its own guards. A policy that has
 * a guard with the id `protected` says otherwise, and keeps its own. `.git/**` and `.sluice/**` are
 * out of every scope and need no guard.
 */
export function withProtectedPaths(policy: Policy): Policy {
  if (policy.guards.some((guard) => guard.id === PROTECTED_GUARD_ID)) return policy;
  return { ...policy, guards: [PROTECTED, ...policy.guards] };
}
