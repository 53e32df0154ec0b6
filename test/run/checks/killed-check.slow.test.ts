import { expect, it } from "vitest";
import type { Recovery } from "../../../src/model/past/recovery.ts";
import { checkedPolicy, checkedTree, renaming } from "../../support/checked-tree.ts";
import { endsKilled, KILLS_RUN, killedRun } from "../../support/killed-run.ts";
import { cli } from "../../support/run-cli.ts";

const RUN = ["run", "recipe.yaml", "--no-cache", "--allow-code"];

it("tells the next run of a run that was killed in its checks", async () => {
  const root = checkedTree(checkedPolicy(KILLS_RUN, { after: "run", more: "transaction: run" }), {
    count: 2,
    recipe: renaming("step"),
  });
  expect(endsKilled(root, RUN)).toBe(true);
  const { stdout } = await cli(root, [
    "run",
    "recipe.yaml",
    "--allow-code",
    "--policy",
    "apply-all",
    "--format",
    "json",
  ]);
  const [alert] = (JSON.parse(stdout) as { alerts: { code: string; message: string }[] }).alerts;
  expect(alert?.code).toBe("recovered");
  expect(alert?.message).toContain(
    "before its checks (look) had proved what it wrote: 1 action (src/f0.ts, src/f1.ts)",
  );
});

it("has nothing to name if all checks had passed when the run was killed", async () => {
  const root = checkedTree(checkedPolicy("true"), { count: 1 });
  expect(killedRun(root, RUN, { point: "rename", path: "report\\.json$" })).toBe(true);
  const { stdout, exitCode } = await cli(root, ["recover", "--format", "json"]);
  expect(exitCode).toBe(0);
  expect((JSON.parse(stdout) as Recovery).runs[0]?.unproved).toBeUndefined();
});
