import { isReserved } from "../../files/path-rules.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import type { GitListing } from "../request/git-listing.ts";

/** How many files a message names. */
const NAMED = 10;

/**
 * Why a run that asks for a clean work tree is refused (`--require-clean`), if it is: something below the root is
 * not committed, or nobody can tell. What Sluice itself keeps in `.sluice` does not count.
 */
export async function refuseDirty(
  root: string,
  listing: GitListing,
): Promise<readonly Diagnostic[]> {
  const refuse = (message: string, hint: string): readonly Diagnostic[] => [
    { code: "dirty-tree", severity: "error", message, hint },
  ];
  let uncommitted: readonly string[] | undefined;
  try {
    uncommitted = await listing.uncommitted();
  } catch (error) {
    const message = `Nobody can tell whether ${root} is clean: ${messageOf(error)}`;
    return refuse(message, "Mend the repository, or leave out --require-clean.");
  }
  if (uncommitted === undefined)
    return refuse(
      `Nobody can tell whether ${root} is clean: it is in no git work tree.`,
      "Work in a git repository, or leave out --require-clean.",
    );
  const dirty = uncommitted.filter((path) => !isReserved(path)).sort(comparePaths);
  if (dirty.length === 0) return [];
  const more = dirty.length > NAMED ? `, and ${dirty.length - NAMED} more` : "";
  const names = dirty.slice(0, NAMED).map((path) => JSON.stringify(path).slice(1, -1));
  const message = `The work tree has changes that are not committed, in ${countOf(dirty.length, "file")}: ${names.join(", ")}${more}.`;
  return refuse(message, "Commit or stash them, or leave out --require-clean.");
}
