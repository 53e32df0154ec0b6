export const SWAP =
  'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "a($A)", out: "b($A)" }] } }]\n';
export const RENAME = `version: 1
inputs: { from: {}, to: { default: z }, depth: { type: number, default: 1 } }
steps:
  - ast_edit:
      ops: [{ pat: "\${{ inputs.from }}($A)", out: "\${{ inputs.to }}($A, \${{ inputs.depth }})" }]
`;
export const PROJECT = `version: 1
recipes:
  - swap
  - { recipe: codemods/rename.yaml, inputs: { from: x, to: y, depth: 2 } }
policy: apply-all
`;
export const TREE = {
  "sluice.yaml": PROJECT,
  "recipes/swap.yaml": SWAP,
  "codemods/rename.yaml": RENAME,
  "a.ts": "a(1);\nx(1);\n",
  "lib/b.ts": "a(2);\nx(2);\n",
};
