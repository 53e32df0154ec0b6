/** A policy that applies what a model proposes for `src`, but holds payments and discards generated code. */
const POLICY = `version: 1
guards:
  - { id: payments, when: { anyFile: ["src/pay/**"] }, verdict: hold, reason: "Payments wait." }
  - { id: generated, when: { anyFile: ["**/*.gen.ts"] }, verdict: discard, reason: "Generated." }
rules:
  - { id: by-model, when: { fromModel: true, allFiles: ["src/**"] }, verdict: apply, reason: "In src." }
default: { verdict: hold, reason: "Nobody decided." }
`;

/** A tree with calls to edit, in files about which the policy decides differently. */
export const TREE = {
  "sluice.policy.yaml": POLICY,
  "src/a.ts": "old(1);\nold(2);\n",
  "src/pay/charge.ts": "old(3);\n",
  "src/b.gen.ts": "old(4);\n",
  "docs/c.ts": "old(5);\n",
  "recipes/renew.yaml": `version: 1
name: renew
description: Calls the new name.
inputs: { to: { default: "new" } }
steps:
  - { id: call, ast_edit: { paths: ["src"], per: file, ops: [{ pat: "old($A)", out: "\${{ inputs.to }}Call($A)" }] } }
`,
};

/** Edits of every call, one action for each file. */
export const EDIT = { ops: [{ pat: "old($A)", out: "renewed($A)" }], paths: ["src"], per: "file" };

/** A patch of one file. */
export function patchOf(path: string, before: string, after: string): string {
  return `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${before}\n+${after}\n`;
}
