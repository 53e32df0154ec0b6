import { StateFolderError } from "../apply/state/run-folder.ts";
import { STATE_FOLDER } from "../model/state-folder.ts";
import type { IndexQuestion } from "../request/git-listing.ts";
import { messageOf } from "../shared/message-of.ts";

/** True if the repository itself brings a part of `.sluice`: `cache`, `lock`, `runs/<folder>`. */
export type IsBrought = (part: string) => boolean;

/**
 * Asks which parts of `.sluice` are in git's index: the part itself, something in it, or something that takes the
 * place of a folder on the way, as files, links or submodules. State that other people committed is neither believed
 * nor changed; state that is only in the work tree belongs to the user of this run. Throws a `StateFolderError` if
 * there is a repository and git cannot answer: then the owner is unknown.
 */
export async function findBroughtState(listing: IndexQuestion): Promise<IsBrought> {
  const brought = await listing.brought().catch((error: unknown) => {
    const why = `git cannot tell if the repository brings files below ${STATE_FOLDER}: ${messageOf(error)}`;
    throw new StateFolderError(why, { cause: error });
  });
  const state = brought.map(fold);
  return (part) => {
    const wanted = fold(`${STATE_FOLDER}/${part}`);
    return state.some((path) => isWithin(path, wanted) || isWithin(wanted, path));
  };
}

/** Asks the same, where a mistake does no harm: `otherwise` is the answer if git has none. */
export function findLikelyState(
  listing: IndexQuestion,
  otherwise: IsBrought = () => false,
): Promise<IsBrought> {
  return findBroughtState(listing).catch(() => otherwise);
}

/** Some disks ignore case. */
function fold(path: string): string {
  return path.toLowerCase();
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
