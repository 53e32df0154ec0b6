import { expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: A person decides. }
guards:
  - { id: fork, when: { ci: { fork: true } }, verdict: discard, reason: It comes from a fork. }
rules:
  - { id: nightly, when: { expr: 'ci.event == "schedule"' }, verdict: apply, reason: Nightly. }
  - { id: here, when: { ci: { provider: [none], branch: [main] } }, verdict: apply, reason: Here. }
`;

const FILES = {
  "a.ts": "f(1);\n",
  "r.yaml": recipeOf([["f($A)", "g($A)"]]),
  "p.yaml": POLICY,
};

const GITLAB = { PATH: process.env.PATH, CI: "true", GITLAB_CI: "true", CI_COMMIT_BRANCH: "main" };

it("decides by the CI system that runs Sluice, and reports what it decided by", async () => {
  const root = tempRepository(FILES);
  const decided = async (env: Record<string, string | undefined>) => {
    const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "p.yaml"], { env });
    return [report.actions[0]?.ruleId, report.ci];
  };
  const { PATH } = process.env;
  const none = {
    provider: "none",
    event: "none",
    fork: false,
    labels: [],
    draft: false,
    branch: "main",
  };
  expect(await decided({ PATH })).toEqual(["here", none]);
  const scheduled = { ...GITLAB, CI_PIPELINE_SOURCE: "schedule" };
  const ofGitlab = { provider: "gitlab", branch: "main", fork: false, labels: [], draft: false };
  expect(await decided(scheduled)).toEqual(["nightly", { ...ofGitlab, event: "schedule" }]);
  expect(await decided({ ...GITLAB, CI_PIPELINE_SOURCE: "push" })).toEqual([
    "default",
    { ...ofGitlab, event: "push" },
  ]);
  expect(await decided({ PATH, CI: "true" })).toEqual(["fork", {}]); // Unknown: a guard hits.
});

it("leaves the CI system out of the report if the policy does not look at it", async () => {
  const root = tempTree(FILES);
  const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "safe"]);
  expect(report).not.toHaveProperty("ci");
});

it.each([[], ["--no-verify"]])(
  "decides a plan again by the CI of now: apply %j",
  async (...more) => {
    const root = tempTree(FILES);
    const plan = ["plan", "r.yaml", "--policy", "p.yaml", "-o", "x.plan.json"];
    await cliReport(root, plan, { env: { ...GITLAB, CI_PIPELINE_SOURCE: "schedule" } });
    const apply = ["apply", "x.plan.json", "--policy", "p.yaml", ...more];
    const { report } = await cliReport(root, apply, {
      env: { ...GITLAB, CI_PIPELINE_SOURCE: "push" },
    });
    expect([report.actions[0]?.ruleId, report.ci?.event]).toEqual(["default", "push"]);
    expect(readText(root, "a.ts")).toBe(FILES["a.ts"]);
  },
);
