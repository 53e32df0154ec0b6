import { basename } from "node:path";
import { countHeld } from "../../apply/state/count-held.ts";
import { finished, journalGap, type PastRun, readRun } from "../../apply/state/read-run.ts";
import { readKnownResolved } from "../../apply/state/resolved-actions.ts";
import { holdsRun, type RunFolder } from "../../apply/state/run-folder.ts";
import { closestName } from "../../shared/closest-name.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { IsBrought } from "../../tree/brought-state.ts";

/** The result of the search for a run. */
export type FoundRun =
  | { readonly kind: "found"; readonly past: PastRun }
  /** `isInvalid`: the name is wrong. */
  | {
      readonly kind: "none";
      readonly message: string;
      readonly hint?: string;
      readonly isInvalid: boolean;
    };

/** The result of the search for the folder of a run. */
export type MatchedRun =
  | { readonly kind: "matched"; readonly folder: RunFolder }
  | { readonly kind: "none"; readonly message: string; readonly hint: string };

/** The name of the newest run that a command can be about. */
export const LAST_RUN = "last";

/** Finds the folder of a run; `last` is the newest one that holds actions, or else the newest one. */
export function matchHeldRun(
  name: string,
  folders: readonly RunFolder[],
  isBrought: IsBrought,
): MatchedRun {
  if (name !== LAST_RUN) return matchRun(name, folders);
  const own = folders.filter(({ path }) => !isBrought(`runs/${basename(path)}`));
  const holding = own.filter((folder) => countHeld(folder, readKnownResolved(folder)) > 0);
  const folder = holding.at(-1) ?? own.at(-1);
  return folder === undefined ? NO_RUNS : { kind: "matched", folder };
}

const NO_RUNS: MatchedRun = {
  kind: "none",
  message: "No run is kept here.",
  hint: "A run that writes or holds something is kept.",
};

/** Finds the folder of a run by its id, or by a beginning of it that no other run has. */
export function matchRun(name: string, folders: readonly RunFolder[]): MatchedRun {
  const near = folders.filter(({ id }) => name !== "" && id.startsWith(name));
  const folder = folders.find(({ id }) => id === name) ?? (near.length === 1 ? near[0] : undefined);
  if (folder !== undefined) return { kind: "matched", folder };
  if (near.length > 1) {
    const shown = near.slice(-5).map(({ id }) => id);
    const message = `\`${name}\` is the beginning of the ids of ${countOf(near.length, "run")}.`;
    return { kind: "none", message, hint: `Write more of it: ${shown.reverse().join(", ")}.` };
  }
  const ids = folders.map(({ id }) => id);
  const guess = closestName(name, ids);
  const hint = guess === undefined ? "See sluice runs." : `Did you mean \`${guess}\`?`;
  return { kind: "none", message: `There is no run \`${name}\`.`, hint };
}

/** Finds the run with an id, or with a beginning of one, that has ended and can be read. */
export function findRunNamed(
  name: string,
  folders: readonly RunFolder[],
  isBrought: IsBrought,
): FoundRun {
  const none = (message: string, hint?: string): FoundRun => ({
    kind: "none",
    isInvalid: true,
    message,
    ...(hint === undefined ? {} : { hint }),
  });
  const match = matchRun(name, folders);
  if (match.kind === "none") return none(match.message, match.hint);
  const { id, path, isOpen } = match.folder;
  const folderName = basename(path);
  if (isBrought(`runs/${folderName}`))
    return none(
      `The repository brings the run ${id}: runs that come with a repository are not trusted.`,
      `If it is yours, remove it from git's index: git rm -r --cached .sluice/runs/${folderName}`,
    );
  if (isOpen) return none(`The run ${id} has not ended.`, "If it was killed: sluice recover.");
  try {
    const past = readRun(match.folder);
    if (past.run !== undefined) return { kind: "found", past };
    return none(`The run ${id} has no journal that can be read.`);
  } catch (error) {
    return none(`The run ${id} cannot be read: ${messageOf(error)}.`);
  }
}

/**
 * Finds the last run that wrote. An unreadable run may be that, and ends the search; so does one whose files only code
 * of its recipe knows. A run that is not from here is passed over.
 */
export function findNewestRun(folders: readonly RunFolder[], isBrought: IsBrought): FoundRun {
  for (const folder of [...folders].reverse()) {
    if (folder.isOpen) continue; // After recovery, only runs that the repository brings are open.
    if (isBrought(`runs/${basename(folder.path)}`)) continue;
    try {
      const past = readRun(folder);
      if (past.run === undefined) {
        if (!holdsRun(folder)) continue; // A folder of another program, or the rest of a run that was removed.
        return unreadable(`The run ${folder.id} has no journal that can be read.`);
      }
      // A missing record may be a write.
      const hasWritten = finished(past.records).length > 0 || journalGap(past) !== undefined;
      if (hasWritten) return { kind: "found", past };
      const [foreign] = past.records.filter((record) => record.kind === "foreign");
      if (foreign !== undefined) return unknownFiles(folder.id, foreign.action.label);
    } catch (error) {
      return unreadable(`The run ${folder.id} cannot be read: ${messageOf(error)}.`);
    }
  }
  return { kind: "none", message: "Nothing to undo: no run has written here.", isInvalid: false };
}

const NAME_IT = "To undo an earlier run, name it: see sluice runs.";

function unreadable(message: string): FoundRun {
  return { kind: "none", message, hint: NAME_IT, isInvalid: true };
}

function unknownFiles(id: string, label: string): FoundRun {
  const whose = `The run ${id} wrote by code of its recipe (${label})`;
  const message = `${whose}: which files is not known, and nothing is taken back.`;
  const hint = `Put its files back by hand, with git for example. ${NAME_IT}`;
  return { kind: "none", message, hint, isInvalid: true };
}
