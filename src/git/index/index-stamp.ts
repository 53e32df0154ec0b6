import { statSync } from "node:fs";
import { join } from "node:path";
import { gitFolderOf } from "../git-folder.ts";

/** Returns the state of the index of a repository as a file: it differs after each write. */
export function indexStampOf(dotGit: string): string {
  const file = indexFileOf(dotGit);
  return (file && stampOfIndex(file)) ?? "none";
}

/** Returns the state of an index file; undefined if there is none. Git renames another file to it at each change. */
export function stampOfIndex(file: string): string | undefined {
  const stats = statsOf(file);
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** Returns the bytes of the index of a repository; 0 if there is no commit yet, or if git itself reports the fault. */
export function indexSizeOf(dotGit: string): number {
  const file = indexFileOf(dotGit);
  return Number((file && statsOf(file)?.size) ?? 0);
}

function indexFileOf(dotGit: string): string | undefined {
  try {
    return join(gitFolderOf(dotGit), "index");
  } catch {
    return undefined; // Git says what is wrong with its folder.
  }
}

function statsOf(file: string) {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // Git says why it cannot be looked at.
  }
}
