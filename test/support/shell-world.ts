import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { tempRepository, tempTree } from "./temp-tree.ts";

const PROJECT = resolve(import.meta.dirname, "../..");

/** Returns a tree with some files, and an environment in whose PATH the built command stands. */
export function shellWorld(files: Readonly<Record<string, string>>): {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
} {
  const cwd = tempRepository(files);
  const bin = tempTree({});
  mkdirSync(join(bin, "bin"));
  symlinkSync(join(PROJECT, "bin/sluice.mjs"), join(bin, "bin/sluice"));
  return { cwd, env: { ...process.env, PATH: `${join(bin, "bin")}:${process.env.PATH}` } };
}
