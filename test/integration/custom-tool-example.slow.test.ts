import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { commitAll, readText, snapshot, tempFolder } from "../support/temp-tree.ts";
import { initRepository } from "../support/write-repository.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../examples/custom-tool");

function copyOfExample(): string {
  const root = tempFolder();
  cpSync(EXAMPLE, root, { recursive: true });
  initRepository(root);
  commitAll(root);
  return root;
}

it("T19 the example of a custom tool: previews without a change, then renames and edits what it renamed", async () => {
  const root = copyOfExample();
  const before = snapshot(root);
  const argv = ["modules.yaml", "--allow-custom-tools"];
  const preview = await cliReport(root, ["preview", ...argv]);
  expect(preview.report.actions.map(({ state }) => state)).toEqual(["would-apply", "would-apply"]);
  expect(snapshot(root)).toEqual(before);

  const { report, exitCode } = await cliReport(root, ["run", ...argv]);
  expect({ exitCode, alerts: report.alerts }).toEqual({ exitCode: 0, alerts: [] });
  expect(report.actions.map(({ reason }) => reason)).toEqual([
    "Batch rename: 2 files to .mts, all of them in src.",
    "1 replacements that are safe.",
  ]);
  expect(Object.keys(snapshot(root)).filter((path) => path.startsWith("src/"))).toEqual([
    "src/cart.mts",
    "src/price.mts",
  ]);
  expect(readText(root, "src/cart.mts")).toContain('from "./price.mts";\n');
});

it("T26 needs the caller's word", async () => {
  const { exitCode, stderr } = await cliReport(copyOfExample(), ["run", "modules.yaml"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--allow-code");
});
