import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
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
