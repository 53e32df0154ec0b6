import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { takeRunLock } from "../../src/apply/state/run-lock.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { snapshot, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";
import { runChild } from "./child-run.ts";
import { findBrokenByRace, type Race } from "./concurrent-runs.ts";
import { findLostSaves } from "./meddling.ts";

/** A repository in which this process writes, as far as others can tell. */
async function lockedRoot(): Promise<string> {
  const recipe = recipeOf([["old($A)", "fresh($A)"]]);
  const root = tempRepository({ "a.ts": "old(1);\n", "recipe.yaml": recipe });
  await takeRunLock(root, {
    command: "run",
    self: ownProcess(process),
    since: "2026-01-01T00:00:00.000Z",
    expired: () => AbortSignal.abort(),
    signal: new AbortController().signal,
  });
  return root;
}

describe("runs at once on one root", () => {
  it.each<Race>([
    { runs: 6, files: 6, lock: "free" },
    { runs: 6, files: 3, lock: "stale" },
  ])("write one behind the other, and lose no edit (lock: $lock)", async (race) => {
    expect(await findBrokenByRace(race)).toEqual([]);
  });

  it("end with exit code 5 and say who writes, where they have waited long enough", async () => {
    const root = await lockedRoot();
    const before = snapshot(root);
    const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--lock-timeout", "200ms"];
    const ended = await Promise.all([1, 2, 3].map(() => runChild(root, argv)));
    for (const { code, stdout, stderr } of ended) {
      expect(code).toBe(5);
      expect(stdout + stderr).toContain(
        `Another run writes in this root: \`run\`, process ${process.pid} on ${hostname()}`,
      );
      expect(stdout + stderr).toContain("--lock-timeout");
    }
    expect(snapshot(root)).toEqual(before);
  });

  it("are not waited for by a preview", async () => {
    const root = await lockedRoot();
    const { code, stdout, stderr } = await runChild(root, ["preview", "recipe.yaml"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("+fresh(1);");
  });

  it("take over the lock of a process that is gone without a word", async () => {
    const recipe = recipeOf([["old($A)", "fresh($A)"]]);
    const root = tempRepository({ "a.ts": "old(1);\n", "recipe.yaml": recipe });
    const { pid } = spawnSync("true");
    const { host, machine, boot, pids } = ownProcess(process);
    const where = { host, machine, boot, pids };
    const holder = { token: "0".repeat(32), pid, ...where, started: null, command: "run" };
    mkdirSync(join(root, ".sluice"));
    writeFileSync(
      join(root, ".sluice/lock"),
      JSON.stringify({ ...holder, since: "2026-01-01T00:00:00.000Z" }),
    );
    const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--quiet"];
    const { code, stderr } = await runChild(root, argv);
    expect([code, stderr]).toEqual([0, ""]);
  });
});

describe("somebody who saves files all through a run", () => {
  it("loses nothing", async () => {
    expect((await findLostSaves(30, 1)).violations).toEqual([]);
  });
});
