import type { PreparedRun } from "../../config/prepare/prepared-run.ts";
import type { ChangedLines } from "../../config/surroundings/changed-lines.ts";
import { gitIn } from "../../git/run-git.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { once } from "../../shared/once.ts";
import { rootFault, tidyPath } from "../../shared/paths/posix-path.ts";
import { DirtyFiles } from "../../tree/dirty-files.ts";
import { placesOfRoot } from "../../tree/places-of-root.ts";
import { RunFiles } from "../../tree/run-files.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import type { StepWorld } from "../state/run-context.ts";
import type { StartedRun } from "./start-run.ts";

/** Returns the world of the steps of a run. */
export async function worldOf(
  run: StartedRun,
  workspace: Workspace,
  tree: GitListing,
): Promise<StepWorld> {
  const { settings, world, prepared, stop, startedAt } = run;
  const { root, ownOutputs } = settings;
  const { emit, after, env, self, decidesAt = startedAt } = world;
  const { onlyChangedLines } = prepared;
  const changedLines = await openChangedLines(run, workspace, tree);
  return {
    root,
    places: placesOfRoot(root),
    givenPatch: prepared.givenPatch,
    isOfClient: prepared.isOfClient ?? false,
    workspace,
    dirty: new DirtyFiles(tree, workspace),
    runFiles: new RunFiles(runFilesOf(prepared), workspace),
    ci: prepared.ci,
    replay: world.records?.replay,
    isBefore: world.treeBefore !== undefined,
    decidesAt,
    surroundings: prepared.surroundings,
    threats: once(async () => {
      const { TextThreats } = await import("../../config/surroundings/text-threats.ts"); // Few policies ask.
      return new TextThreats((path) => workspace.read(path));
    }),
    changedLines,
    baseTexts: await openBase(run),
    shard: prepared.shard,
    linesOf: onlyChangedLines && changedLines && ((path) => changedLines.linesOf(path)),
    shadows: {
      async open(links, signal) {
        const { openShadow } = await import("../../tree/open-shadow.ts"); // Most recipes run no program.
        return openShadow(links, { root, workspace, env, self }, signal);
      },
      environmentOf: (names) => checkEnvironment(env, names),
      after,
    },
    stop,
    emit,
    after,
    ownOutputs,
  };
}

/** Opens the lines that changed; undefined if the run compares with nothing. */
async function openChangedLines(
  { settings: { root }, world: { env }, prepared: { since: commit, staged } }: StartedRun,
  workspace: Workspace,
  tree: GitListing,
): Promise<ChangedLines | undefined> {
  if (commit === undefined && staged === undefined) return undefined;
  const { ChangedLines: Lines } = await import("../../config/surroundings/changed-lines.ts");
  return new Lines({
    git: gitIn(root, env, staged && { variables: staged.variables }),
    compared: { commit, isStaged: staged !== undefined },
    workspace,
    indexed: () => tree.indexed(),
    hidden: once(async () => new Set((await tree.files)?.hidden.map(({ path }) => path))),
  });
}

/** Opens the texts that steps compare with; undefined if none does. */
async function openBase({ settings: { root }, world, prepared, stop }: StartedRun) {
  const { base: commit, staged } = prepared;
  if (commit === undefined) return undefined;
  const { openBaseTexts } = await import("../../tree/base/base-texts.ts"); // Few runs compare.
  const { env, self } = world;
  const isStaged = staged !== undefined;
  return openBaseTexts({ root, env, self, commit, isStaged, signal: stop.signal });
}

/**
 * Returns the files below the root that configure a run, also in the base commit: a change of theirs would count in the
 * next run. Files that a prompt attaches are material.
 */
export function runFilesOf({
  recipes,
  sources,
}: Pick<PreparedRun, "recipes" | "sources">): readonly string[] {
  const read = sources.flatMap(({ path, role, origin }) =>
    role !== "reference" && (origin === "tree" || origin === "base") ? [path] : [],
  );
  const code = recipes.flatMap(({ tools, hooks }) => [
    ...tools.map(({ path }) => path),
    ...hooks.flatMap((hook) => ("module" in hook.code ? [hook.code.module] : hook.code.run)),
  ]);
  return [...read, ...code.filter((path) => rootFault(path) === undefined).map(tidyPath)];
}
