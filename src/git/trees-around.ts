import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { ciWorkspaces } from "../shared/ci/ci-systems.ts";
import { findRepository } from "./find-repository.ts";
import { gitFolderOf } from "./git-folder.ts";
import { realPath, type Trees } from "./tree-of.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the trees of a root: the root, its repository, those of `folders`, in which the caller works, and the
 * workspace of CI. The whole disk is none of them.
 */
export function treesAround(root: string, env: Environment, folders: readonly string[]): Trees {
  const repositories = [root, ...folders].flatMap(repositoryTops);
  const paths = [root, ...repositories, ...ciWorkspaces(env)];
  const trees = paths.flatMap((path) => realPath(path) ?? []);
  return [...new Set(trees)].filter((tree) => dirname(tree) !== tree);
}

/**
 * Returns the top of the repository that has the one of `root` as a submodule; undefined if it is none. `folders` are
 * those that the caller works in: if `root` lies below one of them, but in another repository, it counts as one, too.
 */
export function findSuperproject(root: string, folders: readonly string[]): string | undefined {
  const own = findRepository(root);
  if (own === undefined) return undefined;
  const top = dirname(own);
  const others = folders.flatMap((folder) => findRepository(folder) ?? []).map(dirname);
  return superprojectOf(own) ?? others.find((other) => other !== top && isBelow(top, other));
}

/** Returns the tops of the repository that a folder is in, and of all that have it as a submodule. */
function repositoryTops(folder: string): readonly string[] {
  const dotGit = findRepository(folder);
  if (dotGit === undefined) return [];
  const above = superprojectOf(dotGit);
  return [dirname(dotGit), ...(above === undefined ? [] : repositoryTops(above))];
}

function superprojectOf(dotGit: string): string | undefined {
  const top = dirname(dotGit);
  if (dirname(top) === top || !isKeptInAnother(dotGit)) return undefined;
  const above = findRepository(dirname(top));
  return above === undefined ? dirname(top) : dirname(above);
}

/** True if the git folder is in a folder `modules` of another git folder: git keeps submodules there. */
function isKeptInAnother(dotGit: string): boolean {
  const names = folderOf(dotGit).split(sep);
  return names.some(
    (name, at) => name === "modules" && existsSync(join(...[sep, ...names.slice(0, at)], "HEAD")),
  );
}

function folderOf(dotGit: string): string {
  try {
    return gitFolderOf(dotGit);
  } catch {
    return dotGit; // Each call of git reports it.
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
