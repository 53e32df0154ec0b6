import { realpathSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { findRepository } from "../git/find-repository.ts";
import { toPosix } from "../shared/paths/posix-path.ts";

/** The names of a root outside of git that count. A protected folder is not deeper. */
const OUTSIDE_OF_GIT = 4;

/**
 * Returns the paths by which a root is known to others, for guards that protect folders: in a repository the one path
 * from its top; elsewhere the last names of the root's real path, shortest first. Empty at the top of a repository.
 */
export function placesOfRoot(root: string): readonly string[] {
  const real = realpathSync(root);
  const repository = findRepository(real);
  if (repository !== undefined) {
    const place = toPosix(relative(dirname(repository), real));
    return place === "" ? [] : [place];
  }
  const names = real.split(sep).filter((name) => name !== "");
  const last = names.slice(-OUTSIDE_OF_GIT);
  return last.map((_name, index) => last.slice(-1 - index).join("/"));
}
