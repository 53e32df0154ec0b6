import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { isInState } from "../../model/state-folder.ts";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import { type IsWantedPath, latin1Of } from "../index/read-index.ts";
import { literalPathspec } from "./literal-pathspec.ts";

/** Some files and folders below a root, about which git can be asked alone. */
export interface ChosenPaths {
  /** Relative to the root; at least one. */
  readonly paths: readonly string[];
  /** True for their entries in the index, those of folders above them, and those of the state folder. */
  readonly isWanted: IsWantedPath;
  /** True for an entry in the place of a folder above one of them. */
  readonly isAbove: (path: string) => boolean;
}

/** Returns the words by which a call of git is about chosen paths, or about all below the folder that it runs in. */
export function pathspecsOf(chosen: ChosenPaths | undefined): readonly string[] {
  return chosen?.paths.map(literalPathspec) ?? ["."];
}

/** One call of git names no more. */
export const MOST_PATHS = 500;

const [MOST_FOLDERS, MOST_CHARACTERS] = [20, 20_000];

/**
 * Returns the files and folders with these names, relative to the root; those outside of it, as `..`, are left out.
 * Undefined if git has to be asked about the whole root, so that its answer is the same: they are all of it, none or
 * many, or lie behind a link or in another repository.
 */
export function chosenPaths(root: string, names: readonly string[]): ChosenPaths | undefined {
  const paths = [...new Set(names)].filter((name) => name !== ".." && !name.startsWith("../"));
  const length = paths.reduce((sum, path) => sum + path.length, 0);
  if (paths.length === 0 || paths.length > MOST_PATHS || length > MOST_CHARACTERS) return undefined;
  if (paths.some((path) => path === "" || /[\0\uFFFD]/.test(path))) return undefined;
  const above = new Set(foldersAbove(paths));
  if ([...above].some((folder) => !isPlain(root, folder, "folder"))) return undefined;
  if (paths.some((path) => !isPlain(root, path, "any"))) return undefined;
  const folders = paths.filter((path) => isFolder(join(root, path))).map((path) => `${path}/`);
  if (folders.length > MOST_FOLDERS) return undefined;
  const exact = new Set([...paths, ...above].map(latin1Of));
  const below = folders.map(latin1Of);
  return {
    paths,
    isWanted: (path) =>
      exact.has(path) || below.some((folder) => path.startsWith(folder)) || isInState(path),
    isAbove: (path) => above.has(path),
  };
}

/** Returns the choice of no path at all. Its pathspecs are none, which git takes for all. */
export function noPaths(): ChosenPaths {
  return { paths: [], isWanted: isInState, isAbove: () => false };
}

/** True if a path is no link and no top of another repository, and something is there only as it has to be. */
function isPlain(root: string, path: string, kind: "folder" | "any"): boolean {
  try {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return true;
    if (!stats.isDirectory()) return kind === "any";
    return !existsSync(join(root, path, ".git"));
  } catch {
    return false; // It cannot be looked at.
  }
}

function isFolder(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true;
}
