import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { hasOpenRuns } from "../apply/state/run-folder.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Report } from "../model/report/report.ts";
import { StaleFileError, type TextChange } from "../model/workspace.ts";
import { makePlan, type Plan, type PlannedAction } from "../plan/plan.ts";
import { readPlan } from "../plan/read-plan.ts";
import { countOf } from "../shared/count-of.ts";
import { messageOf } from "../shared/message-of.ts";
import {
  type FoundChanges,
  findPlanChanges,
  type ReadyPlan,
} from "./from-plan/find-plan-changes.ts";
import { PlanReporter } from "./from-plan/plan-reporter.ts";
import type { ApplyRequest } from "./request/apply-request.ts";
import type { RunWorld } from "./request/request.ts";
import { shownPath } from "./request/shown-path.ts";
import { findRootFault } from "./tree/find-root-fault.ts";
import { type GitListing, startGitListing } from "./tree/git-listing.ts";
import { type NoWriting, refusalOf } from "./write/hold-lock.ts";
import { RunWriter } from "./write/run-writer.ts";
import { beginWriting, type Writing } from "./write/writing.ts";

/**
 * `sluice apply`: writes exactly what a plan says, or nothing. The plan is read as a file of somebody who means
 * harm; every file is compared before the first write; the plan is derived again and compared; all of it is
 * one commit. Nothing that a person got wrong throws: it is in the report.
 */
export async function applyPlan(request: ApplyRequest, surroundings: RunWorld): Promise<Report> {
  const ending = new PlanReporter(request, surroundings);
  const { root, lockTimeout } = request;
  const { signal } = ending;
  const file = resolve(surroundings.cwd, request.plan);
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined) return ending.finish(ending.invalid([rootFault]));
  const missing = await findMissingRecipes(request, surroundings.cwd);
  if (missing.length > 0) return ending.finish(ending.invalid(missing));
  const read = await readPlan(file, shownPath(file, root), request.maxPlanBytes);
  if ("diagnostics" in read) return ending.finish(ending.invalid(read.diagnostics));
  const { plan } = read;
  ending.name(plan);
  const listing = surroundings.listing ?? startGitListing(root, surroundings.environment);
  const world = { ...surroundings, listing };
  const early = await findEarly(plan, request, world, ending);
  if ("message" in early) return ending.finish(ending.refused(plan, early));
  if (early.kind === "ended") return ending.finish(early.report);
  const writing = await beginWriting(
    { root, command: "apply", lockTimeout, signal, listing },
    surroundings,
  );
  try {
    if (writing.kind !== "writing") return await ending.finish(ending.refused(plan, writing));
    return await applyAlone(plan, request, world, { ending, writing, early });
  } finally {
    if (writing.kind === "writing") await writing.release();
  }
}

/** Files that were named and are not there are a mistake, also where the plan needs none of them. */
async function findMissingRecipes(
  { recipes, root }: ApplyRequest,
  cwd: string,
): Promise<readonly Diagnostic[]> {
  const faults: Diagnostic[] = [];
  for (const file of recipes.map((recipe) => resolve(cwd, recipe))) {
    const stats = await stat(file).catch(() => undefined); // Whatever is in the way, there is no file.
    if (stats?.isFile()) continue;
    const path = shownPath(file, root);
    const message = `There is no file ${path}, which --recipe names.`;
    faults.push({ code: "file-not-found", severity: "error", message, path });
  }
  return faults;
}

/**
 * A plan that does not fit leaves not even a lock behind; but what a crash has left is put in order before anybody
 * looks at the tree.
 */
async function findEarly(
  plan: Plan,
  request: ApplyRequest,
  surroundings: RunWorld,
  ending: PlanReporter,
): Promise<FoundChanges | { readonly kind: "unknown" } | NoWriting> {
  try {
    if (hasOpenRuns(request.root)) return { kind: "unknown" };
  } catch (error) {
    return refusalOf(error);
  }
  return findPlanChanges(plan, request, surroundings, ending);
}

/** Nobody else writes in the root. */
async function applyAlone(
  plan: Plan,
  request: ApplyRequest,
  surroundings: RunWorld & { readonly listing: GitListing },
  {
    ending,
    writing,
    early,
  }: {
    readonly ending: PlanReporter;
    readonly writing: Writing;
    readonly early: ReadyPlan | { readonly kind: "unknown" };
  },
): Promise<Report> {
  const { listing } = surroundings;
  const tree = writing.isTreeNew ? listing.again() : listing;
  const { id, startedAt } = ending.begin(writing);
  const recipes = plan.recipes.map(({ name }) => name);
  const writer = new RunWriter(writing.journal({ id, startedAt, command: "apply", recipes }));
  const world = { ...surroundings, listing: tree };
  const isKnown = early.kind === "ready" && !writing.isTreeNew;
  const ready = isKnown ? early : await findPlanChanges(plan, request, world, ending);
  if (ready.kind === "ended") return ending.finish(ready.report, writer);
  try {
    const report = await write(plan, ready, { ending, writer });
    return await ending.finish(report, writer, heldOf(plan, ready.judged.actions));
  } catch (error) {
    return ending.finish(ending.fault(error), writer); // A promise of our own code is broken.
  }
}

async function write(
  plan: Plan,
  { judged, changes }: ReadyPlan,
  { ending, writer }: { readonly ending: PlanReporter; readonly writer: RunWriter },
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
