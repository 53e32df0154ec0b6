import { resolve } from "node:path";
import { hasOpenRuns } from "../apply/run-folder.ts";
import type { Report } from "../model/report.ts";
import { StaleFileError, type TextChange } from "../model/workspace.ts";
import { composeChanges } from "../plan/compose-changes.ts";
import { nameOf } from "../plan/find-differences.ts";
import { makePlan, type Plan, type PlannedAction } from "../plan/plan.ts";
import { readPlan } from "../plan/read-plan.ts";
import { countOf } from "../shared/count-of.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { messageOf } from "../shared/message-of.ts";
import type { ApplyRequest } from "./apply-request.ts";
import { findRootFault } from "./find-root-fault.ts";
import { startGitListing } from "./git-listing.ts";
import { judgePlan } from "./judge-plan.ts";
import type { PlanFindings } from "./judged-plan.ts";
import { lookAtTree } from "./look-at-tree.ts";
import { baseNote, differsAlert, staleAlert } from "./plan-alerts.ts";
import { PlanEnding } from "./plan-ending.ts";
import { firstHashes } from "./refuse-changed.ts";
import type { RunSurroundings } from "./request.ts";
import { RunWriter } from "./run-writer.ts";
import { shownPath } from "./shown-path.ts";
import { beginWriting, type Writing } from "./writing.ts";

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
  const { root, lockTimeout } = request;
  const { signal } = ending;
  const file = resolve(surroundings.cwd, request.plan);
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined) return ending.finish(ending.invalid([rootFault]));
  const read = await readPlan(file, shownPath(file, root), request.maxPlanBytes);
  if ("diagnostics" in read) return ending.finish(ending.invalid(read.diagnostics));
  const { plan } = read;
  ending.name(plan);
  // A plan that does not fit leaves not even a lock behind; what a crash left has to be put in order first.
  const early = hasOpenRuns(root)
    ? undefined
    : await findChanges(plan, request, surroundings, ending);
  if (early?.kind === "ended") return ending.finish(early.report);
  const listing = surroundings.listing ?? startGitListing(root, surroundings.environment);
  const writing = await beginWriting(
    { root, command: "apply", lockTimeout, signal, listing },
    surroundings,
  );
  try {
    if (writing.kind !== "writing") return await ending.finish(ending.refused(plan, writing));
    return await applyAlone(plan, request, surroundings, { ending, writing, early });
  } finally {
    if (writing.kind === "writing") await writing.release();
  }
}

/** Nobody else writes in the root. */
async function applyAlone(
  plan: Plan,
  request: ApplyRequest,
  surroundings: RunSurroundings,
  {
    ending,
    writing,
    early,
  }: {
    readonly ending: PlanEnding;
    readonly writing: Writing;
    readonly early: ReadyPlan | undefined;
  },
): Promise<Report> {
  const { listing } = surroundings;
  const tree = writing.isTreeNew ? listing?.again() : listing;
  const { id, startedAt } = ending.begin(writing);
  const recipes = plan.recipes.map(({ name }) => name);
  const writer = new RunWriter(writing.journal({ id, startedAt, command: "apply", recipes }));
  const world = { ...surroundings, ...definedOnly({ listing: tree }) };
  const isKnown = early !== undefined && !writing.isTreeNew;
  const ready = isKnown ? early : await findChanges(plan, request, world, ending);
  if (ready.kind === "ended") return ending.finish(ready.report, writer);
  try {
    const report = await write(plan, ready, { ending, writer });
    return await ending.finish(report, writer, heldOf(plan, ready.judged.actions));
  } catch (error) {
    return ending.finish(ending.fault(error), writer); // A promise of our own code is broken.
  }
}

/** What is to be written for a plan that was believed. */
interface ReadyPlan {
  readonly kind: "ready";
  readonly judged: PlanFindings;
  readonly changes: readonly TextChange[];
}

/** Compares the plan with the tree, and with what it comes to when it is made again. Writes nothing. */
async function findChanges(
  plan: Plan,
  request: ApplyRequest,
  surroundings: RunSurroundings,
  ending: PlanEnding,
): Promise<ReadyPlan | { readonly kind: "ended"; readonly report: Report }> {
  try {
    const found = await judgeOnTree(plan, request, surroundings, ending);
    return "changes" in found ? { kind: "ready", ...found } : { kind: "ended", report: found };
  } catch (error) {
    return { kind: "ended", report: ending.fault(error) }; // A promise of our own code is broken.
  }
}

async function judgeOnTree(
  plan: Plan,
  request: ApplyRequest,
  surroundings: RunSurroundings,
  ending: PlanEnding,
): Promise<Omit<ReadyPlan, "kind"> | Report> {
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
  return { judged, changes: composed.changes };
}

async function write(
  plan: Plan,
  { judged, changes }: ReadyPlan,
  { ending, writer }: { readonly ending: PlanEnding; readonly writer: RunWriter },
): Promise<Report> {
  ending.queue(judged.actions);
  await new Promise(setImmediate); // Signals and timers are let through, a last time.
  if (ending.isStopped()) return ending.left(judged, { isFault: false });
  const error = await commit(changes, plan, writer);
  if (error === undefined) return ending.written(judged);
  if (!(error instanceof StaleFileError)) return ending.unwritten(judged, messageOf(error));
  return ending.stale(judged, [
    { level: "error", code: "stale", message: error.message, path: error.path },
  ]);
}

/** All of it or nothing; answers what stood in the way. */
async function commit(
  changes: readonly TextChange[],
  { digest }: Plan,
  writer: RunWriter,
): Promise<unknown> {
  const label = `Plan: ${countOf(changes.length, "file")}`;
  writer.about({ id: digest.slice(0, 16), label, reason: "The plan says so." });
  return writer.commit(changes).catch((error: unknown) => error);
}

/** What waits for a person, as a plan of its own. */
function heldOf(plan: Plan, actions: readonly PlannedAction[]): Plan {
  const { digest: _digest, ...content } = plan;
  return makePlan({ ...content, actions: actions.filter(({ state }) => state === "held") });
}

function applied(actions: readonly PlannedAction[]): readonly PlannedAction[] {
  return actions.filter(({ state }) => state === "would-apply");
}
