import type { RunRequest } from "../../src/request/request.ts";
import { besidesLoss } from "./besides-loss.ts";
import { THREADS } from "./cached-run.ts";
import { runWith } from "./run-request.ts";
import { snapshot, type Tree, tempTree } from "./temp-tree.ts";

export const POLICY = `version: 1\ndefault: { verdict: apply, reason: The policy applies every change. }\n`;

export const recipe = (step: string) => `version: 1\nname: r\nsteps:\n  - ${step}\n`;
export const STEP = "{ id: t, transform: ./codemod.mjs, api: sluice, paths: [src], per: file }";

/** A module in Sluice's own form whose function has this body. */
export const codemod = (body: string) =>
  `export default async function (file, context) { ${body} }\n`;
export const RENAME = codemod("return file.text.replaceAll('foo', 'bar');");

export async function run(tree: Tree, request: Partial<RunRequest> = {}) {
  const root = tempTree({
    "sluice.policy.yaml": POLICY,
    "recipe.yaml": recipe(STEP),
    "src/a.ts": "foo(1);\n",
    "src/b.ts": "foo(2);\n",
    "codemod.mjs": RENAME,
    ...tree,
  });
  const before = snapshot(root);
  const asked = { policy: "sluice.policy.yaml", allowCode: true, ...request };
  const report = await runWith(root, asked, undefined, { threads: THREADS });
  const alerts = besidesLoss(report.alerts).map(({ message }) => message);
  const tell = { actions: report.actions, alerts };
  return { root, before, report, ...tell };
}
