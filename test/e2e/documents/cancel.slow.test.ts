import { once } from "node:events";
import { expect, it } from "vitest";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { start } from "./support/command.ts";

const HOOK = `export default async ({ tool, params }) => {
  if (tool === "ast_edit" && params.ops[0].pat === "slow($A)") {
    process.stderr.write("WAITS\\n");
    await new Promise((done) => setTimeout(done, 8000));
  }
  return { decision: "continue" };
};
`;

/** Runs two edits in this order, and interrupts the run once the hook is asked about the slow one. */
async function interrupted(steps: string) {
  const root = tempTree({
    ".sluice/recipes/r.yaml": `version: 1
name: r
hooks: [{ on: [pre-tool], module: hook.mjs, timeout: 9s }]
steps:
${steps}
`,
    "hook.mjs": HOOK,
    "a.ts": "quick(1);\nslow(1);\n",
    "b.ts": "quick(2);\nslow(2);\n",
  });
  const argv = ["run", "r", "--policy", "apply-all", "--allow-code", "--format", "json"];
  const { child, ended } = start(root, ...argv);
  let said = "";
  child.stderr?.on("data", (text) => {
    said += text;
    if (said.includes("WAITS")) child.kill("SIGINT");
  });
  const since = performance.now();
  await once(child, "close");
  const { status, stdout } = await ended;
  const texts = ["a.ts", "b.ts"].map((path) => readText(root, path));
  return { status, texts, report: JSON.parse(stdout), took: performance.now() - since };
}

const QUICK = '{ id: quick, ast_edit: { lang: ts, ops: [{ pat: "quick($A)", out: "done($A)" }] } }';
const SLOW = '{ id: slow, ast_edit: { lang: ts, ops: [{ pat: "slow($A)", out: "done($A)" }] } }';

it("A22 T14 honours a cancel before the commit point: nothing is written, and the run is interrupted", async () => {
  const { status, texts, report } = await interrupted(`  - ${SLOW}\n  - ${QUICK}`);
  expect({ status, outcome: report.outcome }).toEqual({ status: 130, outcome: "interrupted" });
  expect(texts).toEqual(["quick(1);\nslow(1);\n", "quick(2);\nslow(2);\n"]);
});

it("A22 T14 takes nothing back after the commit point: what was applied stays whole", async () => {
  const { status, texts, report } = await interrupted(`  - ${QUICK}\n  - ${SLOW}`);
  expect({ status, outcome: report.outcome }).toEqual({ status: 130, outcome: "interrupted" });
  expect(texts).toEqual(["done(1);\nslow(1);\n", "done(2);\nslow(2);\n"]);
  expect(report.actions.map(({ state }: { state: string }) => state)).toEqual(["applied"]);
});
