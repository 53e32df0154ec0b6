import { join, posix } from "node:path";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import { type Converting, convertedOf } from "../commit/attributes-of.ts";
import type { StoredFile } from "../commit/index-entries.ts";
import { readRegularFile } from "../read-regular-file.ts";
import type { RunGit } from "../run-git.ts";
import { isBlob } from "./is-as-stored.ts";

/** The index that files are staged in. */
interface StagedPlace {
  /** The top of the work tree; absolute. */
  readonly top: string;
  /** The root below the top, with `/` after it. */
  readonly prefix: string;
  /** The entries of {@link attributesAbove}, by their paths from the top. */
  readonly entries: ReadonlyMap<string, StoredFile>;
}

/**
 * Returns those of some files that git converts, by the attributes of the work tree or of the index. `git` runs in the
 * root, and is asked once if both have the same.
 */
export async function convertedAmong(
  git: RunGit,
  names: readonly string[],
  { top, prefix, entries }: StagedPlace,
): Promise<ReadonlyMap<string, Converting>> {
  const here = await convertedOf(git, names, "work tree");
  const files = attributesAbove(names.map((name) => prefix + name));
  const isSame = files.every((path) => isAsStaged(join(top, path), entries.get(path)));
  return isSame ? here : new Map([...here, ...(await convertedOf(git, names, "index"))]);
}

/** Returns the paths that files of attributes have if they say something about some paths. */
export function attributesAbove(paths: readonly string[]): readonly string[] {
  return ["", ...foldersAbove(paths)].map((folder) => posix.join(folder, ".gitattributes"));
}

/** True if a file has the bytes of its entry, or neither is there. */
function isAsStaged(file: string, entry: StoredFile | undefined): boolean {
  try {
    const bytes = readRegularFile(file, MOST_ATTRIBUTES);
    return entry !== undefined && isBlob(bytes, entry.id);
  } catch (error) {
    return entry === undefined && (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** Git reads no larger file of attributes; bytes. */
const MOST_ATTRIBUTES = 100 * 1024 * 1024;
