import { isReserved } from "../../files/path-rules.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import type { GitListing } from "../request/git-listing.ts";

/** The number of files that a message names. */
const NAMED = 10;

/**
 * Returns why a run with `--require-clean` is refused: something below the root is not committed, or git cannot tell.
 * Sluice's own files in `.sluice` do not count.
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
    const message = `Cannot tell if ${root} is clean: ${messageOf(error)}`;
    return refuse(message, "Repair the repository, or leave out --require-clean.");
  }
  if (uncommitted === undefined)
    return refuse(
      `Cannot tell if ${root} is clean: it is not in a git work tree.`,
      "Work in a git repository, or leave out --require-clean.",
    );
  const dirty = uncommitted.filter((path) => !isReserved(path)).sort(comparePaths);
  if (dirty.length === 0) return [];
  const more = dirty.length > NAMED ? `, and ${dirty.length - NAMED} more` : "";
  const names = dirty.slice(0, NAMED).map((path) => JSON.stringify(path).slice(1, -1));
  const where = `${countOf(dirty.length, "file")}: ${names.join(", ")}${more}`;
  const message = `The work tree has changes that are not committed, in ${where}.`;
  return refuse(message, "Commit or stash them, or leave out --require-clean.");
}
