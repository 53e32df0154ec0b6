import { expect } from "vitest";
import type { UndoReport } from "../../src/model/past/undo-report.ts";
import { type CliResult, cli } from "./run-cli.ts";
import { setMode, snapshot, type Tree, tempTree } from "./temp-tree.ts";
import { recipeOf } from "./yaml.ts";

export const FILES = {
  "a.ts": "old(1);\n\n\n\nold(2);\n",
  "b.ts": "\uFEFFold(3);\r\nmore();",
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: match"),
};

export const run = (root: string, recipe = "recipe.yaml") =>
  cli(root, ["run", recipe, "--policy", "apply-all", "--no-cache", "--allow-custom-tools"]);
export const undo = (root: string, ...argv: string[]) => cli(root, ["undo", ...argv]);

export async function report(root: string, ...argv: string[]): Promise<UndoReport & CliResult> {
  const result = await undo(root, ...argv, "--format", "json");
  return { ...result, ...(JSON.parse(result.stdout) as UndoReport) };
}

/** A tree in which a recipe has run, as it was and as it is. */
export async function changed(files: Tree = FILES, make = tempTree) {
  const root = make(files);
  setMode(root, Object.keys(files)[0] ?? "", 0o754);
  const before = snapshot(root);
  expect((await run(root)).exitCode).toBe(0);
  const after = snapshot(root);
  expect(after).not.toEqual(before);
  return { root, before, after };
}

export const MINE = { "a.ts": "fresh(1);\n\n\n\nmine(2);\n" };

export const NEW_FILE = `version: 1
steps:
  - { id: make, tool: write_file, with: { path: made/deep/x.ts, content: "x();\\n" } }
`;
