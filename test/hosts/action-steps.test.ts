import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runShellSteps } from "../action/composite-action.ts";
import { copyAction, FILES, useJob } from "../action/job.ts";

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
    expect(result.outputs).toMatchObject({
      ...{ outcome: "ok", "exit-code": "0", applied: "1", discarded: "0", held: "0", failed: "0" },
      ...{ replacements: "2", "files-changed": "1", "changed-files": '["src/a.ts"]', plan: "" },
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

  test("grammars are installed beside the workspace, and the Node of later steps is the caller's", {
    timeout: 300_000,
  }, async () => {
    const recipe = FILES["recipes/swap.yaml"].replace("paths:", "lang: python\n      paths:");
    await writeFile(join(folders.workspace, "recipes/swap.yaml"), recipe);
    await writeFile(join(folders.workspace, "src/c.py"), "equal(a, b)\n");
    const result = await runShellSteps(folders, { recipes: "swap", languages: "py,\n" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { "changed-files": '["src/c.py"]' } });
    expect(result.changedForLater).toBe("");
    expect(changes()).toBe(" M recipes/swap.yaml\n?? src/c.py\n");
  });

  test("with dist/ at hand only the packages that it needs are installed, and none that another job changed in the cache runs", {
    timeout: 300_000,
  }, async () => {
    const packages = join(folders.temp, "tools/sluice/npm/_cacache/content-v2/sha512");
    const files = (await readdir(packages, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const { parentPath, name } of files) await writeFile(join(parentPath, name), "forged");
    const action = join(folders.temp, "again");
    await copyAction(action);
    await cp(join(folders.action, "dist"), join(action, "dist"), { recursive: true });
    const result = await runShellSteps({ ...folders, action }, { recipes: "swap" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { applied: "1" } });
    const installed = await readFile(join(action, "node_modules/.package-lock.json"), "utf8");
    expect(installed).not.toContain("node_modules/typescript");
    expect(result.log).not.toContain("tsc");
  });

  test("without a network the step says what to do", { timeout: 300_000 }, async () => {
    const action = join(folders.temp, "offline");
    await copyAction(action);
    await mkdir(join(action, "dist/action"), { recursive: true });
    await writeFile(join(action, "dist/action/main.js"), "");
    const env = {
      ...{ npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0" },
      RUNNER_TOOL_CACHE: join(folders.temp, "no-tools"),
    };
    const result = await runShellSteps({ ...folders, action }, { recipes: "swap" }, env);
    expect(result.exitCode).toBe(70);
    expect(result.log).toMatch(
      /^::error title=Sluice::The packages of Sluice cannot be installed\. npm says why above\./m,
    );
    expect(changes()).toBe("");
  });

  // The last test: it breaks what the first has installed.
  test("a broken installation is a fault: 70, with an annotation and an outcome", {
    timeout: 300_000,
  }, async () => {
    await rm(join(folders.action, "node_modules/@ast-grep/napi"), { recursive: true });
    const result = await runShellSteps(folders, { recipes: "swap" });
    expect(result).toMatchObject({
      exitCode: 70,
      outputs: { outcome: "fault", "exit-code": "70" },
    });
    expect(result.log).toMatch(/^::error title=Sluice::A fault of Sluice itself/m);
  });
});
