import { StateFolderError } from "../../apply/state/run-folder.ts";
import { STATE_FOLDER } from "../../model/state-folder.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { GitListing } from "../request/git-listing.ts";

/** Whether the repository itself brings a part of `.sluice`: `cache`, `lock`, `runs/<folder>`. */
export type IsBrought = (part: string) => boolean;

/**
 * Asks what of `.sluice` is in git's index: the part itself, something in it, or something that stands in the
 * place of a folder on the way, as files, links or submodules. What others put there is neither believed nor
 * changed. What is only in the work tree was put there by whoever runs this. Throws a `StateFolderError` where
 * there is a repository and git cannot answer: then nobody knows whose it is.
 */
export async function findBroughtState(listing: GitListing): Promise<IsBrought> {
  const indexed = await listing.indexed().catch((error: unknown) => {
    const why = `nobody knows whether the repository brings what is below ${STATE_FOLDER}, as ${messageOf(error)}`;
    throw new StateFolderError(why, { cause: error });
  });
  const state = [...indexed].filter((path) => IN_STATE.test(path)).map(fold);
  return (part) => {
    const wanted = fold(`${STATE_FOLDER}/${part}`);
    return state.some((path) => isWithin(path, wanted) || isWithin(wanted, path));
  };
}

/** The same, where a mistake does no harm: `otherwise` is what holds where nobody knows. */
export function findLikelyState(
  listing: GitListing,
  otherwise: IsBrought = () => false,
): Promise<IsBrought> {
  return findBroughtState(listing).catch(() => otherwise);
}

const IN_STATE = /^\.sluice(?:\/|$)/is;

/** Some disks do not tell cases apart. */
function fold(path: string): string {
  return path.toLowerCase();
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
