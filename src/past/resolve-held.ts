import { keepResolved } from "../apply/state/resolved-actions.ts";
import { listRunFolders, type RunFolder } from "../apply/state/run-folder.ts";
import { type ExitFindings, exitOf } from "../model/exit-code.ts";
import type { ChosenAction, Resolution, ResolvedAction } from "../model/past/resolution.ts";
import type { PlannedAction } from "../plan-file/plan.ts";
import type { PastWorld } from "../request/past-world.ts";
import type { ResolveHeldRequest } from "../request/request.ts";
import { findBroughtState, type IsBrought } from "../tree/brought-state.ts";
import { askIndex } from "../tree/index-question.ts";
import { takeWriting, type Writing } from "../tree/write/take-writing.ts";
import { listRuns } from "./list-runs.ts";
import { applyHeld } from "./record/apply-held.ts";
import { chooseHeld, findHeldRun, type HeldRun } from "./record/find-held.ts";
import type { RefusedAction } from "./record/located-actions.ts";
import { pastCommand, withSignal } from "./record/past-command.ts";
import { adviceOnRunsAbove } from "./record/runs-above.ts";

/**
 * `sluice resolve`: a person ends actions that a policy has held, each on its own. `apply` writes what was previewed at
 * the places where it is now, all that fits as one run that can be undone; an action whose places have changed stays
 * held (X2). Throws only if a promise of Sluice's own is broken.
 */
export function resolveHeld(request: ResolveHeldRequest, world: PastWorld): Promise<Resolution> {
  const { root, lockTimeout } = request;
  const { env, interrupted: signal } = world;
  return pastCommand<Resolution>(
    {
      root,
      refused: ({ message }, exit) => ({
        formatVersion: "1.0",
        ...exit,
        actions: [],
        problems: [message],
      }),
      async work(refuse) {
        if (listRunFolders(root).length === 0)
          return invalid(["No run is kept here."], adviceOnRunsAbove(root));
        const listing = askIndex(root, env);
        const asked = { root, command: "resolve", lockTimeout, signal, listing };
        const writing = await takeWriting(asked, world);
        if (writing.kind !== "writing") return refuse(writing);
        try {
          const isBrought = await findBroughtState(listing);
          const resolution = await findAndEnd(request, world, { writing, isBrought });
          await writing.prune();
          return resolution;
        } finally {
          await writing.release();
        }
      },
    },
    world,
  );
}

/** The right to write, and the runs that are trusted. */
interface Ending {
  readonly writing: Writing;
  readonly isBrought: IsBrought;
}

async function findAndEnd(
  request: ResolveHeldRequest,
  world: PastWorld,
  ending: Ending,
): Promise<Resolution> {
  const folders = listRunFolders(request.root);
  const found = findHeldRun(request.run, folders, ending.isBrought);
  if (found.kind === "none") return invalid(found.problems, found.hint);
  const chosen = chooseHeld(found, request.choice);
  if (chosen.kind === "none") {
    const { problems, hint, ended = [] } = chosen;
    return invalid(problems, hint ?? (await hintOfEnded(ended, request, world)));
  }
  if (request.verdict === "discard") return discard(found.folder, chosen.actions, request, world);
  return apply(found, chosen.actions, { request, world, ending });
}

async function discard(
  folder: RunFolder,
  actions: readonly PlannedAction[],
  { reason }: ResolveHeldRequest,
  { now }: PastWorld,
): Promise<Resolution> {
  const at = new Date(now()).toISOString();
  const resolved = actions.map(
    ({ id }): ResolvedAction => ({ action: id, verdict: "discard", reason, at, by: null }),
  );
  await keepResolved(folder, resolved);
  return resolutionOf({}, { folder, actions, resolved });
}

async function apply(
  held: HeldRun,
  actions: readonly PlannedAction[],
  { request, world, ending }: { request: ResolveHeldRequest; world: PastWorld; ending: Ending },
): Promise<Resolution> {
  const { folder } = held;
  const applied = await applyHeld(held, actions, { request, world, ...ending });
  const { resolved, refused, problems } = applied;
  const has = (cause: RefusedAction["cause"]) => refused.some((one) => one.cause === cause);
  const findings: ExitFindings = {
    stale: has("stale"),
    invalid: has("invalid"),
    failed: has("failed") || problems.length > 0,
  };
  const resolution = resolutionOf(findings, { folder, actions, resolved, refused, problems });
  const hint = has("stale") ? await hintOfUndone(folder, request, world) : undefined;
  const hinted = hint === undefined ? resolution : { ...resolution, hint };
  return resolved.length < actions.length ? withSignal(hinted, world.interrupted) : hinted;
}

/** Returns what can be done about actions that had ended before. */
async function hintOfEnded(
  ended: readonly ResolvedAction[],
  { root }: ResolveHeldRequest,
  world: PastWorld,
): Promise<string> {
  const writers = new Set(ended.flatMap(({ by }) => by ?? []));
  const runs = writers.size > 0 ? await listRuns(root, world) : [];
  const undoer = runs.find(
    ({ summary: { id, undoneBy } }) => undoneBy !== undefined && writers.has(id),
  )?.summary.undoneBy;
  if (undoer === undefined) return "Name only actions that wait: see sluice runs RUN.";
  return `This was undone since by the run ${undoer}. To have it again: sluice undo ${undoer}`;
}

/** Returns the likely reason why a place has changed: the run was taken back, and with it what the action rests on. */
async function hintOfUndone(
  { id }: RunFolder,
  { root }: ResolveHeldRequest,
  world: PastWorld,
): Promise<string | undefined> {
  const run = (await listRuns(root, world)).find(({ summary }) => summary.id === id);
  const undoer = run?.summary.undoneBy;
  if (undoer === undefined) return undefined;
  return `The run ${id} was undone by ${undoer}: what its held actions rest on may be gone. Run its recipes again.`;
}

/** The end of the chosen actions. */
interface EndedActions {
  readonly folder: RunFolder;
  readonly actions: readonly PlannedAction[];
  readonly resolved: readonly ResolvedAction[];
  readonly refused?: readonly RefusedAction[];
  /** Obstacles that are not those of one action. */
  readonly problems?: readonly string[];
}

function resolutionOf(
  findings: ExitFindings,
  { folder, actions, resolved, refused = [], problems = [] }: EndedActions,
): Resolution {
  const chosen = actions.map((action): ChosenAction => {
    const { id, label, recipe, ruleId, files } = action;
    const done = resolved.find((one) => one.action === id);
    const faults = refused.find((one) => one.action.id === id)?.problems ?? [];
    const names = { id, label, recipe, ruleId, files: files.map(({ path }) => path) };
    return { ...names, ...(done === undefined ? {} : { resolved: done }), problems: faults };
  });
  const base = { formatVersion: "1.0", ...exitOf(findings), run: folder.id } as const;
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) return { ...base, actions: chosen, problems };
  const { id, label, files } = only;
  return {
    ...base,
    actions: chosen,
    action: { id, label, files },
    ...(only.resolved === undefined ? {} : { resolved: only.resolved }),
    problems: [...only.problems, ...problems],
  };
}

function invalid(problems: readonly string[], hint?: string): Resolution {
  const exit = exitOf({ invalid: true });
  const base = { formatVersion: "1.0", ...exit, actions: [], problems } as const;
  return hint === undefined ? base : { ...base, hint };
}
