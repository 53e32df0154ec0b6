import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runShellSteps } from "./composite-action.ts";
import { copyAction, useJob } from "./job.ts";

describe("the steps of the action", { shuffle: false }, () => {
  const { folders, changes } = useJob();
  beforeAll(async () => {
    folders.action = join(folders.temp, "action");
    await copyAction(folders.action);
  });

  // The first test installs from the lockfile, for the others too, which takes as long as the registry does.
  test("a preview from a checkout without dist/ builds, answers outputs and a summary, and writes nothing", {
    timeout: 300_000,
  }, async () => {
    const result = await runShellSteps(folders, { recipes: "swap" }, { NODE_ENV: "production" });
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.outputs).toEqual({
      ...{ outcome: "ok", "exit-code": "0", applied: "1", discarded: "0", held: "0", failed: "0" },
      ...{ replacements: "2", "files-changed": "1" },
    });
    expect(result.summary).toContain("## Sluice preview: ok\n");
    expect(result.summary).toContain("| would apply | 1 | 2 |\n");
    expect(result.summary).toMatch(
      /^\| would apply \| swap › swap: .* \| Inside of src \\\| reviewed by @&#8203;nobody\. \| in-src \|$/m,
    );
    expect(result.log).not.toMatch(/^::(error|notice)/m);
    expect(changes()).toBe("");
    const installed = await readFile(
      join(folders.action, "node_modules/.package-lock.json"),
      "utf8",
    );
    expect(installed).toContain("node_modules/@ast-grep/napi");
    expect(installed).not.toContain("node_modules/typescript");
  });

  test("a broken installation is a fault: 70, with an annotation and an outcome", {
    timeout: 300_000,
  }, async () => {
    const action = join(folders.temp, "broken");
    await cp(folders.action, action, { recursive: true });
    await rm(join(action, "node_modules/@ast-grep/napi"), { recursive: true });
    const result = await runShellSteps({ ...folders, action }, { recipes: "swap" });
    expect(result).toMatchObject({
      exitCode: 70,
      outputs: { outcome: "fault", "exit-code": "70" },
    });
    expect(result.log).toMatch(/^::error title=Sluice::A fault of Sluice itself/m);
  });

  test("with dist/ at hand only the packages that it needs are installed", {
    timeout: 300_000,
  }, async () => {
    const action = join(folders.temp, "released");
    await copyAction(action);
    await cp(join(folders.action, "dist"), join(action, "dist"), { recursive: true });
    const result = await runShellSteps({ ...folders, action }, { recipes: "swap" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { applied: "1" } });
    const installed = await readFile(join(action, "node_modules/.package-lock.json"), "utf8");
    expect(installed).not.toContain("node_modules/typescript");
    expect(result.log).not.toContain("tsc");
  });
});
