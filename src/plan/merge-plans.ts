import { headCommit } from "../git/head-commit.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { RUN_DEFAULTS } from "../request/options/request-fields.ts";
import type { MergeRequest, RunRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
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
 * `sluice merge`: makes of the plans of all shards the one that a single machine would have made. It is a run as that of
 * `sluice plan`, in which what the shards have found takes the place of the search (docs/design/merge.md).
 */
export async function mergePlans(request: MergeRequest, world: RunWorld): Promise<PlannedRun> {
  const refuse = (diagnostics: readonly Diagnostic[]) => refused(request, world, diagnostics);
  const { root, faults = [], allowMissing } = request;
  if (faults.length > 0) return refuse(faults);
  const texts = new SpilledTexts({ root, env: world.env, runId: world.newRunId() });
  const records = new MergedRecords(texts);
  const read = await readShards({ ...request, cwd: world.cwd }, (plan) => records.add(plan));
  if ("diagnostics" in read) return refuse(read.diagnostics);
  const wrong = findShardFaults(read.heads, { allowMissing, foreign: records.foreign });
  const [first] = read.heads;
  if (wrong.length > 0 || first === undefined) return refuse(wrong);
  const sources = await findMergeSources(first, request, world);
  if ("diagnostics" in sources) return refuse(sources.diagnostics);
  const { base } = first.plan;
  const commit = await headCommit(root, world.env);
  records.settle({ commit: base.commit, isHere: commit !== null && commit === base.commit });
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
  const asked = { ...sources.request, planned: plannedFiles(read.heads, missing) };
  const finished = await executeRun(asked, merging);
  if (records.need !== undefined) return refuse([needsTree(records.need)]);
  const alerts = missing.length === 0 ? [] : [missingAlert(missing, first)];
  return plannedRun(finished, { request: asked, world: merging, alerts });
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
