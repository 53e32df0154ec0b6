import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSources } from "../../src/config/sources/open-sources.ts";
import { judgePlan } from "../../src/plan/judge/judge-plan.ts";
import { readPlan } from "../../src/plan-file/read-plan.ts";
import type { ApplyRequest, RunRequest, RunWorld } from "../../src/request/request.ts";
import { grammarPackage } from "../support/grammar-packages.ts";
import { cliReport, SHIPPED_RECIPES } from "../support/run-cli.ts";
import { commitAll, git, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

// The other cases stand in trust.slow.test.ts.
const FILES = { "recipe.yaml": recipeOf([["old($A)", "base($A)"]]), "src/a.js": "old(1);\n" };

it("reads a recipe from the base commit, and never the head's", async () => {
  const root = tempRepository(FILES);
  const base = git(root, "rev-parse", "HEAD").trim();
  writeTree(root, { "recipe.yaml": recipeOf([["old($A)", "evil($A)"]]) });
  commitAll(root);
  const { report } = await cliReport(root, ["preview", "recipe.yaml", "--base", base]);
  expect(report.actions[0]?.files[0]?.diff).toContain("+base(1);");
  expect(report.sources).toMatchObject([{ path: "recipe.yaml", role: "recipe", origin: "base" }]);
  const env = { PATH: process.env.PATH, GITHUB_EVENT_NAME: "pull_request" };
  const unknown = await cliReport(root, ["preview", "recipe.yaml"], { env });
  expect([unknown.exitCode, unknown.report.trust?.mode]).toEqual([2, "base"]);
});

it("takes no package of the head in `validate`, and says which options would", async () => {
  const kotlin = recipeOf([["f($A)", "g($A)"]]).replace(
    "ast_edit:",
    "ast_edit:\n      lang: kotlin",
  );
  const root = tempRepository({ "r.yaml": kotlin });
  writeTree(root, grammarPackage("kotlin", { "parser.so": "no library" }));
  const validate = async (...trust: string[]) =>
    (await cliReport(root, ["validate", "r.yaml", "--allow-code", ...trust])).report.diagnostics;
  expect(await validate()).toMatchObject([{ code: "language-broken" }]);
  expect(await validate("--base=HEAD")).toMatchObject([
    {
      code: "language-not-installed",
      hint: expect.stringContaining("--trust all with --allow-code would load it"),
    },
  ]);
});

it("reports the trust of a plan that does not fit, and none if nothing was opened", async () => {
  const root = tempRepository(FILES);
  const base = git(root, "rev-parse", "HEAD").trim();
  await cliReport(root, ["plan", "recipe.yaml", "--policy=apply-all", "-o", "p.json"]);
  writeTree(root, { "src/a.js": "old(2);\n" });
  const trustOf = async (...argv: string[]) =>
    (await cliReport(root, ["apply", "p.json", ...argv])).report.trust;
  expect(await trustOf("--base=HEAD")).toEqual({ mode: "base", base, baseFrom: "named" });
  expect(await trustOf("--trust=none")).toEqual({ mode: "none", base: null });
  writeTree(root, { "p.json": "{" });
  expect(await trustOf()).toBeNull();
});

it("refuses a plan with exit code 2 if its base is not known, and derives it again from one commit", async () => {
  const root = tempRepository(FILES);
  const base = git(root, "rev-parse", "HEAD").trim();
  await cliReport(root, ["plan", "recipe.yaml", "--policy=apply-all", "-o", "p.json"]);
  const env = { PATH: process.env.PATH, GITHUB_EVENT_NAME: "pull_request" };
  const unknown = await cliReport(root, ["apply", "p.json"], { env });
  expect(unknown.exitCode).toBe(2);
  expect(unknown.report.diagnostics.map(({ code }) => code)).toEqual(["base-unavailable"]);
  const asked: RunRequest[] = [];
  const read = await readPlan(join(root, "p.json"), "p.json", 1e6);
  if (!("plan" in read)) throw new Error("no plan");
  const world = {
    cwd: root,
    shippedRecipes: SHIPPED_RECIPES,
    env: { PATH: process.env.PATH },
    now: () => new Date(0),
  };
  const signal = new AbortController().signal;
  const request = {
    root,
    base: "HEAD",
    recipes: [],
    packages: [],
    allowCode: false,
    policy: "apply-all",
  };
  const sources = await openSources(request, world, signal);
  // Only what the judgement takes of a world and a request.
  await judgePlan(read.plan, request as unknown as ApplyRequest, {
    world: world as unknown as RunWorld,
    sources,
    derive: (again) => {
      asked.push(again);
      return Promise.reject(new Error("enough"));
    },
  }).catch(() => undefined);
  expect(asked).toMatchObject([{ trust: "base", base }]);
});

it("reads nothing of the tree without trust, and no link out of it with all", async () => {
  const root = tempRepository(FILES);
  const outside = tempTree(FILES);
  symlinkSync(join(outside, "recipe.yaml"), join(root, "link.yaml"));
  const codes = async (...argv: string[]) =>
    (await cliReport(root, ["preview", ...argv])).report.diagnostics.map(({ code }) => code);
  expect(await codes("recipe.yaml", "--trust", "none")).toEqual(["not-trusted"]);
  expect(await codes("link.yaml")).toEqual(["path-out-of-root"]);
  expect(await codes(join(outside, "recipe.yaml"), "--trust", "none")).toEqual([]);
});
