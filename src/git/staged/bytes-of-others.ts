import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findCommit } from "../commit-files.ts";
import { PLAIN_DIFF } from "../lines-since.ts";
import type { RunGit } from "../run-git.ts";

const CHANGED = ["diff", ...PLAIN_DIFF, "--raw", "-z", "--no-abbrev", "--no-renames", "HEAD"];

/**
 * Returns the ids of all bytes that others bring, while git merges, picks, replays or reverts: those that the other
 * side has, and HEAD does not have at the same path. Git puts them at another path if this side renamed the file, or
 * its folder. `git` runs at the top, and `folder` is its git folder.
 */
export async function bytesOfOthers(git: RunGit, folder: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const commit of await otherSides(git, folder)) {
    const hasHead = (await findCommit(git, "HEAD")) !== undefined;
    const listed = await git(
      hasHead ? [...CHANGED, commit, "--"] : ["ls-tree", "-r", "-z", commit],
    );
    // `:100644 100644 <id> <id> M`, or `100644 blob <id><tab>path`.
    const entries = listed.matchAll(
      /(?:^|\0)(?::\d+ \d+ [0-9a-f]+|\d+ blob) ([0-9a-f]{40,64})[ \t]/g,
    );
    for (const [, id = ""] of entries) ids.add(id);
  }
  return ids;
}

/** The files that git writes into its folder while it puts commits together, and the parents of what they name. */
const OTHER_SIDES: Readonly<Record<string, readonly string[]>> = {
  MERGE_HEAD: [""],
  CHERRY_PICK_HEAD: [""],
  REBASE_HEAD: [""],
  REVERT_HEAD: ["^1", "^2"], // A merge is reverted to one of both.
};

/** The folders that git has while it rebases. */
const REBASING = ["rebase-merge", "rebase-apply"];

function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the commits that are being merged, picked, replayed or reverted. */
async function otherSides(git: RunGit, folder: string): Promise<readonly string[]> {
  const sides: string[] = [];
  for (const [name, parents] of Object.entries(OTHER_SIDES)) {
    const file = join(folder, name);
    // Git leaves it there after a rebase.
    const isOver = name === "REBASE_HEAD" && !REBASING.some((one) => existsSync(join(folder, one)));
    if (isOver || !isPlainFile(file)) continue;
    const ids = readFileSync(file, "utf8").split("\n"); // Of an octopus merge there are several.
    const named = ids.filter((line) => /^[0-9a-f]{40,64}$/.test(line));
    for (const side of named.flatMap((id) => parents.map((parent) => id + parent))) {
      const commit = await findCommit(git, side);
      if (commit !== undefined) sides.push(commit);
    }
  }
  return sides;
}
