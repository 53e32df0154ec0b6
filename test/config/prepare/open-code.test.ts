import { expect, it, onTestFinished } from "vitest";
import type { RunRequest } from "../../../src/request/request.ts";
import { runWith } from "../../support/run-request.ts";
import { snapshot, type Tree, tempTree } from "../../support/temp-tree.ts";

const RECIPE = "version: 1\ntools: [tools/t.mjs]\nsteps: [{ id: t, tool: t, with: {} }]\n";
const POLICY = `version: 1
default: { verdict: apply, reason: Fine. }
lift: [protected-unnamed]
`;

/** A tool whose body is the text of `execute`. */
const tool = (body: string) => `export default (pi) => ({
  name: "t", description: "A tool.", parameters: { type: "object" }, execute() { ${body} },
});\n`;

async function run(tree: Tree, request: Partial<RunRequest> = {}) {
  const root = tempTree({ "sluice.policy.yaml": POLICY, "recipe.yaml": RECIPE, ...tree });
  const before = snapshot(root);
  const report = await runWith(root, {
    policy: "sluice.policy.yaml",
    allowCode: true,
    ...request,
  });
  return { report, isUntouched: JSON.stringify(snapshot(root)) === JSON.stringify(before) };
}

it("T26 loads no custom tool where the caller has not allowed it", async () => {
  const code = 'import { writeFileSync } from "node:fs"; writeFileSync("was-loaded", "");';
  const { report, isUntouched } = await run({ "tools/t.mjs": code }, { allowCode: false });
  expect(report).toMatchObject({
    exitCode: 2,
    diagnostics: [{ code: "custom-tools-not-allowed", path: "recipe.yaml", line: 2 }],
  });
  expect(isUntouched).toBe(true);
});

it("T25 loads one path once, also for two recipes of a run", async () => {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "loadedTimes"));
  const counted = tool("return String(globalThis.loadedTimes);");
  const tree = {
    "other.yaml": RECIPE.replace("tools/t", "./tools/t"),
    "tools/t.mjs": `globalThis.loadedTimes = (globalThis.loadedTimes ?? 0) + 1;\n${counted}`,
  };
  const { report } = await run(tree, { recipes: ["recipe.yaml", "other.yaml"] });
  expect(report.calls.map(({ text }) => text)).toEqual(["1", "1"]);
});

it("T21 gives a factory no queue", async () => {
  const queues = 'export default (pi) => { pi.pushPendingAction({ label: "L", apply() {} }); };';
  const { report } = await run({ "tools/t.mjs": queues });
  expect(report.diagnostics[0]?.message).toContain(
    "its factory failed: Pending action store unavailable for custom tools in this runtime.",
  );
});

it("R34 names the source and the label of what a custom tool queued", async () => {
  const queues = tool('pi.pushPendingAction({ label: "L", sourceToolName: "s", apply() {} });');
  const { report } = await run({ "tools/t.mjs": queues });
  expect(report.actions).toMatchObject([{ sourceToolName: "s", label: "L", state: "applied" }]);
});
