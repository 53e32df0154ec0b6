import { basename } from "node:path";
import { hasOpenRuns } from "../../apply/state/run-folder.ts";
import { commitsOnBranches } from "../../git/commit/commits-on-branches.ts";
import { gitIn } from "../../git/run-git.ts";
import type { Alert } from "../../model/alert.ts";
import type { RecoveredRun, StagedAgain, UnprovedAction } from "../../model/past/recovered-run.ts";
import type { World } from "../../model/world.ts";
import type { IndexQuestion } from "../../request/git-listing.ts";
import { commitNames } from "../../shared/commit-names.ts";
import { countOf } from "../../shared/count-of.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { findBroughtState } from "../brought-state.ts";

/** The world in which a root is put in order. */
interface RecoveringWorld extends Pick<World, "env" | "self"> {
  readonly listing: IndexQuestion;
  /** The run that follows stages what it finds in the work tree itself. */
  readonly isStaging?: boolean | undefined;
}

/** Puts in order what crashes left in a root, except state that the repository itself brings. The lock must be held. */
export async function recoverHere(
  root: string,
  { listing, env, self, isStaging = false }: RecoveringWorld,
): Promise<readonly RecoveredRun[]> {
  if (!hasOpenRuns(root)) return []; // No need to wait for git.
  const isBrought = await findBroughtState(listing);
  const { recoverRuns } = await import("../../apply/past/recover.ts");
  return recoverRuns(root, ({ path }) => isBrought(`runs/${basename(path)}`), {
    // If git cannot tell, they count as made: their ids tell the rest.
    findMade: (ids) => commitsOnBranches(gitIn(root, env), ids).catch(() => ids),
    async stage(kept, standing) {
      if (isStaging) return undefined;
      const { stageRest } = await import("./stage-rest.ts"); // Few runs are on what is staged.
      return stageRest(root, kept, { standing, env, self });
    },
  });
}

const SEE = "See `sluice recover`.";

/** Returns the alerts about runs that were put in order, or that were not believed. */
export function recoveredAlerts(recovered: readonly RecoveredRun[]): readonly Alert[] {
  return recovered.flatMap((run): readonly Alert[] => {
    const { id, actions, isBrought, unproved = [], commits = [], staged } = run;
    if (isBrought) {
      const brought = `the run ${id} below \`.sluice/runs\``;
      const message = `The repository brings ${brought}, which was not written here: it was left as it is. ${SEE}`;
      return [{ level: "warn", code: "recovered", message }];
    }
    const ended = actions.map(({ label, how, left }): Alert => {
      const done = how === "completed" ? "was complete" : "was rolled back";
      const others = left.map(({ path, why }) => ` ${path} ${why}, and was left alone.`).join("");
      const message = `The run ${id} had been cut off in \`${label}\`, which ${done}.${others}`;
      return { level: "warn", code: "recovered", message };
    });
    if (staged !== undefined) ended.push(stagedAlert(id, staged));
    if (unproved.length > 0) ended.push(unprovedAlert(id, unproved));
    if (commits.length > 0) ended.push(commitsAlert(id, commits));
    return ended;
  });
}

function commitsAlert(id: string, commits: readonly string[]): Alert {
  const count = countOf(commits.length, "commit");
  const message = `The run ${id} had been cut off after it had made ${count} (${commitNames(commits)}).`;
  return { level: "warn", code: "recovered", message };
}

function stagedAlert(id: string, { files, left }: StagedAgain): Alert {
  const others = left.map(({ path, why }) => ` ${path} ${why}, and was left alone.`).join("");
  const message = `The run ${id} had been cut off before it staged what it wrote: ${countOf(files.length, "file")} staged now.${others}`;
  return { level: "warn", code: "recovered", message };
}

/** The most files that an alert names. */
const MOST_FILES = 10;

function unprovedAlert(id: string, unproved: readonly UnprovedAction[]): Alert {
  const checks = [...new Set(unproved.flatMap((action) => action.checks))].join(", ");
  const files = [...new Set(unproved.flatMap((action) => action.files))];
  const what = `${countOf(unproved.length, "action")} (${boundedList(files, MOST_FILES)})`;
  const message =
    `The run ${id} had been cut off before its checks (${checks}) had proved what it wrote: ${what}. ` +
    `The changes are in the files. To take that run back: \`sluice undo ${id}\`.`;
  return { level: "warn", code: "recovered", message };
}
