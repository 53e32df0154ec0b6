import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { CLEAN, type LossCase, TRAPS } from "../support/loss-cases.ts";
import { tempTree } from "../support/temp-tree.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

/** Runs one recipe with a step for each case, by the built command. */
function runSafe(cases: readonly LossCase[]) {
  const pathOf = (index: number) => `src/case${index}.${cases[index]?.type}`;
  const steps = cases.map(({ op }, index) => ({
    id: `s${index}`,
    ast_edit: { paths: [pathOf(index)], ops: [op] },
  }));
  const root = tempTree({
    "recipe.yaml": JSON.stringify({ version: 1, name: "r", steps }),
    ...Object.fromEntries(cases.map(({ text }, index) => [pathOf(index), text])),
  });
  const { stdout, status } = spawnSync(
    process.execPath,
    [MAIN, "run", "recipe.yaml", "--policy", "safe", "--format", "json"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as Report; // The command's own report.
  const actionOf = (index: number) => report.actions.find(({ step }) => step === `s${index}`);
  return { status, report, actionOf, pathOf };
}

it("L1 L2 the built-in policy safe holds each trap, with the fact and the place in the reason, and warns", () => {
  const { status, report, actionOf, pathOf } = runSafe(TRAPS);
  const found = TRAPS.map(({ from, place }, index) => {
    const action = actionOf(index);
    const isNamed = action?.reason?.includes(place === "" ? "white space" : pathOf(index) + place);
    return [from, action?.state, action?.ruleId, isNamed || `${action?.reason}`];
  });
  expect(found).toEqual(TRAPS.map(({ from, rule }) => [from, "held", rule, true]));
  expect(status).toBe(4);
  const warned = report.alerts.filter(({ code }) => code === "loss");
  expect(warned[0]?.message).toBe("src/case0.js: the comment `/* keep */` in line 1 is lost.");
  expect(warned).toHaveLength(TRAPS.filter(({ place }) => place !== "").length);
});

it("L2 the built-in policy safe applies edits that lose nothing", () => {
  const { report, actionOf } = runSafe(CLEAN);
  const found = CLEAN.map(({ from, text }, index) => {
    const action = actionOf(index);
    return [from, text, action?.state === "applied" || action?.reason || action];
  });
  expect(found).toEqual(CLEAN.map(({ from, text }) => [from, text, true]));
  expect(report.alerts).toEqual([]);
});
