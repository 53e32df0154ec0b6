import { blobIdOf } from "../../shared/blob-id.ts";
import type { RunGit } from "../run-git.ts";
import { idsAsAdded } from "./converted-files.ts";
import type { TreeEntry, TreePaths } from "./list-tree.ts";
import type { DiskLook } from "./look-at-disk.ts";

/**
 * Returns the paths at which the index has neither what the commit has nor what lies in the work tree, as names of
 * {@link TreePaths}: the next commit would bring what nobody sees there. An index without any entry counts as none.
 */
export async function stagedOtherwise(
  { entries, index }: TreePaths,
  disk: DiskLook,
  git: RunGit,
): Promise<readonly string[]> {
  if (index.size === 0) return [];
  const staged = [...new Set([...index.keys(), ...entries.keys()])].filter((name) => {
    const entry = index.get(name);
    if (entry === "unmerged") return false;
    return !isSame(entry, entries.get(name)) && !isOnDisk(entry, name, disk);
  });
  // Git may convert what it stages.
  const files = staged.filter((name) => disk.at(name)?.kind === "file" && index.has(name));
  const ids = await idsAsAdded(git, files.map(textOf));
  return staged.filter((name) => {
    const entry = index.get(name);
    return typeof entry !== "object" || ids.get(textOf(name)) !== entry.id;
  });
}

function isSame(entry: TreeEntry | undefined, before: TreeEntry | undefined): boolean {
  if (entry === undefined || before === undefined) return entry === before || isNothing(entry);
  const isRunnable = (mode: string) => mode === "100755";
  return entry.id === before.id && isRunnable(entry.mode) === isRunnable(before.mode);
}

/** A file that is only meant to be added has no bytes in the index. */
function isNothing(entry: TreeEntry | undefined): boolean {
  return (["sha1", "sha256"] as const).some((kind) => entry?.id === blobIdOf(Buffer.of(), kind));
}

function isOnDisk(entry: TreeEntry | undefined, name: string, disk: DiskLook): boolean {
  const found = disk.at(name);
  if (entry === undefined) return found === undefined;
  if (found?.kind === "folder") return entry.mode === "160000";
  if (found?.kind === "link") return entry.mode === "120000" && entry.id === found.id;
  if (found?.kind !== "file") return false;
  return entry.id === found.id && (entry.mode === "100755") === (found.mode === "100755");
}

function textOf(name: string): string {
  return Buffer.from(name, "latin1").toString();
}
