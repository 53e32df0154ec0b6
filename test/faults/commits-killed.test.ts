import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Recovery } from "../../src/model/past/recovery.ts";
import { policyOf, RECIPE, stateOf } from "../support/commit-run.ts";
import { killedRun } from "../support/killed-run.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, tempFolder, tempRepository } from "../support/temp-tree.ts";

const RUN = ["run", "recipe.yaml", "--policy", "sluice.policy.yaml", "--no-cache"];

const BEHIND = { point: "rename", path: "report\\.json$" };

/** A run that is killed: behind its commits, before it keeps its report, or at another point. */
function killedCommitting(commits: string, at = BEHIND): string {
  const root = tempRepository({
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": policyOf(commits),
    "src/a.ts": "f(1);\n",
    "src/b.ts": "h(1);\n",
  });
  git(root, "config", "user.name", "Ada");
  git(root, "config", "user.email", "ada@example.com");
  expect(killedRun(root, RUN, at)).toBe(true);
  return root;
}

const recovered = async (root: string) =>
  JSON.parse((await cli(root, ["recover", "--format", "json"])).stdout) as Recovery;

it("names the commits of a run that was killed behind them, and `undo` says that they stay", async () => {
  const root = killedCommitting("{ per: run }");
  const { head, status } = stateOf(root);
  expect(status).toBe("");
  const short = head.slice(0, 10);
  const { stdout, exitCode } = await cli(root, ["recover"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`It was cut off after it had made 1 commit of its changes: ${short}.`);
  const undone = JSON.parse((await cli(root, ["undo", "--format", "json"])).stdout);
  expect(undone.alerts).toMatchObject([{ code: "commits-stay" }]);
  expect(undone.alerts[0].message).toContain(short);
  expect(readText(root, "src/a.ts")).toBe("f(1);\n");
});

it("tells the next command that writes of commits on branches", async () => {
  const root = killedCommitting('{ per: rule, branch: "s/${{ group }}" }');
  const undone = JSON.parse((await cli(root, ["undo", "--format", "json"])).stdout);
  expect(undone.alerts).toMatchObject([{ code: "recovered" }, { code: "commits-stay" }]);
  expect(undone.alerts[0].message).toMatch(/had been cut off after it had made 2 commits \(/);
});

it("leaves no temporary file of a run that was killed while it made commits", async () => {
  const temporary = tempFolder();
  vi.stubEnv("TMPDIR", temporary);
  const point = { point: "open", path: "commits\\.json\\.new$" };
  const root = killedCommitting("{ per: run }", point);
  vi.unstubAllEnvs();
  const left = () =>
    readdirSync(join(root, ".sluice"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("commit/message"),
    );
  expect(left()).toHaveLength(1);
  await recovered(root);
  expect(left()).toEqual([]);
  expect(readdirSync(temporary).filter((name) => name.startsWith("sluice-commit-"))).toEqual([]);
});

it("forgets commits that no branch has: the run was killed before it moved one", async () => {
  const root = killedCommitting("{ per: run }");
  git(root, "update-ref", "refs/heads/main", "HEAD~1");
  expect((await recovered(root)).runs).toMatchObject([{ actions: [] }]);
  const undone = JSON.parse((await cli(root, ["undo", "--format", "json"])).stdout);
  expect(undone).toMatchObject({ exitCode: 0, alerts: [] });
});
