import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { sha256 } from "../../src/shared/sha256.ts";
import { forgePlan } from "./forge-plan.ts";
import { type ForgedForTree, TREE } from "./forged-plans.ts";
import { cli } from "./run-cli.ts";
import { readText, tempFolder, writeTree } from "./temp-tree.ts";
import { initRepository } from "./write-repository.ts";

/** The same for every tree like this one, but for the commit. */
let planText: string | undefined;

/** A folder with a plan in it and, beside it, the work tree that it is for. */
export async function setUpForged(): Promise<{ folder: string; root: string }> {
  const folder = tempFolder();
  const root = join(folder, "work");
  writeTree(root, TREE);
  initRepository(root);
  if (planText === undefined) {
    const argv = ["plan", "recipe.yaml", "-o", "../plan.json", "--no-cache"];
    const { exitCode, stderr } = await cli(root, argv);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    planText = readText(folder, "plan.json");
  }
  writeTree(folder, { "plan.json": planText });
  return { folder, root };
}

/** Everything below a folder: links, what is in `.git` and `.sluice`, and what lies beside the work tree. */
function listing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }) // Without types it would follow links.
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .map((name) => {
      const stats = lstatSync(join(folder, name));
      if (stats.isSymbolicLink()) return `${name} -> ${readlinkSync(join(folder, name))}`;
      if (!stats.isFile()) return name;
      return `${name} ${stats.mode} ${sha256(readFileSync(join(folder, name)))}`;
    });
}

export const APPLY = ["apply", "../plan.json"];

export async function expectRefused(
  { folder, root }: { folder: string; root: string },
  argv: readonly string[],
  expected: { code: number; told: string },
): Promise<void> {
  const before = listing(folder);
  const { exitCode, stdout, stderr } = await cli(root, argv);
  const said = `${stdout}${stderr}`;
  expect({ exitCode, said: said.includes(expected.told) ? expected.told : said }).toEqual({
    exitCode: expected.code,
    said: expected.told,
  });
  expect(said).not.toMatch(/\bat .*\.ts:\d+|RangeError|TypeError/);
  expect(listing(folder)).toEqual(before);
}

/** Applies a forged plan in a tree that has links, with and without deriving it again; neither may write. */
export async function expectForgeryRefused([
  _what,
  forge,
  told,
  code,
]: ForgedForTree): Promise<void> {
  const { folder, root } = await setUpForged();
  symlinkSync("z", join(root, "linked"));
  symlinkSync("..", join(root, "outside"));
  symlinkSync("src/a.ts", join(root, "alias.ts"));
  forgePlan(folder, forge);
  await expectRefused({ folder, root }, APPLY, { code, told });
  const before = listing(folder);
  const { exitCode } = await cli(root, [...APPLY, "--no-verify"]);
  expect([2, 3]).toContain(exitCode);
  expect(listing(folder)).toEqual(before);
}
