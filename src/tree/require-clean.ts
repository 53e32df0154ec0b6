import { isReserved } from "../files/path-rules.ts";
import type { Uncommitted } from "../git/uncommitted/list-uncommitted.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { GitListing } from "../request/git-listing.ts";
import { countOf } from "../shared/count-of.ts";
import { messageOf } from "../shared/message-of.ts";
import { comparePaths } from "../shared/paths/posix-path.ts";

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
  let uncommitted: Uncommitted | undefined;
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
  const dirty = uncommitted.paths.filter((path) => !isReserved(path));
  if (dirty.length === 0) return unknownChanges(uncommitted.unknown);
  const message = `The work tree has changes that are not committed, in ${namesOf(dirty)}.`;
  return refuse(message, "Commit or stash them, or leave out --require-clean.");
}

/** Warns about files of which only a filter could tell if they have changed (git/uncommitted/judge-filtered.ts). */
function unknownChanges(unknown: readonly string[]): readonly Diagnostic[] {
  if (unknown.length === 0) return [];
  const reason = "git compares them through a filter, and Sluice runs none";
  const message = `It is not known if the work tree has changes in ${namesOf(unknown)}: ${reason}.`;
  const hint = "Run git status: it runs the filter, and notes what it found.";
  return [{ code: "dirty-unknown", severity: "warning", message, hint }];
}

function namesOf(paths: readonly string[]): string {
  const sorted = paths.toSorted(comparePaths);
  const more = sorted.length > NAMED ? `, and ${sorted.length - NAMED} more` : "";
  const names = sorted.slice(0, NAMED).map((path) => JSON.stringify(path).slice(1, -1));
  return `${countOf(sorted.length, "file")}: ${names.join(", ")}${more}`;
}
