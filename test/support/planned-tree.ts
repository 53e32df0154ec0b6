import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "../../src/plan-file/plan.ts";
import { cli } from "./run-cli.ts";
import { makeRepository, tempFolder, writeTree } from "./temp-tree.ts";

export const POLICY = `version: 1
default: { verdict: apply, reason: "Fine: \${{ facts.replacements }}." }
guards:
  - { id: held, when: { anyFile: ["src/held/**"] }, verdict: hold, reason: Somebody looks at it. }
  - { id: no, when: { anyFile: ["src/no/**"] }, verdict: discard, reason: Not this one. }
`;

/** Steps that rest on each other, a text with CRLF, one with a BOM, new files, and each verdict. */
export const TREE = {
  "sluice.policy.yaml": POLICY,
  "recipes/move.yaml": `version: 1
inputs:
  to: { type: string, default: fresh }
steps:
  - id: rename
    ast_edit: { per: file, paths: ["src/**"], ops: [{ pat: "old($A)", out: "\${{ inputs.to }}($A)" }] }
  - id: wrap
    ast_edit: { paths: ["src/*.ts"], ops: [{ pat: "\${{ inputs.to }}($A)", out: "wrap(\${{ inputs.to }}($A), 1)" }] }
  - id: make
    parallel:
      - { id: one, tool: write_file, with: { path: "src/new/one.ts", content: "old(1);\\n" } }
      - { id: two, tool: write_file, with: { path: "src/new/deep/ü.md", content: "# Two\\n" } }
  - id: again
    ast_edit: { per: match, paths: ["src/new/**"], ops: [{ pat: "old($A)", out: "made($A)" }] }
`,
  "src/a.ts": "old(1);\nold(2);\n",
  "src/crlf.ts": "old(1);\r\nconst x = 1;\r\nold(2);\r\n",
  "src/bom.ts": "\uFEFFold(1);",
  "src/held/h.ts": "old(1);\n",
  "src/no/n.ts": "old(1);\n",
  "src/no-end.ts": "old('ü😀')",
};

export const planOf = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Plan;

/** Plans the recipe of a tree into the file beside the tree. */
export async function planned(root: string, ...argv: string[]) {
  const result = await cli(root, ["plan", "move", "-o", "../plan.json", ...argv]);
  return { ...result, file: join(root, "../plan.json") };
}

/** A tree below a folder of its own, so that what lies beside it is the test's. */
export function lonelyTree(tree: Readonly<Record<string, string>> = TREE) {
  const root = join(tempFolder(), "work");
  writeTree(root, tree);
  return root;
}

/** The same, as a repository. */
export function lonelyRepository(tree: Readonly<Record<string, string>> = TREE) {
  const root = lonelyTree(tree);
  makeRepository(root, tree);
  return root;
}
