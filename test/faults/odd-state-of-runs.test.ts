import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { snapshot, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** Things in the place of a file of Sluice that no reader may wait for, follow or read whole. */
const ODD: Readonly<Record<string, (path: string, outside: string) => void>> = {
  "a pipe": (path) => void spawnSync("mkfifo", [path]),
  "a link to a device": (path) => symlinkSync("/dev/zero", path),
  "a link to a file outside": (path, outside) => symlinkSync(outside, path),
  "a file of 10 GB": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 10 * 1024 ** 3);
  },
  "a folder": (path) => mkdirSync(path),
};

const FILES = ["journal.jsonl", "images", "report.json", "held.json", "resolved.json"];

/** A repository with one run, which held an action and applied another. */
async function withRun() {
  const root = tempRepository({
    "a.ts": "old(1);\n",
    "b.ts": "old(2);\n",
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
    "sluice.policy.yaml": `version: 1
default: { verdict: apply, reason: Fine. }
guards: [{ id: held, when: { anyFile: [b.ts] }, verdict: hold, reason: Look. }]
`,
  });
  const { report } = await cliReport(root, ["run", "recipe.yaml", "--no-cache"]);
  const action = report.actions.find(({ state }) => state === "held")?.id ?? "";
  const outside = join(tempRepository({ secret: '{"actions": "canary"}' }), "secret");
  return { root, action, folder: join(root, ".sluice/runs/test-run"), outside };
}

describe("a file of a run", () => {
  it.each(Object.keys(ODD))("that is %s is not read, and no command waits for it", async (odd) => {
    for (const name of FILES) {
      const { root, action, folder, outside } = await withRun();
      rmSync(join(folder, name), { force: true });
      ODD[odd]?.(join(folder, name), outside);
      const before = snapshot(root);
      const argvs = [
        ["runs"],
        ["runs", "test-run"],
        ["undo", "test-run", "--dry-run"],
        ["undo", "test-run"],
        ["resolve", "test-run", action, "discard", "--reason", "No."],
        ["recover"],
      ];
      for (const argv of name === "resolved.json" ? argvs.slice(0, 3) : argvs) {
        const { exitCode, stdout, stderr } = await cli(root, argv);
        expect([argv[0], exitCode]).not.toEqual([argv[0], 70]);
        expect(stdout + stderr).not.toContain("canary");
      }
      if (name === "journal.jsonl" || name === "images") expect(snapshot(root)).toEqual(before);
      const { exitCode } = await cli(root, ["runs", "--prune", "--keep", "0", "--held"]);
      expect([0, 1]).toContain(exitCode);
    }
  });
});

describe("a state folder", () => {
  it.each([".sluice", ".sluice/runs"])(
    "of which %s is a link is neither read nor written",
    async (part) => {
      const { root, folder } = await withRun();
      const there = join(tempRepository({ x: "" }), "state");
      const real = part === ".sluice" ? join(root, ".sluice") : join(folder, "..");
      spawnSync("mv", [real, there]);
      symlinkSync(there, real);
      writeFileSync(join(there, "lock"), "");
      const before = snapshot(there);
      expect((await cli(root, ["runs"])).stdout).not.toContain("test-run");
      for (const argv of [["recover"], ["undo"], ["runs", "--prune", "--keep", "0"]])
        expect([0, 1, 2]).toContain((await cli(root, argv)).exitCode);
      expect((await cli(root, ["run", "recipe.yaml"])).exitCode).toBe(1);
      expect(snapshot(there)).toEqual(before);
      expect(readdirSync(there)).toContain("lock");
    },
  );
});
