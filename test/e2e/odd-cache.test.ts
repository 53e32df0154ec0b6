import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

it("does not wait for pipes that stand in the place of its files", () => {
  const sources = Array.from({ length: 100 }, (_, n) => [`src/f${n}.ts`, `old(${n}); // é\n`]);
  const root = tempRepository({
    ...Object.fromEntries(sources),
    "recipe.yaml": recipeOf([["old($A, $B)", "fresh($A)"]]),
  });
  // In a process of its own: one that waits for a pipe cannot be stopped from within.
  const preview = () =>
    spawnSync(process.execPath, [MAIN, "preview", "recipe.yaml"], {
      cwd: root,
      encoding: "utf8",
      timeout: 20_000,
      killSignal: "SIGKILL",
    }).status;
  expect(preview()).toBe(0);
  const folder = join(root, ".sluice/cache");
  const names = readdirSync(folder);
  expect(names).not.toEqual([]);
  for (const name of names) {
    rmSync(join(folder, name));
    execFileSync("mkfifo", [join(folder, name)]);
  }
  expect(preview()).toBe(0);
});
