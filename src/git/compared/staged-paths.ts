import { blobIdOf } from "../../shared/blob-id.ts";
import type { RunGit } from "../run-git.ts";
import { idsAsAdded } from "./converted-files.ts";
import type { TreeEntry, TreePaths } from "./list-tree.ts";
import type { DiskLook } from "./look-at-disk.ts";

/** Names of {@link TreePaths} that the next commit would change. */
export interface StagedPaths {
  /** The index has not what the commit has. */
  readonly all: readonly string[];
  /** Those at which it has not what lies in the work tree either: nobody sees there what a commit would bring. */
  readonly unseen: readonly string[];
}

/** Returns the paths at which the index is not as the commit. An index without any entry counts as none. */
export async function stagedPaths(
  { entries, index }: TreePaths,
  disk: DiskLook,
  git: RunGit,
): Promise<StagedPaths> {
  if (index.size === 0) return { all: [], unseen: [] };
  const all = [...new Set([...index.keys(), ...entries.keys()])].filter((name) => {
    const entry = index.get(name);
    return entry !== "unmerged" && !isSame(entry, entries.get(name));
  });
  const others = all.filter((name) => {
    const entry = index.get(name);
    return entry !== "unmerged" && !isOnDisk(entry, name, disk);
  });
  // Git may convert what it stages.
  const files = others.filter((name) => disk.at(name)?.kind === "file" && index.has(name));
  const ids = await idsAsAdded(git, files.map(textOf));
  const unseen = others.filter((name) => {
    const entry = index.get(name);
    return typeof entry !== "object" || ids.get(textOf(name)) !== entry.id;
  });
  return { all, unseen };
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
