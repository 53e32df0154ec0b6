import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { findRepository } from "../../git/find-repository.ts";
import { gitFolderOf } from "../../git/git-folder.ts";
import { realPath } from "../../git/tree-of.ts";

/** The real paths by which a user accepts what is in a root. */
interface PlacesOfTrust {
  /** The root. */
  readonly place: string;
  /** The top of its repository; the root without one. */
  readonly repository: string;
  /** Tells the repository from another one that is put at its path: its git folder, and when that was made. */
  readonly id: string;
}

/** Returns the places by which a user accepts what is in a root. */
export function placesOfTrust(root: string): PlacesOfTrust {
  const place = realPath(root) ?? root;
  const dotGit = findRepository(place);
  if (dotGit === undefined) return { place, repository: place, id: idOf(place) };
  return { place, repository: dirname(dotGit), id: idOf(dotGit) };
}

function idOf(dotGit: string): string {
  try {
    // Systems use the number of a folder that is gone again, and some do not tell when one was made.
    const { ino, birthtimeNs } = statSync(gitFolderOrSelf(dotGit), { bigint: true });
    return `${ino} ${birthtimeNs}`;
  } catch {
    return "";
  }
}

function gitFolderOrSelf(dotGit: string): string {
  return basename(dotGit) === ".git" ? gitFolderOf(dotGit) : dotGit;
}
