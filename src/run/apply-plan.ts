import { resolve } from "node:path";
import { headCommit } from "../git/head-commit.ts";
import type { Alert } from "../model/alert.ts";
import type { Report } from "../model/report.ts";
import { StaleFileError, type TextChange } from "../model/workspace.ts";
import { shown } from "../plan/check-plan.ts";
import { composeChanges } from "../plan/compose-changes.ts";
import { nameOf } from "../plan/find-differences.ts";
import type { Plan, PlannedAction } from "../plan/plan.ts";
import { readPlan } from "../plan/read-plan.ts";
import { messageOf } from "../shared/message-of.ts";
import type { ApplyRequest } from "./apply-request.ts";
import { createDiskWorkspace } from "./disk-workspace.ts";
import { findRootFault } from "./find-root-fault.ts";
import { startGitListing } from "./git-listing.ts";
import { judgePlan } from "./judge-plan.ts";
import { lookAtTree, type MovedFile } from "./look-at-tree.ts";
import { PlanEnding } from "./plan-ending.ts";
import { firstHashes } from "./refuse-changed.ts";
import type { RunSurroundings } from "./request.ts";
import { shownPath } from "./shown-path.ts";

/**
 * `sluice apply`: writes exactly what a plan says, or nothing. The plan is read as a file of somebody who means
 * harm; every file is compared before the first write; the plan is derived again and compared; all of it is
 * one commit. Nothing that a person got wrong throws: it is in the report.
 */
export async function applyPlan(
  request: ApplyRequest,
  surroundings: RunSurroundings,
): Promise<Report> {
  const ending = new PlanEnding(request, surroundings);
  const { root } = request;
  const file = resolve(surroundings.cwd, request.plan);
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined) {
    ending.begin([]);
    return ending.invalid([rootFault]);
  }
  const read = await readPlan(file, shownPath(file, root), request.maxPlanBytes);
  ending.begin("plan" in read ? read.plan.recipes.map(({ name }) => name) : []);
  if ("diagnostics" in read) return ending.invalid(read.diagnostics);
  try {
    return await carryOut(read.plan, request, surroundings, ending);
  } catch (error) {
    return ending.fault(error); // A promise of our own code is broken; nothing was written by then.
  }
}

async function carryOut(
  plan: Plan,
  request: ApplyRequest,
  surroundings: RunSurroundings,
  ending: PlanEnding,
): Promise<Report> {
  const { root } = request;
  const { moved, bases } = await lookAtTree(root, firstHashes(plan.actions), { keepsTexts: true });
  if (moved.length > 0) {
    const alerts = moved.map(staleAlert);
    const note = await baseNote(plan, root, surroundings);
    return ending.stale(plan, [...alerts, ...note]);
  }
  const forged = composeChanges(applied(plan.actions), bases);
  if (forged.kind === "forged") return ending.forged(forged.fault);
  const judged = await judgePlan(plan, request, surroundings);
  if (judged.kind === "invalid") return ending.invalid(judged.diagnostics);
  if (judged.kind === "ended") return ending.left(plan, judged);
  if (judged.kind === "differs") return ending.stale(plan, judged.messages.map(differsAlert));
  const composed = composeChanges(applied(judged.actions), bases);
  if (composed.kind === "forged") return ending.forged(composed.fault);
  if (composed.kind === "rests-on-other") {
    const message = `${nameOf(composed.action)} rests on an action that is not applied, in ${composed.path}. Make a new plan with this policy.`;
    return ending.stale(plan, [differsAlert(message)]);
  }
  ending.queue(judged.actions);
  await new Promise(setImmediate); // Signals and timers are let through, a last time.
  if (ending.isStopped()) return ending.left(judged, { isFault: false });
  const error = await commit(root, composed.changes, surroundings);
  if (error === undefined) return ending.written(judged);
  if (!(error instanceof StaleFileError)) return ending.unwritten(judged, messageOf(error));
  return ending.stale(judged, [
    { level: "error", code: "stale", message: error.message, path: error.path },
  ]);
}

/** All of it or nothing; answers what stood in the way. */
async function commit(
  root: string,
  changes: readonly TextChange[],
  { listing, environment }: RunSurroundings,
): Promise<unknown> {
  if (changes.length === 0) return undefined;
  const workspace = createDiskWorkspace(root, listing ?? startGitListing(root, environment));
  return workspace.commit(changes).catch((error: unknown) => error);
}

function applied(actions: readonly PlannedAction[]): readonly PlannedAction[] {
  return actions.filter(({ state }) => state === "would-apply");
}

function staleAlert({ path, expected, found }: MovedFile): Alert {
  const wanted = expected === null ? "no file" : `sha256 ${expected.slice(0, 12)}…`;
  const message = `${shown(path)} ${found}; the plan expects ${wanted}.`;
  return { level: "error", code: "stale", message, path };
}

function differsAlert(message: string): Alert {
  return { level: "error", code: "plan-differs", message };
}

/** Where another commit is checked out than the one that was planned: it is mostly the reason. */
async function baseNote(
  { base }: Plan,
  root: string,
  { environment }: RunSurroundings,
): Promise<readonly Alert[]> {
  const commit = await headCommit(root, environment);
  if (base.commit === null || commit === null || base.commit === commit) return [];
  const message = `The plan was made at the commit ${base.commit.slice(0, 12)}; ${commit.slice(0, 12)} is checked out.`;
  return [{ level: "warn", code: "stale", message }];
}
