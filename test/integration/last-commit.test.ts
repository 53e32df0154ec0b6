import { expect, it } from "vitest";
import { makeHistory } from "../support/history.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const FILES = {
  "p.yaml": `version: 1
default: { verdict: hold, reason: "Last \${{ facts.lastCommit }}." }
rules:
  - { id: quiet, when: { lastCommitOlderThan: 90d }, verdict: apply, reason: "Old: \${{ facts.lastCommit }}." }
`,
  "r.yaml": recipeOf([["f($A)", "g($A)"]], "per: file"),
};

/** A day of the year in which runs of these tests start, at midnight. */
const clock = (day: number) => () => Date.UTC(2026, 0, day);

function repository(): string {
  const root = tempTree(FILES);
  makeHistory(root, [
    { name: "old", at: "2025-10-01T00:00:00Z", files: { "old.ts": "f(1);\n" } },
    { name: "new", at: "2025-11-01T00:00:00Z", files: { "new.ts": "f(1);\n" } },
  ]);
  writeTree(root, { "untracked.ts": "f(1);\n" });
  return root;
}

const RUN = ["r.yaml", "--policy", "p.yaml"];

it("holds what changed lately, and what git does not know", async () => {
  const root = repository();
  const decided = async (policy: string, ...more: string[]) => {
    const line = ["preview", "r.yaml", "--policy", policy, ...more];
    const { report } = await cliReport(root, line, { now: clock(1) });
    return report.actions.map(({ facts, verdict, reason }) => [
      facts.files[0],
      verdict,
      reason,
      facts.lastCommitAge,
    ]);
  };
  const found = [
    ["new.ts", "hold", "Last 2025-11-01T00:00:00Z.", 61 * 86_400],
    ["old.ts", "apply", "Old: 2025-10-01T00:00:00Z.", 92 * 86_400],
    ["untracked.ts", "hold", "Last (not known).", undefined],
  ];
  expect(await decided("p.yaml")).toEqual(found);
  expect(await decided("p.yaml", "--facts", "asked")).toEqual(found);
  // Only a policy that asks makes git read the history.
  for (const choice of ["all", "asked"])
    expect((await decided("apply-all", "--facts", choice)).map(([, , , age]) => age)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
});

it("warns of what is not known", async () => {
  const { report } = await cliReport(repository(), ["preview", ...RUN, "--facts", "asked"], {
    now: clock(1),
  });
  expect(report.alerts.map(({ code, message }) => [code, message])).toEqual([
    ["condition-unknown", expect.stringContaining("lastCommitOlderThan")],
  ]);
});

it.each<[name: string, more: readonly string[]]>([
  ["derived again", []],
  ["not derived again", ["--no-verify", "--policy", "p.yaml"]],
])("decides a plan again by the clock of the apply: %s", async (_name, more) => {
  const root = repository();
  const plan = await cli(root, ["plan", ...RUN, "-o", "x.json"], { now: clock(1) });
  expect(plan.exitCode).toBe(0);
  const { actions } = JSON.parse(readText(root, "x.json"));
  expect(actions[1].facts).toMatchObject({ lastCommitAge: 92 * 86_400 });
  // A day later the verdicts are the same, although the ages are not.
  const applied = await cli(root, ["apply", "x.json", ...more], { now: clock(2) });
  expect([applied.exitCode, applied.stderr]).toEqual([4, expect.anything()]);
  expect([readText(root, "old.ts"), readText(root, "new.ts")]).toEqual(["g(1);\n", "f(1);\n"]);
});

it("refuses a plan whose verdict time has changed", async () => {
  const root = repository();
  await cli(root, ["plan", ...RUN, "-o", "x.json"], { now: clock(1) });
  const applied = await cli(root, ["apply", "x.json"], { now: clock(40) });
  expect(applied.exitCode).toBe(3);
  expect(applied.stdout + applied.stderr).toContain("differs in `verdict`");
  expect(readText(root, "new.ts")).toBe("f(1);\n");
});
