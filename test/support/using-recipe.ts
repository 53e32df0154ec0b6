import { expect } from "vitest";
import { cliReport } from "./run-cli.ts";
import { type Tree, tempTree } from "./temp-tree.ts";

export const edit = (from: string, to: string, more = "") =>
  `ast_edit: { lang: js, ops: [{ pat: ${from}($A), out: "${to}($A)" }]${more} }`;

export const INNER = [
  "version: 1",
  "inputs: { to: { type: string, required: true } }",
  "steps:",
  `  - { id: one, ${edit("one", "${{ inputs.to }}")} }`,
  `  - { id: two, when: 'steps.one.applied > 0 && inputs.to == "first"', ${edit("two", "second")} }`,
].join("\n");

/** A recipe with these lines before its steps, whose one step has `uses: inner`. */
export const outer = (head = "", step = "uses: inner, with: { to: first }", more = "") =>
  `version: 1\n${head}\nsteps:\n  - { id: fix, ${step} }\n${more}`;

export const treeOf = (recipe: string, files: Tree = {}): Tree => ({
  "recipe.yaml": recipe,
  "recipes/inner.yaml": INNER,
  "a.js": "one(1); two(2);\n",
  "src/b.js": "one(1); two(2);\n",
  ...files,
});

export const preview = (root: string, ...argv: string[]) =>
  cliReport(root, ["preview", "recipe.yaml", ...argv]);

/** Returns the faults for which a preview was refused, one line each. */
export async function faultsOf(files: Tree, ...argv: string[]): Promise<string> {
  const { report, exitCode } = await preview(tempTree(files), ...argv);
  expect([exitCode, report.actions]).toEqual([2, []]);
  return report.diagnostics
    .map(({ code, path, line, message, hint }) => `${code} ${path}:${line} ${message} ${hint}`)
    .join("\n");
}
