import { chmod, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runShellSteps } from "./composite-action.ts";
import { CHECKOUT, FILES, useJob } from "./job.ts";

describe("the steps of the action", () => {
  const { folders, changes, sourceOf } = useJob();

  /** A PATH whose Node only says its process, and whose npm fails. */
  async function stubbedPath(): Promise<string> {
    const bin = join(folders.temp, "bin");
    await mkdir(bin, { recursive: true });
    const node = `[ "$1" = -p ] && echo "$0" && exit; echo "node is $$"`;
    const stubs = { npm: "echo npm was called; exit 9", node };
    for (const [name, script] of Object.entries(stubs)) {
      await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, name), 0o755);
    }
    return `${bin}${delimiter}${process.env.PATH}`;
  }

  test("a run without a policy answers 2 with an annotation, and wrote nothing", async () => {
    await rm(join(folders.workspace, "sluice.policy.yaml"));
    const result = await runShellSteps(folders, { recipes: "swap", mode: "run" });
    expect(result).toMatchObject({
      exitCode: 2,
      outputs: { outcome: "invalid", "exit-code": "2" },
    });
    expect(result.log).toMatch(/^::error title=policy-missing::/m);
    expect(result.summary).toContain("## Sluice run: invalid\n");
    expect(changes()).toBe(" D sluice.policy.yaml\n");
  });

  test("`args` are split by quotes and reach the recipe", async () => {
    const args = `--input "function=same" --report 'json=out/the report.json'`;
    const result = await runShellSteps(folders, { recipes: "swap", mode: "run", args });
    expect(result).toMatchObject({ exitCode: 0, outputs: { replacements: "1" } });
    expect(await sourceOf("src/b.ts")).toBe("same(b, a);\n");
    expect(JSON.parse(await sourceOf("out/the report.json"))).toMatchObject({ exitCode: 0 });
  });

  test("the working directory is a folder of the workspace, also with a blank in its name", async () => {
    const inner = join(folders.workspace, "the app");
    await cp(join(folders.workspace, "src"), join(inner, "src"), { recursive: true });
    const inputs = { recipes: "../recipes/swap.yaml", policy: "apply-all", mode: "run" };
    const result = await runShellSteps(folders, { ...inputs, "working-directory": "the app" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { replacements: "2" } });
    expect(await sourceOf("the app/src/a.ts")).toBe("equal(b, a);\nequal(d, c);\n");
    expect(await sourceOf("src/a.ts")).toBe(FILES["src/a.ts"]);
  });

  test("an installation that fails is a fault, which later steps can read", async () => {
    const action = join(folders.temp, "bare");
    for (const path of ["action.yml", "package-lock.json", "scripts/action"])
      await cp(join(CHECKOUT, path), join(action, path), { recursive: true });
    await mkdir(join(action, "dist/action"), { recursive: true });
    await writeFile(join(action, "dist/action/main.js"), "");
    const env = { PATH: await stubbedPath() };
    const result = await runShellSteps({ ...folders, action }, { recipes: "swap" }, env);
    const outputs = { outcome: "fault", "exit-code": "70", applied: "", report: "" };
    expect(result).toMatchObject({ exitCode: 70, outputs });
    expect(result.log).toMatch(/^::error title=Sluice::The packages of Sluice cannot be inst/m);
  });

  test("a second use in a job installs nothing, and a cancel reaches Node itself", async () => {
    const env = { PATH: await stubbedPath() };
    const { exitCode, log } = await runShellSteps(folders, { recipes: "swap" }, env);
    expect({ exitCode, log }).toMatchObject({
      exitCode: 0,
      log: expect.not.stringContaining("npm"),
    });
    const [, pid] = /pid (\d+)\nnode is/.exec(log) ?? [];
    expect(log).toContain(`node is ${pid}\n`);
  });
});
