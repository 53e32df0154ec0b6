import { ChangedLines } from "../../config/surroundings/changed-lines.ts";
import { gitIn } from "../../git/run-git.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { once } from "../../shared/once.ts";
import { DirtyFiles } from "../../tree/dirty-files.ts";
import { openShadow } from "../../tree/open-shadow.ts";
import { placesOfRoot } from "../../tree/places-of-root.ts";
import { RunFiles } from "../../tree/run-files.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import type { StepWorld } from "../state/run-context.ts";
import { runFilesOf } from "./run-files-of.ts";
import type { StartedRun } from "./start-run.ts";

/** Returns the world of the steps of a run. */
export function worldOf(
  { settings, world, prepared, stop }: StartedRun,
  workspace: Workspace,
  tree: GitListing,
): StepWorld {
  const { root, ownOutputs } = settings;
  const { emit, after, env, self } = world;
  const { since: commit, staged, onlyChangedLines } = prepared;
  const git = gitIn(root, env, staged && { variables: staged.variables });
  const compared = { commit, isStaged: staged !== undefined };
  const indexed = () => tree.indexed();
  const hidden = once(async () => new Set((await tree.files)?.hidden.map(({ path }) => path)));
  const changedLines =
    commit === undefined && staged === undefined
      ? undefined
      : new ChangedLines({ git, compared, workspace, indexed, hidden });
  return {
    root,
    places: placesOfRoot(root),
    workspace,
    dirty: new DirtyFiles(tree, workspace),
    runFiles: new RunFiles(runFilesOf(prepared), workspace),
    ci: prepared.ci,
    surroundings: prepared.surroundings,
    changedLines,
    linesOf: onlyChangedLines && changedLines && ((path) => changedLines.linesOf(path)),
    shadows: {
      open: (links, signal) => openShadow(links, { root, workspace, env, self }, signal),
      environmentOf: (names) => checkEnvironment(env, names),
      after,
    },
    stop,
    emit,
    after,
    ownOutputs,
  };
}
