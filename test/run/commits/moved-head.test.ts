import { expect, it } from "vitest";
import { checkingPolicy, RECIPE, runCommitting, stateOf } from "../../support/commit-run.ts";
import { git, readText, tempRepository } from "../../support/temp-tree.ts";

it("makes no commit if a check has switched the branch, and says so", async () => {
  const root = tempRepository({
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": checkingPolicy("{ per: run }", "git checkout -q -b other"),
    "src/a.ts": "f(1);\n",
  });
  const { head } = stateOf(root);
  const report = await runCommitting(root);
  expect(report).toMatchObject({ outcome: "failed", exitCode: 1, commits: [] });
  const missing = report.alerts.filter(({ code }) => code === "not-committed");
  expect(missing.map(({ message }) => message)).toEqual([
    "No commit was made: a check or another process has moved HEAD during the run, from the branch main at " +
      `${head.slice(0, 10)} to the branch other at ${head.slice(0, 10)}. What was applied stays in the work tree.`,
  ]);
  expect(stateOf(root)).toMatchObject({ head, status: " M src/a.ts\n" });
  expect(git(root, "rev-parse", "main").trim()).toBe(head);
  expect(readText(root, "src/a.ts")).toBe("g(1);\n");
});
