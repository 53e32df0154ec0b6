import { openTexts } from "../config/prepare/open-search.ts";
import { LoadingStop, LoadingStopped } from "../config/sources/loading-stop.ts";
import { findCommit } from "../git/commit-files.ts";
import { headCommit } from "../git/head-commit.ts";
import { gitIn } from "../git/run-git.ts";
import type { Alert } from "../model/alert.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { RUN_DEFAULTS } from "../request/options/request-fields.ts";
import type { MergeRequest, RunRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { reasonsAgainst } from "../run/plan-content/planned-actions.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { comparePaths } from "../shared/paths/posix-path.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { findShardFaults, missingShards, type ShardHead } from "./merge/check-shards.ts";
import { findMergeSources } from "./merge/find-merge-sources.ts";
import { missingAlert, needsTree, tooLargeAlert } from "./merge/merge-diagnostics.ts";
import { mergedListing } from "./merge/merged-listing.ts";
import { MergedRecords } from "./merge/merged-records.ts";
import { type MadeRun, madeRun } from "./merge/planned-run.ts";
import { readShards } from "./merge/read-shards.ts";

/**
 * `sluice merge`: makes of the plans of all shards the one that a single machine would have made. It is a run as that
 * of `sluice plan`, in which what the shards have found takes the place of the search (docs/design/merge.md).
 */
export async function mergePlans(request: MergeRequest, world: RunWorld): Promise<MadeRun> {
  const { faults = [] } = request;
  if (faults.length > 0) return refused(request, world, faults);
  const stop = new LoadingStop(AbortSignal.any([world.interrupted, world.timedOut]));
  try {
    const merged = await mergeShards(request, world, () => stop.pause());
    return "refused" in merged ? await refused(request, world, merged.refused) : merged;
  } catch (error) {
    if (error instanceof LoadingStopped) return stopped(request, world);
    throw error;
  }
}

type Refused = { readonly refused: readonly Diagnostic[] };

/** Reads the shards, and merges them. `turn` throws if that is to end. */
async function mergeShards(
  request: MergeRequest,
  world: RunWorld,
  turn: () => Promise<void>,
): Promise<MadeRun | Refused> {
  const { root, allowMissing } = request;
  const texts = openTexts(root, world, world.newRunId());
  const records = new MergedRecords(texts);
  const files = { ...request, cwd: world.cwd, turn };
  const read = await readShards(files, (plan) => records.add(plan));
  if ("diagnostics" in read) return { refused: read.diagnostics };
  const { heads } = read;
  const wrong = findShardFaults(heads, { allowMissing, foreign: records.foreign });
  const [first] = heads;
  if (wrong.length > 0 || first === undefined) return { refused: wrong };
  const sources = await findMergeSources(first, request, world);
  if ("diagnostics" in sources) return { refused: sources.diagnostics };
  const { check, exitZero } = request;
  const bounds = boundsOf(request, first);
  const asked = { ...sources.request, ...bounds, check, exitZero, isChosen: true };
  return replay({ request: asked, heads, first, records }, { world, turn });
}

/** What each shard may find, all of them may find together. */
function boundsOf({ maxMatches, maxText }: MergeRequest, { plan }: ShardHead) {
  const { total } = plan.shard;
  return { maxMatches: maxMatches * total, maxText: maxText * total };
}

/** The shards of a run, and the request of that run. */
interface ShardsOfRun {
  readonly request: RunRequest;
  readonly heads: readonly ShardHead[];
  readonly first: ShardHead;
  readonly records: MergedRecords;
}

async function replay(
  { request, heads, first, records }: ShardsOfRun,
  { world, turn }: { readonly world: RunWorld; readonly turn: () => Promise<void> },
): Promise<MadeRun | Refused> {
  const { root } = request;
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
  const missing = missingShards(heads);
  const asked: RunRequest = {
    ...request,
    planned: plannedFiles(heads, missing),
    // Elsewhere nothing is searched again, and the commit need not be there.
    ...(isHere && (await hasCommit(base.since, root, world)) ? {} : NOT_COMPARED),
  };
  const finished = await executeRun(asked, merging);
  if (records.need !== undefined) return { refused: [needsTree(records.need)] };
  const alerts = missing.length === 0 ? [] : [missingAlert(missing, first)];
  const { since, changedLines } = base;
  const compared = definedOnly({ since, changedLines });
  const made = await madeRun(finished, { request: asked, world: merging, alerts, compared, turn });
  return warned(made, alerts, world);
}

/** Tells of what is not in the run itself. A plan that is too large does not say so: it is what the shards make. */
function warned(made: MadeRun, alerts: readonly Alert[], { emit }: RunWorld): MadeRun {
  const more = made.isTooLarge ? [tooLargeAlert()] : [];
  for (const alert of [...alerts, ...more]) emit({ type: "alert", alert });
  const { report } = made;
  return { ...made, report: { ...report, alerts: [...report.alerts, ...more] } };
}

/** True if a commit of `--since` is in the clone, which may be a shallow one. */
async function hasCommit(
  since: string | undefined,
  root: string,
  { env }: RunWorld,
): Promise<boolean> {
  return since === undefined || (await findCommit(gitIn(root, env), since)) !== undefined;
}

const NOT_COMPARED = { since: undefined, changedLines: false } as const;

/** Returns the outcome of a run that ends before it has read anything: its signals have fired. */
async function stopped({ root }: MergeRequest, world: RunWorld): Promise<MadeRun> {
  const request: RunRequest = { ...RUN_DEFAULTS, command: "plan", root, recipes: [] };
  const { report } = await executeRun(request, world);
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
): Promise<MadeRun> {
  const request: RunRequest = { ...RUN_DEFAULTS, command: "plan", root, recipes: [], faults };
  const { report } = await executeRun(request, world);
  return { report, why: faults.map(({ message }) => message) };
}
