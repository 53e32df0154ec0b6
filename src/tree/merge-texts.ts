import type { ScratchTree } from "../apply/disk/scratch-tree.ts";
import { mergeFile } from "../git/merge-file.ts";
import type { RunGit } from "../git/run-git.ts";

/** The three texts of a merge. */
interface MergedTexts {
  readonly current: string;
  /** The common ancestor of the other two. */
  readonly base: string;
  readonly other: string;
}

/** Merges the change from `base` to `other` into `current`, as git does; undefined if there is a conflict. */
export async function mergeTexts(
  { current, base, other }: MergedTexts,
  scratch: Pick<ScratchTree, "note">,
  git: RunGit,
): Promise<string | undefined> {
  if (current === base) return other;
  const files = {
    current: await scratch.note("current", current),
    base: await scratch.note("base", base),
    other: await scratch.note("other", other),
  };
  return mergeFile(git, files);
}
