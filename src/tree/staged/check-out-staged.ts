import type { ScratchTree } from "../../apply/disk/scratch-tree.ts";
import { entriesOf, type StoredFile } from "../../git/commit/index-entries.ts";
import { inBatches } from "../../git/in-batches.ts";
import type { RunGit } from "../../git/run-git.ts";
import { attributesAbove } from "../../git/staged/converted-among.ts";
import { isAsStored } from "../../git/staged/is-as-stored.ts";
import type { StagedState } from "../../git/staged/read-staged.ts";

/** Checks the staged files out, by the attributes of the index. */
export async function checkOut(
  state: StagedState,
  scratch: ScratchTree,
  git: RunGit,
): Promise<void> {
  const paths = stagedPaths(state);
  for (const path of attributesAbove(paths)) {
    const entry = state.entries.get(path);
    if (entry?.mode.startsWith("100"))
      await scratch.write(path, await git(["cat-file", "blob", entry.id]));
  }
  await inBatches(git, ["checkout-index", "--force", "--"], paths);
}

function stagedPaths({ files, prefix }: StagedState): readonly string[] {
  return [...files].map((path) => `${prefix}${path}`);
}

/** Finds the files that git would store with other bytes than those of their blobs. */
export async function findInexact(
  { files, prefix, entries }: StagedState,
  { folder }: ScratchTree,
  git: RunGit,
): Promise<ReadonlySet<string>> {
  const isExact = (path: string) => {
    const entry = entries.get(prefix + path);
    return entry !== undefined && isAsStored(folder, prefix + path, entry);
  };
  const doubtful = [...files].filter((path) => !isExact(path));
  if (doubtful.length === 0) return new Set();
  const stored = await addAll(
    git,
    doubtful.map((path) => prefix + path),
  );
  const idIn = (found: StagedState["entries"], path: string) => found.get(prefix + path)?.id;
  return new Set(doubtful.filter((path) => idIn(stored, path) !== idIn(entries, path)));
}

/** Puts files of the scratch tree into its index. */
export async function addAll(
  git: RunGit,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, StoredFile>> {
  const all = [...paths];
  await inBatches(git, ["update-index", "--add", "--"], all);
  return entriesOf(git, all);
}
