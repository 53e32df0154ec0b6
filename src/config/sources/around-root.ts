import { basename, dirname, join } from "node:path";
import { realPathOfNearest } from "../../files/real-path.ts";
import { findRepository } from "../../git/find-repository.ts";
import { treesAround } from "../../git/trees-around.ts";
import { ciWorkspaces } from "../../shared/ci/ci-systems.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";

/** A file that comes with the tree, though it lies outside of the root. */
export interface FileAround {
  /** The folder in which the repository of the root begins, and the path of the file below it, if it lies there. */
  readonly inRepository: { readonly top: string; readonly path: string } | undefined;
}

/**
 * Returns the place of a file in the trees around a root: its repository, those that have it as a submodule, and the
 * workspace of CI. Undefined for a file of the caller, as one of another clone in the workspace is. A link counts by
 * its own place and by that of its target.
 */
export function findAround(
  file: string,
  { root, env }: { readonly root: string; readonly env: Parameters<typeof ciWorkspaces>[0] },
): FileAround | undefined {
  const beside = join(realPathOfNearest(dirname(file)), basename(file));
  const paths = [...new Set([file, beside, realPathOfNearest(file)])];
  const isBelow = (trees: readonly string[]) =>
    paths.some((path) => trees.some((tree) => pathInside(tree, path) !== undefined));
  const workspaces = ciWorkspaces(env).map(realPathOfNearest);
  const isAround =
    isBelow(treesAround(root, {}, [])) ||
    workspaces.some((folder) => isBelow([folder]) && !isInOtherClone(beside, folder));
  if (!isAround) return undefined;
  const dotGit = findRepository(root);
  const top = dotGit === undefined ? undefined : dirname(dotGit);
  const [path] = top === undefined ? [] : paths.flatMap((each) => pathInside(top, each) ?? []);
  const isInside = top !== undefined && path !== undefined;
  return { inRepository: isInside ? { top, path } : undefined };
}

/** True if a file is in a repository that begins below a folder, and is no submodule of the one around. */
function isInOtherClone(file: string, folder: string): boolean {
  const parent = dirname(file);
  if (findRepository(parent) === undefined) return false;
  const tops = treesAround(parent, {}, []).slice(1);
  return tops.every((top) => top !== folder && pathInside(folder, top) !== undefined);
}
