import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { tempFolder, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");
const GIT = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();

/** Commands in their order, and the git processes of each: most of the time of a small command is theirs. */
const COMMANDS: readonly (readonly [argv: readonly string[], processes: number])[] = [
  [["preview", "recipe.yaml"], 2],
  [["run", "recipe.yaml", "--policy", "apply-all"], 2],
  [["runs"], 0],
  [["undo"], 0],
  [["plan", "recipe.yaml", "--policy", "apply-all", "--output", "plan.json"], 2],
  [["apply", "plan.json"], 2],
  [["list"], 0],
];

it("starts no more git processes than a command needs", () => {
  const root = tempRepository({
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
    "a.ts": "old(1);\n",
  });
  const folder = tempFolder();
  const log = join(folder, "log");
  const script = `#!/bin/sh\necho started >> "${log}"\nexec "${GIT}" "$@"\n`;
  writeFileSync(join(folder, "git"), script, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const counts = COMMANDS.map(([argv]) => {
    writeFileSync(log, "");
    const { status } = spawnSync(process.execPath, [MAIN, ...argv], { cwd: root, env });
    return [argv, status, readFileSync(log, "utf8").split("\n").length - 1];
  });
  expect(counts).toEqual(COMMANDS.map(([argv, processes]) => [argv, 0, processes]));
});
