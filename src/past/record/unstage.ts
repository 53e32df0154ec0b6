import { dirname } from "node:path";
import { makeNamedScratchTree } from "../../apply/disk/scratch-tree.ts";
import { type KeptStaged, keepStaged, readKeptStaged } from "../../apply/state/kept-staged.ts";
import type { PastRun } from "../../apply/state/read-run.ts";
import { type IndexChange, ownChanges, restoreIndex } from "../../git/commit/change-index.ts";
import { findRepository } from "../../git/find-repository.ts";
import { gitIn } from "../../git/run-git.ts";
import type { Alert } from "../../model/alert.ts";
import type { PastWorld } from "../../request/past-world.ts";
import { countOf } from "../../shared/count-of.ts";
import { firstLine } from "../../shared/first-line.ts";
import { messageOf } from "../../shared/message-of.ts";

/** The end of the attempt to take back what a run staged. */
export interface Unstaged {
  /** From the top of the work tree. */
  readonly unstaged: readonly string[];
  readonly alerts: readonly Alert[];
}

/** The circumstances in which a run is taken back. */
interface Unstaging extends Pick<PastWorld, "env" | "self"> {
  readonly root: string;
  /** Returns the folder of the undo, which keeps what it stages; absolute. Undefined: nothing is written. */
  readonly keep: (() => Promise<string>) | undefined;
}

/**
 * Puts the entries of the index back that a run staged, if they are exactly those and HEAD does not have them by now;
 * git compares them while it holds the lock of the index. Others stay, which is told. Never throws.
 */
export async function unstage(
  { folder }: PastRun,
  { root, env, self, keep }: Unstaging,
): Promise<Unstaged> {
  const kept = readKeptStaged(folder);
  const dotGit = findRepository(root);
  if (kept.length === 0 || dotGit === undefined) return { unstaged: [], alerts: [] };
  const all = kept.map(
    ({ path, before, after }): IndexChange => ({
      path,
      before: before === null ? undefined : { ...before, isCompared: true },
      after: after ?? undefined,
    }),
  );
  const top = dirname(dotGit);
  const git = gitIn(top, env);
  try {
    const own = await ownChanges(git, all);
    const paths = new Set(own.map(({ path }) => path));
    if (keep !== undefined && own.length > 0) {
      await keepStaged(await keep(), kept.filter(({ path }) => paths.has(path)).map(backwards));
      const scratch = await makeNamedScratchTree(self);
      const variables = { GIT_INDEX_FILE: scratch.index };
      const gits = { git, scratch: gitIn(top, env, { variables }) };
      await restoreIndex(gits, own).finally(() => scratch.remove());
      await git(["update-index", "-q", "--refresh"]).catch(() => undefined); // Ends with 1 if others have changed.
    }
    const unstaged = own.map(({ path }) => path);
    const stays = all.map(({ path }) => path).filter((path) => !unstaged.includes(path));
    return {
      unstaged,
      alerts: staysAlerts(stays, "it was committed, or something else is staged by now"),
    };
  } catch (error) {
    const why = firstLine(messageOf(error));
    const stays = all.map(({ path }) => path);
    return { unstaged: [], alerts: staysAlerts(stays, why) };
  }
}

/** Returns the same with nothing taken back: of the work tree nothing was, and an undo without files keeps no run. */
export function staying({ unstaged, alerts }: Unstaged): Unstaged {
  const why = "its files are as before already. Take it back with `git restore --staged`";
  return { unstaged: [], alerts: [...alerts, ...staysAlerts(unstaged, why)] };
}

/** The changes that the undo stages, so that it can be taken back, too. */
function backwards({ path, before, after }: KeptStaged): KeptStaged {
  return { path, before: after, after: before };
}

/** The most files that an alert names. */
const MOST_NAMED = 5;

function staysAlerts(paths: readonly string[], why: string): readonly Alert[] {
  if (paths.length === 0) return [];
  const more = paths.length > MOST_NAMED ? `, and ${paths.length - MOST_NAMED} more` : "";
  const names = `${paths.slice(0, MOST_NAMED).join(", ")}${more}`;
  const message = `What the run staged of ${countOf(paths.length, "file")} (${names}) is not taken back: ${why}.`;
  return [{ level: "warn", code: "still-staged", message }];
}
