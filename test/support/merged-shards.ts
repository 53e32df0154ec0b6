import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { cli } from "./run-cli.ts";
import { tempFolder, tempRepository, writeTree } from "./temp-tree.ts";

/** The files that configure a run: they are all that a merge without a tree has. */
const CONFIGURING = /\.yaml$/;

/** A tree of which the plan of one machine and those of its shards are made. */
export interface ShardedTree {
  readonly files: Readonly<Record<string, string>>;
  /** More words of `plan`. Default: it takes `r.yaml`. */
  readonly argv?: readonly string[];
  /** Changes the tree after its commit. */
  readonly change?: (root: string) => void;
}

/** The plans of a tree, as files outside of it. */
export interface ShardPlans {
  /** Absolute. */
  readonly root: string;
  /** Absolute; for any file of a test. */
  readonly folder: string;
  /** The folder with the plans of the shards. */
  readonly shards: string;
}

/** Makes the plans of all shards of a tree. */
export async function planShards(
  { files, argv = [], change }: ShardedTree,
  total: number,
): Promise<ShardPlans> {
  const root = tempRepository(files);
  change?.(root);
  const folder = tempFolder();
  const shards = join(folder, "shards");
  mkdirSync(shards);
  for (let index = 1; index <= total; index++) {
    const words = ["--shard", `${index}/${total}`, "-o", join(shards, `${index}.json`)];
    const made = await cli(root, ["plan", "r.yaml", "--no-cache", ...argv, ...words]);
    expect(made.exitCode, made.stderr).toBe(0);
  }
  return { root, folder, shards };
}

/** Returns a folder that has no more than what configures the runs of a tree. */
export function withoutTree({ files }: ShardedTree): string {
  const folder = tempFolder();
  writeTree(
    folder,
    Object.fromEntries(Object.entries(files).filter(([name]) => CONFIGURING.test(name))),
  );
  return folder;
}

/** Merges plans in a root. Returns the text of the plan, and what was said. */
export async function mergeIn(root: string, { folder, shards }: ShardPlans, ...argv: string[]) {
  const file = join(folder, "merged.json");
  const { exitCode, stderr, stdout } = await cli(root, ["merge", shards, "-o", file, ...argv]);
  const text = exitCode === 0 ? readFileSync(file, "utf8") : "";
  return { exitCode, stderr, stdout, text };
}

/** Returns the text of the plan of one machine. */
export async function planWhole(
  { root, folder }: ShardPlans,
  { argv = [] }: ShardedTree,
): Promise<string> {
  const file = join(folder, "whole.json");
  const made = await cli(root, ["plan", "r.yaml", "--no-cache", ...argv, "-o", file]);
  expect(made.exitCode, made.stderr).toBe(0);
  return readFileSync(file, "utf8");
}

/** Compares the merged plans of the shards of a tree with the plan of one machine: with the tree, and without it. */
export async function compareMergedWithWhole(
  tree: ShardedTree,
  total: number,
  { needsTree = false } = {},
): Promise<void> {
  const plans = await planShards(tree, total);
  const whole = await planWhole(plans, tree);
  const { text, exitCode, stderr } = await mergeIn(plans.root, plans);
  expect(exitCode, stderr).toBe(0);
  if (text !== whole) expect(JSON.parse(text)).toEqual(JSON.parse(whole)); // Shows what differs.
  expect(text).toBe(whole);
  const elsewhere = await mergeIn(withoutTree(tree), plans);
  if (needsTree) expect(elsewhere.stderr).toContain("[tree-needed]");
  else expect(elsewhere.text).toBe(whole);
}
