import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { RunGit } from "./run-git.ts";

/** The last common commit of two; or why it is not known. */
export type MergeBase =
  | { readonly kind: "found"; readonly commit: string }
  /** They have no common history. */
  | { readonly kind: "none" }
  /** The history of this clone is cut off, so that a later common commit may be missing. */
  | { readonly kind: "cut-off" };

/** Finds the merge base of a commit and HEAD. In a clone without all of the history it is never a wrong one. */
export async function findMergeBase(git: RunGit, root: string, commit: string): Promise<MergeBase> {
  const cuts = await shallowCommits(git, root);
  const base = await firstBase(git, commit);
  if (base === undefined) return { kind: cuts.size > 0 ? "cut-off" : "none" };
  if (cuts.size === 0) return { kind: "found", commit: base };
  const above = await git(["rev-list", commit, "HEAD", "--not", base]);
  const isCut = above.split("\n").some((id) => cuts.has(id));
  return isCut ? { kind: "cut-off" } : { kind: "found", commit: base };
}

async function firstBase(git: RunGit, commit: string): Promise<string | undefined> {
  try {
    return /^[0-9a-f]{40,64}$/m.exec(await git(["merge-base", commit, "HEAD"]))?.[0];
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 1) return undefined; // There is none.
    throw error;
  }
}

/** Returns the commits whose parents this clone does not have. */
async function shallowCommits(git: RunGit, root: string): Promise<ReadonlySet<string>> {
  const file = (await git(["rev-parse", "--git-path", "shallow"])).trim();
  try {
    return new Set(readFileSync(resolve(root, file), "utf8").split("\n").filter(Boolean));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Set();
    throw error;
  }
}
