import { findWayTo } from "../files/way-to.ts";
import type { BaseText } from "../plan/compose-changes.ts";
import { createDiskWorkspace } from "./disk-workspace.ts";
import type { GitListing } from "./git-listing.ts";

/** A file that is not what it is expected to be. */
export interface MovedFile {
  readonly path: string;
  /** sha256; null where no file was expected. */
  readonly expected: string | null;
  /** What became of it, in words that follow the path. */
  readonly found: string;
}

/** Nobody asks for the lists of a workspace that only reads what it is told to. */
const NO_LISTING: GitListing = {
  files: Promise.resolve(undefined),
  ignored: Promise.resolve([]),
  again: () => NO_LISTING,
};

/**
 * Compares files on the disk with the hashes that they should have, null for those that should not be there.
 * No link is followed. `bases` has what is as it should be, for `keepsTexts` with its text.
 */
export async function lookAtTree(
  root: string,
  expected: ReadonlyMap<string, string | null>,
  { keepsTexts }: { readonly keepsTexts: boolean },
): Promise<{
  readonly moved: readonly MovedFile[];
  readonly bases: ReadonlyMap<string, BaseText>;
}> {
  const workspace = createDiskWorkspace(root, NO_LISTING);
  const moved: MovedFile[] = [];
  const bases = new Map<string, BaseText>();
  for (const [path, hash] of expected) {
    const tell = (found: string) => moved.push({ path, expected: hash, found });
    const kind = await workspace.kindOf(path);
    if (kind === "link") tell("is a link, or reached through one");
    else if (kind === "other" || kind === "folder") tell("is no file");
    else if (kind === "missing") {
      if (hash !== null) tell("is gone");
      else if ((await findWayTo(root, path)) !== "free") tell("would be in what is no folder");
      else bases.set(path, { text: undefined, hash });
    } else if (hash === null) tell("exists by now");
    else {
      const read = await workspace.read(path);
      if (read.kind !== "text") tell(`cannot be used: ${read.why}`);
      else if (read.hash !== hash) tell("has changed");
      else bases.set(path, { text: keepsTexts ? read.text : undefined, hash });
    }
  }
  return { moved, bases };
}
