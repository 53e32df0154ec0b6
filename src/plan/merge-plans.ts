import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { findCommit } from "../git/commit-files.ts";
import { headCommit } from "../git/head-commit.ts";
import { gitIn } from "../git/run-git.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { RUN_DEFAULTS } from "../request/options/request-fields.ts";
import type { MergeRequest, RunRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { reasonsAgainst } from "../run/plan-content/planned-actions.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { comparePaths } from "../shared/paths/posix-path.ts";
import { SpilledTexts } from "../shared/spill/spilled-texts.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { findShardFaults, missingShards, type ShardHead } from "./merge/check-shards.ts";
import { findMergeSources } from "./merge/find-merge-sources.ts";
import { missingAlert, needsTree } from "./merge/merge-diagnostics.ts";
import { mergedListing } from "./merge/merged-listing.ts";
import { MergedRecords } from "./merge/merged-records.ts";
import { type PlannedRun, plannedRun } from "./merge/planned-run.ts";
import { readShards } from "./merge/read-shards.ts";

/**
 * `sluice merge`: makes of the plans of all shards the one that a single machine would have made. It is a run as that
 * of `sluice plan`, in which what the shards have found takes the place of the search (docs/design/merge.md).
 */
export async function mergePlans(request: MergeRequest, world: RunWorld): Promise<PlannedRun> {
  const refuse = (diagnostics: readonly Diagnostic[]) => refused(request, world, diagnostics);
  const { root, faults = [], allowMissing, check, exitZero } = request;
  if (faults.length > 0) return refuse(faults);
  const texts = new SpilledTexts({ root, env: world.env, runId: world.newRunId() });
  const records = new MergedRecords(texts);
  const read = await readShards({ ...request, cwd: world.cwd }, (plan) => records.add(plan));
  if ("diagnostics" in read) return refuse(read.diagnostics);
  const wrong = findShardFaults(read.heads, { allowMissing, foreign: records.foreign });
  const [first] = read.heads;
  if (wrong.length > 0 || first === undefined) return refuse(wrong);
  const sources = await unlessStopped(findMergeSources(first, request, world));
  if (sources === "stopped") return stopped(first, request, world);
  if ("diagnostics" in sources) return refuse(sources.diagnostics);
  const { base } = first.plan;
  const commit = await headCommit(root, world.env);
  const isHere = commit !== null && commit === base.commit;
  records.settle({ commit: base.commit, isHere });
  const merging: RunWorld = {
    ...world,
    records,
    listing: mergedListing(records.tree, startGitListing(root, world.env, { isLater: true })),
    keepsCache: false, // What strangers say is not what this machine has found.
    emit: (event) => {
      if (event.type !== "fault" || records.need === undefined) world.emit(event);
    },
  };
  const missing = missingShards(read.heads);
  const asked: RunRequest = {
    ...sources.request,
    ...{ check, exitZero, planned: plannedFiles(read.heads, missing), isChosen: true },
    // Elsewhere nothing is searched again, and the commit need not be there.
    ...(isHere && (await hasCommit(base.since, request, world)) ? {} : NOT_COMPARED),
  };
  const finished = await executeRun(asked, merging);
  if (records.need !== undefined) return refuse([needsTree(records.need)]);
  const alerts = missing.length === 0 ? [] : [missingAlert(missing, first)];
  for (const alert of alerts) world.emit({ type: "alert", alert });
  const { since, changedLines } = base;
  const compared = definedOnly({ since, changedLines });
  return plannedRun(finished, { request: asked, world: merging, alerts, compared });
}

/** True if a commit of `--since` is in the clone, which may be a shallow one. */
async function hasCommit(
  since: string | undefined,
  { root }: MergeRequest,
  { env }: RunWorld,
): Promise<boolean> {
  return since === undefined || (await findCommit(gitIn(root, env), since)) !== undefined;
}

const NOT_COMPARED = { since: undefined, changedLines: false } as const;

/** Returns the result of work that reads files, or that the run was stopped meanwhile. */
async function unlessStopped<Result>(work: Promise<Result>): Promise<Result | "stopped"> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LoadingStopped) return "stopped";
    throw error;
  }
}

/** Returns the outcome of a run that ends before it has read anything: its signals have fired. */
async function stopped(
  { plan }: ShardHead,
  { root }: MergeRequest,
  world: RunWorld,
): Promise<PlannedRun> {
  const recipes = plan.recipes.map(({ name }) => name);
  const { report } = await executeRun({ ...RUN_DEFAULTS, command: "plan", root, recipes }, world);
  return { report, why: reasonsAgainst(report) };
}

/** The files that the result is about; undefined if it is about all. */
function plannedFiles(
  heads: readonly ShardHead[],
  missing: readonly number[],
): readonly string[] | undefined {
  const chosen = heads[0]?.plan.base.files;
  if (missing.length === 0) return chosen;
  const there = heads.flatMap(({ plan }) => plan.shard.files ?? []).sort(comparePaths);
  const isChosen = chosen && new Set(chosen);
  return there.filter((path) => isChosen?.has(path) ?? true);
}

async function refused(
  { root }: MergeRequest,
  world: RunWorld,
  faults: readonly Diagnostic[],
): Promise<PlannedRun> {
  const request: RunRequest = { ...RUN_DEFAULTS, command: "plan", root, recipes: [], faults };
  const { report } = await executeRun(request, world);
  return { report, why: faults.map(({ message }) => message) };
}
