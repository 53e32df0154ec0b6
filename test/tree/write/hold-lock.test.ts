import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyPlan } from "../../../src/plan/apply-plan.ts";
import { APPLY_DEFAULTS } from "../../../src/request/options/request-fields.ts";
import type { RunWorld } from "../../../src/request/request.ts";
import { ownProcess } from "../../../src/shared/process/own-process.ts";
import { startGitListing } from "../../../src/tree/git-listing.ts";
import { cli, SHIPPED_RECIPES } from "../../support/run-cli.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, tempRepository } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const RECIPE = recipeOf([["old($A)", "fresh($A)"]], "per: file");

/** Makes a file that the other recipe matches. */
const NEW_FILE = `version: 1
steps:
  - { id: new, tool: write_file, with: { path: b.ts, content: "old(2);\\n" } }
`;

const tree = () =>
  tempRepository({ "a.ts": "old(1);\n", "recipe.yaml": RECIPE, "new.yaml": NEW_FILE });

const world = (root: string): RunWorld => ({
  ...{ cwd: root, shippedRecipes: SHIPPED_RECIPES, now: () => 0, newRunId: () => "applied" },
  after: () => new AbortController().signal,
  self: ownProcess(process),
  env: { PATH: process.env.PATH },
  ...{ build: "0.0.0", version: "0.0.0", emit: () => undefined },
  interrupted: new AbortController().signal,
  timedOut: new AbortController().signal,
});

const apply = (root: string, more: Partial<RunWorld>) =>
  applyPlan(
    { ...APPLY_DEFAULTS, root, plan: "p.json", cache: false, lockTimeout: 1000 },
    { ...world(root), ...more },
  );

const plan = (root: string) =>
  cli(root, ["plan", "recipe.yaml", "-o", "p.json", "--policy", "apply-all", "--no-cache"]);

describe("a run that began and ended before the lock was asked for", () => {
  it("is seen by a run that had asked git before", async () => {
    const root = tree();
    const listing = startGitListing(root);
    await listing.files;
    await runWith(root, { recipes: ["new.yaml"], policy: "apply-all" });
    const report = await runWith(root, { policy: "apply-all" }, undefined, { listing });
    expect([report.totals.applied, readText(root, "b.ts")]).toEqual([2, "fresh(2);\n"]);
  });

  it("is seen by an apply that had found its plan to be right before", async () => {
    const root = tree();
    await plan(root);
    const listing = startGitListing(root);
    await listing.files;
    await runWith(root, { recipes: ["new.yaml"], policy: "apply-all" });
    const { exitCode } = await apply(root, { listing });
    expect([exitCode, readText(root, "a.ts")]).toEqual([3, "old(1);\n"]);
  });
});

it("gives an apply an id that is younger than those of the runs that it waited for", async () => {
  const root = tree();
  await plan(root);
  const isAlone = () => existsSync(join(root, ".sluice/lock"));
  const { exitCode } = await apply(root, { newRunId: () => (isAlone() ? "2-late" : "1-early") });
  expect([exitCode, readdirSync(join(root, ".sluice/runs"))]).toEqual([0, ["2-late"]]);
});
