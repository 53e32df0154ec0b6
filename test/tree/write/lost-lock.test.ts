import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runWith } from "../../support/run-request.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

it.each([
  ["the lock", ".sluice/lock", "`.sluice/lock` is gone"],
  ["the journal", ".sluice/runs", "the journal of the run is gone"],
])("a run that loses %s writes nothing more, and says so", async (_what, path, why) => {
  const root = tempTree({
    ...Object.fromEntries(["a.ts", "b.ts", "c.ts"].map((name) => [name, "old(1);\n"])),
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
  });
  let isLost = false;
  const report = await runWith(root, { policy: "apply-all" }, (event) => {
    if (event.type !== "action-ended" || isLost) return;
    isLost = true;
    expect(readdirSync(join(root, ".sluice"))).toContain("lock");
    rmSync(join(root, path), { recursive: true });
  });
  expect(report.exitCode).toBe(1);
  expect(report.actions.map(({ state }) => state)).toEqual(["applied", "failed", "failed"]);
  expect(report.actions[1]?.result).toContain(why);
  expect(report.alerts.map(({ code }) => code)).toContain("unfinished");
  expect(readText(root, "b.ts")).toBe("old(1);\n");
});
