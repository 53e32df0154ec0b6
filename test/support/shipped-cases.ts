import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cli } from "./run-cli.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const RECIPES = join(ROOT, "recipes");

export const recipes = await foldersIn(RECIPES);

/** Rejects if the exit code is not 0. */
export async function sluice(commandLine: readonly string[]) {
  const result = await cli(RECIPES, commandLine);
  const told = `${result.stderr}${result.stdout}`;
  if (result.exitCode !== 0) throw new Error(`Exit code ${result.exitCode}: ${told}`);
  return result;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
