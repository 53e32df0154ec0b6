import { sweepTemporaryFolders } from "../../apply/disk/temporary-folder.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { DEFAULT_CHECK_RUNS } from "../../model/policy/checks.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { Workspace } from "../../model/workspace.ts";
import { RunLimits } from "../../policy/run-limits.ts";
import { createSession } from "../../resolve/session.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { type TreeWatch, watchTree } from "../../tree/watch-tree.ts";
import { recoveredAlerts } from "../../tree/write/recover-here.ts";
import type { CheckRuns } from "../checks/check-runs.ts";
import { openCommits, type RunCommits } from "../commits/commit-run.ts";
import { ActionBook } from "../state/action-book.ts";
import type { findPastWrites } from "../state/find-past-writes.ts";
import { HeldFiles } from "../state/held-files.ts";
import { PastWrites } from "../state/past-writes.ts";
import type { RunContext, RunRecord, StepWorld } from "../state/run-context.ts";
import { Steering } from "../state/steering.ts";
import { type OpenTree, openTree } from "./open-tree.ts";
import { worldOf } from "./open-world.ts";
import { reportFault, type StartedRun } from "./start-run.ts";

/** A run whose workspace, caches and session are open. */
export interface OpenRun extends Pick<OpenTree, "waiting" | "staged"> {
  readonly context: RunContext;
  /** Finds out what code of a recipe wrote, also after its call was over; undefined if no recipe brings code. */
  readonly watch: TreeWatch | undefined;
  /** The recipes to run. */
  readonly recipes: readonly Recipe[];
  readonly commits: RunCommits | undefined;
  /** The commit that is checked out before anything is written, if the policy publishes what is. */
  readonly base: string | undefined;
  readonly nextBatchId: () => string;
  /** Keeps the findings of searches for later runs, if the world keeps them. */
  readonly keepFindings: () => void;
}

/**
 * Opens the workspace, the caches and the session of a run. Returns undefined if it may not, or cannot begin, which was
 * reported.
 */
export async function openRun(run: StartedRun): Promise<OpenRun | undefined> {
  try {
    if (run.refusal === undefined) return await open(run);
    run.refusal();
  } catch (error) {
    await reportFault(run, error);
  }
  return undefined;
}

async function open(run: StartedRun): Promise<OpenRun | undefined> {
  await sweepTemporaryFolders(run.world.self);
  for (const alert of recoveredAlerts(run.writing?.recovered ?? [])) run.ledger.alert(alert);
  const tree = await openTree(run);
  if (tree === undefined) return undefined;
  try {
    return await openOn(tree, run);
  } catch (error) {
    await tree.staged?.tree.close();
    throw error;
  }
}

/** Opens the caches and the session of a run on its tree. */
async function openOn(
  { staged, tree, workspace, waiting }: OpenTree,
  run: StartedRun,
): Promise<OpenRun> {
  const { settings, world, prepared, writing } = run;
  const { root } = settings;
  const { policy, extensions, models, trust } = prepared;
  if (extensions === undefined || trust === null)
    throw new Error("A run was opened that was not prepared.");
  await world.records?.noteTree?.(workspace);
  const opened = await run.openSearch({ runId: run.id, listing: tree, trust, policy });
  const { save, grammars, search } = opened;
  const resumed = writing ? prepared.resumed?.again() : prepared.resumed;
  const past = resumed ? await findPast(root, resumed.id, workspace) : new PastWrites([]);
  const steering = new Steering();
  const { references } = prepared;
  const stepWorld = { ...(await worldOf(run, workspace, tree)), staged: policy && staged?.merge };
  if (prepared.onlyChangedLines) await stepWorld.changedLines?.readAll();
  const conversations = { models, steering, resumed, references, redact: run.redact };
  const context: RunContext = {
    world: stepWorld,
    record: {
      ...(await openRecord(run, workspace, steering)),
      past,
      explainer: settings.why === true ? await openExplainer(stepWorld, grammars) : undefined,
    },
    tooling: { grammars, search, records: world.records, extensions, conversations },
  };
  let batches = resumed?.firstBatch ?? 0;
  return {
    context,
    waiting,
    staged,
    watch: prepared.watch,
    recipes: prepared.selected?.paths.length === 0 ? [] : prepared.recipes,
    commits: await openCommits(run, prepared.shard === undefined ? policy?.commits : undefined),
    base: writing && policy?.publish ? await findBase(run) : undefined,
    nextBatchId: () => `tool-batch-${batches++}`,
    keepFindings: () => (world.keepsCache === false ? undefined : save()),
  };
}

/** Loaded when it is needed: few policies publish. */
async function findBase({ settings, world }: StartedRun): Promise<string | undefined> {
  const { headCommit } = await import("../../git/head-commit.ts");
  return (await headCommit(settings.root, world.env)) ?? undefined;
}

/** Opens the record of a run that no earlier run is known to have begun. */
async function openRecord(run: StartedRun, workspace: Workspace, steering: Steering) {
  const { policy, shard } = run.prepared; // The sums of all shards count: `merge` has them.
  return {
    command: run.settings.command,
    policy,
    limits: new RunLimits(shard === undefined ? policy?.limits : undefined),
    ...openBook(run, steering),
    ledger: run.ledger,
    checks: await openChecks(run, workspace),
    taintedFiles: new Set<string>(),
    writer: run.writer,
    leftAlone: new HeldFiles(),
  };
}

/** Loaded when it is needed: most runs resume none. */
async function findPast(...resumed: Parameters<typeof findPastWrites>): Promise<PastWrites> {
  const { findPastWrites: find } = await import("../state/find-past-writes.ts");
  return find(...resumed);
}

/** Loaded when it is asked for: most runs explain nothing. */
async function openExplainer({ workspace, stop }: StepWorld, grammars: Grammars) {
  const { RunExplainer } = await import("../why/run-explainer.ts");
  return new RunExplainer({ workspace, grammars, signal: stop.signal });
}

/** A dry run never runs a check; without checks, or a writer, there is nothing to run. */
async function openChecks(run: StartedRun, workspace: Workspace): Promise<CheckRuns | undefined> {
  const { settings, world, prepared, stop, ledger, writer } = run;
  const { policy } = prepared;
  if (writer === undefined || policy?.checks === undefined) return undefined;
  const { root, ownOutputs } = settings;
  const { CheckRuns: Runs } = await import("../checks/check-runs.ts");
  return new Runs({
    root,
    env: world.env,
    signal: stop.signal,
    most: policy.maxCheckRuns ?? DEFAULT_CHECK_RUNS,
    now: world.now,
    emit: world.emit,
    watch: () => watchTree(root, workspace, ownOutputs),
    writes: () => writer.writes,
    workspace,
    onLeftOut: () => stop.leaveOut(),
    ledger,
  });
}

function openBook(
  { settings: { root, maxActions }, prepared: { policy }, ledger }: StartedRun,
  steering: Steering,
): Pick<RunRecord, "session" | "book"> {
  const session = createSession({
    root,
    ...definedOnly({ order: policy?.order, maxActions }),
    get toolChoices() {
      return steering.toolChoices;
    },
    onReminder: (message) => steering.remind(message),
    onUnresolved(pending, reason) {
      const action = book.of(pending);
      action.unresolved = reason;
      const { recipe, step } = action.origin;
      const message = `${pending.label}: ${reason}.`;
      ledger.alert({ level: "warn", code: "unresolved", message, recipe, step });
    },
  });
  const book = new ActionBook(session);
  return { session, book };
}
