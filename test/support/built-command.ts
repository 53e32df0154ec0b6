import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { recipeOf } from "./yaml.ts";

export const PROJECT = resolve(import.meta.dirname, "../..");
export const MAIN = resolve(PROJECT, "dist/main.js");
export const FILES = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
  "a.ts": "old(1);\n",
};

export function sluice(cwd: string, ...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...argv], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}
