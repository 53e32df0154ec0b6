import { cli } from "./run-cli.ts";

export const TREE = {
  "src/a.ts": "export const a = 1;\n// Kept for a reason.\nexport const b = 'é';\n",
  "src/deep/only.ts": "export const only = 1;\n",
  "src/empty.ts": "",
};

export const CODE = "--allow-code";

export let ids = 0;
const newRunId = () => {
  ids += 1;
  return `run-${ids}`;
};
export const command = (root: string, ...argv: readonly string[]) => cli(root, argv, { newRunId });
