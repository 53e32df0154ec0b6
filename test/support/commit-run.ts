import type { Report } from "../../src/model/report/report.ts";
import type { RunRequest } from "../../src/request/request.ts";
import { runWith } from "./run-request.ts";
import { git } from "./temp-tree.ts";

/** A recipe of two steps, which two rules of {@link policyOf} decide. */
export const RECIPE = `version: 1
name: r
steps:
  - id: one
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($$$A)", out: "g($$$A)" }] }
  - id: two
    ast_edit: { paths: ["src/**"], ops: [{ pat: "h($$$A)", out: "k($$$A)" }] }
`;

/** The author of commits, from the environment alone. */
export const AUTHOR = {
  PATH: process.env.PATH,
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Bot",
  GIT_COMMITTER_EMAIL: "bot@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** A policy that applies each step by a rule of its own, and commits. */
export function policyOf(commits: string, rest = ""): string {
  return `version: 1
default: { verdict: hold, reason: No. }
commits: ${commits}
rules:
  - { id: first, when: { step: [one] }, verdict: apply, reason: f is gone. }
  - { id: second, when: { step: [two] }, verdict: apply, reason: "h is gone: \${{ facts.files }}." }
${rest}`;
}

/** A policy that applies everything, has a script of the shell check it once, and commits. */
export function checkingPolicy(commits: string, script: string): string {
  return `version: 1
default: { verdict: hold, reason: No. }
commits: ${commits}
checks: { look: { run: ${JSON.stringify(script)}, shell: true, after: run, timeout: 10s } }
rules: [{ id: all, verdict: apply, reason: All., checks: [look] }]
`;
}

/** Runs the recipe in a repository, with an author. */
export function runCommitting(
  root: string,
  request: Partial<RunRequest> = {},
  env: Readonly<Record<string, string | undefined>> = AUTHOR,
): Promise<Report> {
  return runWith(
    root,
    { allowCode: true, policy: "sluice.policy.yaml", facts: "asked", ...request },
    undefined,
    {
      env,
    },
  );
}

/** Everything of a repository that a commit might disturb. */
export function stateOf(root: string) {
  return {
    status: git(root, "status", "--porcelain"),
    index: git(root, "ls-files", "-s"),
    head: git(root, "rev-parse", "HEAD").trim(),
    branches: git(root, "for-each-ref", "--format=%(refname:short)").trim().split("\n"),
  };
}

/** The subjects of the commits of a branch, the newest first, without those of the test. */
export function subjects(root: string, branch = "HEAD"): readonly string[] {
  return git(root, "log", "--format=%s", branch)
    .trim()
    .split("\n")
    .filter((one) => one !== "State");
}
