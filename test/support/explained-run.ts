import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { Explanation } from "../../src/model/policy/explanation.ts";
import { cli } from "./run-cli.ts";
import { tempRepository, writeTree } from "./temp-tree.ts";

/** A policy with a guard and two rules, of which one never holds. */
export const POLICY = `version: 1
default: { verdict: hold, reason: No rule covers this change. }
guards:
  - { id: vendored, when: { anyFile: ["vendor/**"] }, verdict: discard, reason: Not ours. }
rules:
  - id: small
    when: { any: [{ allFiles: ["src/**"], maxReplacements: 1 }, { touchesChangedLines: true }] }
    verdict: apply
    reason: Small.
  - { id: one-file, when: { maxFiles: 0, maxReplacements: 0 }, verdict: apply, reason: None. }
`;

/** A tree with a file for each reason to have no action. */
export const FILES = {
  "sluice.policy.yaml": POLICY,
  "r.yaml": `version: 1
scope: { exclude: ["src/gen/**"], readonly: ["src/ro.ts"] }
steps:
  - ast_edit:
      per: file
      paths: ["src/**", "vendor/**", "dist/**"]
      ops: [{ pat: "a($A)", out: "b($A)" }]
`,
  ".gitignore": "dist/\n",
  "src/a.ts": "a(1);\n",
  "src/b.ts": "x();\na(1);\na(2);\n",
  "src/c.ts": "c(1);\n",
  "src/broken.ts": "a(1); function(\n",
  "src/gen/g.ts": "a(1);\n",
  "src/ro.ts": "a(1);\n",
  "src/t.txt": "a(1)\n",
  "vendor/v.ts": "a(1);\n",
};

/** Makes files older than the clock of a test. */
export function age(root: string, ...paths: readonly string[]): void {
  const before = new Date(Date.UTC(2025, 0, 1));
  for (const path of paths) utimesSync(join(root, path), before, before);
}

/** A tree in which the recipe was run. */
export async function ranTree(): Promise<string> {
  const root = tempRepository(FILES);
  writeTree(root, { "dist/d.js": "a(1);\n" }); // Git ignores it.
  age(root, "dist/d.js", ...Object.keys(FILES));
  await cli(root, ["run", "r.yaml"]);
  return root;
}

/** Explains something of a tree, as JSON. */
export async function explained(root: string, ...argv: readonly string[]) {
  const { stdout, ...rest } = await cli(root, ["policy", "explain", ...argv, "--format", "json"]);
  return { ...rest, explanation: JSON.parse(stdout) as Explanation };
}
