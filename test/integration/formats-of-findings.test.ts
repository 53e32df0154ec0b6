import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withSarifFixes } from "../support/apply-fixes.ts";
import { cli } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const FILES = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: match"),
  "src/a.ts": "old(1); /* 😀 */ old(2);\r\nkeep();\r\n  old(3);",
  "src/b.ts": "// ::error::forged\nold('::set-output name=x::y');\n",
};

it("prints annotations as commands on a runner, although no text of the tree is one", async () => {
  const env = { GITHUB_ACTIONS: "true" };
  const argv = ["preview", "recipe.yaml", "--format", "github", "--report", "github=out.txt"];
  const root = tempTree(FILES);
  const { stdout } = await cli(root, argv, { env });
  expect(stdout.split("\n")).toEqual([
    "::notice file=src/a.ts,line=1,endLine=1,col=1,endColumn=7,title=recipe › edit::pending: `old(1)` → `fresh(1)`",
    "::notice file=src/a.ts,line=1,endLine=1,col=18,endColumn=24,title=recipe › edit::pending: `old(2)` → `fresh(2)`",
    "::notice file=src/a.ts,line=3,endLine=3,col=3,endColumn=9,title=recipe › edit::pending: `old(3)` → `fresh(3)`",
    expect.stringContaining("::notice file=src/b.ts,line=2,"),
    "",
  ]);
  expect(readText(root, "out.txt")).toBe(stdout);
});

it("names files from the workspace of a runner, and has fixes that make the tree of the run", async () => {
  const top = tempTree({});
  const root = join(top, "packages", "x");
  mkdirSync(join(root, "src"), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
  const env = { GITHUB_WORKSPACE: top };
  const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--report", "sarif=out.sarif"];
  await cli(root, [...argv, "--report", "gitlab=cq.json"], { env });
  const [issue] = JSON.parse(readText(root, "cq.json"));
  expect(issue.location).toEqual({ path: "packages/x/src/a.ts", lines: { begin: 1, end: 1 } });
  const log = JSON.parse(readText(root, "out.sarif"));
  expect(log.runs[0].automationDetails).toEqual({ id: "sluice/packages/x/recipe/" });
  const path = "packages/x/src/a.ts";
  const fixed = withSarifFixes(log, { [path]: FILES["src/a.ts"] });
  expect(fixed[path]).toBe(readText(root, "src/a.ts"));
  expect(fixed[path]).toContain("fresh(3);");
});
