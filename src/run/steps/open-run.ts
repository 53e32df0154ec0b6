import { openSearch } from "../../config/prepare/open-search.ts";
import { ChangedLines } from "../../config/surroundings/changed-lines.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { gitIn } from "../../git/run-git.ts";
import { DEFAULT_CHECK_RUNS } from "../../model/policy/checks.ts";
import type { Workspace } from "../../model/workspace.ts";
import { RunLimits } from "../../policy/run-limits.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { createSession } from "../../resolve/session.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { once } from "../../shared/once.ts";
import { DirtyFiles } from "../../tree/dirty-files.ts";
import { withUntracked } from "../../tree/git-listing.ts";
import type { NetChanges } from "../../tree/net-changes.ts";
import { openShadow } from "../../tree/open-shadow.ts";
import { ownOutputsOf } from "../../tree/own-outputs.ts";
import { placesOfRoot } from "../../tree/places-of-root.ts";
import { RunFiles } from "../../tree/run-files.ts";
import type { StagedRun } from "../../tree/staged/staged-run.ts";
import { watchTree } from "../../tree/watch-tree.ts";
import { openWorkspace } from "../../tree/write/open-workspace.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import { CheckRuns } from "../checks/check-runs.ts";
import { ActionBook } from "../state/action-book.ts";
import { HeldFiles } from "../state/held-files.ts";
import { findPastWrites, PastWrites } from "../state/past-writes.ts";
import type { RunContext, RunRecord, StepWorld } from "../state/run-context.ts";
import { Steering } from "../state/steering.ts";
import { openStaged } from "./open-staged.ts";
import { runFilesOf } from "./run-files-of.ts";
import type { StartedRun } from "./start-run.ts";

/** A run whose workspace, caches and session are open. */
export interface OpenRun {
  readonly context: RunContext;
  /** The changes that wait for the end of the run, if all of it is one transaction. */
  readonly waiting: NetChanges | undefined;
  /** The files that are staged, if the run is about them. */
  readonly staged: StagedRun | undefined;
  readonly nextBatchId: () => string;
  /** Keeps the findings of searches for later runs. */
  readonly saveSearch: () => void;
}

/**
 * Opens the workspace, the caches and the session of a run. Returns undefined if it cannot begin, which was reported.
 */
export async function openRun(run: StartedRun): Promise<OpenRun | undefined> {
  const { request, world, prepared, writing } = run;
  const { root } = request;
  const { policy, extensions, models, trust } = prepared;
  if (extensions === undefined || trust === null)
    throw new Error("A run was opened that was not prepared.");
  const openedTree = await openTree(run);
  if (openedTree === undefined) return undefined;
  const { staged, tree, workspace, waiting } = openedTree;
  const opened = await openSearch(request, world, { runId: run.id, listing: tree, trust, policy });
  const { save, grammars, search } = opened;
  const resumed = writing ? prepared.resumed?.again() : prepared.resumed;
  const past = resumed ? await findPastWrites(root, resumed.id, workspace) : new PastWrites([]);
  const steering = new Steering();
  const { references } = prepared;
  const stepWorld = { ...worldOf(run, workspace, tree), staged: policy && staged?.merge };
  if (prepared.onlyChangedLines) await stepWorld.changedLines?.readAll();
  const conversations = { models, steering, resumed, references, redact: run.redact };
  const context: RunContext = {
    world: stepWorld,
    record: {
      ...openRecord(run, workspace, steering),
      past,
      explainer: request.why === true ? await openExplainer(stepWorld, grammars) : undefined,
    },
    tooling: { grammars, search, extensions, conversations },
  };
  let batches = resumed?.firstBatch ?? 0;
  return {
    context,
    waiting,
    staged,
    nextBatchId: () => `tool-batch-${batches++}`,
    saveSearch: save,
  };
}

/** Opens the record of a run that no earlier run is known to have begun. */
function openRecord(run: StartedRun, workspace: Workspace, steering: Steering) {
  const { policy } = run.prepared;
  return {
    command: run.request.command,
    policy,
    limits: new RunLimits(policy?.limits),
    ...openBook(run, steering),
    ledger: run.ledger,
    checks: openChecks(run, workspace),
    taintedFiles: new Set<string>(),
    writer: run.writer,
    leftAlone: new HeldFiles(),
  };
}

/** Loaded when it is asked for: most runs explain nothing. */
async function openExplainer({ workspace, stop }: StepWorld, grammars: Grammars) {
  const { RunExplainer } = await import("../why/run-explainer.ts");
  return new RunExplainer({ workspace, grammars, signal: stop.signal });
}

/** Opens what the run reads and writes: the work tree, or what is staged. */
async function openTree(run: StartedRun) {
  const { request, prepared, listing, writing, writer, ledger } = run;
  const opened = await openStaged(run);
  if (opened === "refused") return undefined;
  const staged = opened === "none" ? undefined : opened;
  for (const alert of staged?.alerts ?? []) ledger.alert(alert);
  const listed = staged?.listing ?? (writing?.isTreeNew === true ? listing.again() : listing);
  const tree = prepared.trust?.mode === "all" ? listed : withUntracked(listed);
  const transaction = prepared.policy?.transaction ?? "action";
  const { workspace, waiting } = staged ?? openWorkspace(request.root, tree, writer, transaction);
  return { staged, tree, workspace, waiting };
}

/** A dry run never runs a check; without checks, or a writer, there is nothing to run. */
function openChecks(run: StartedRun, workspace: Workspace): CheckRuns | undefined {
  const { request, world, prepared, stop, ledger, writer } = run;
  const { policy } = prepared;
  if (writer === undefined || policy?.checks === undefined) return undefined;
  const { root } = request;
  return new CheckRuns({
    root,
    env: world.env,
    signal: stop.signal,
    most: policy.maxCheckRuns ?? DEFAULT_CHECK_RUNS,
    now: world.now,
    emit: world.emit,
    watch: () => watchTree(root, workspace, ownOutputsOf(request, world)),
    onLeftOut: () => stop.leaveOut(),
    ledger,
  });
}

function worldOf(
  { request, world, prepared, stop }: StartedRun,
  workspace: Workspace,
  tree: GitListing,
): StepWorld {
  const { root } = request;
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
    ownOutputs: ownOutputsOf(request, world),
  };
}

function openBook(
  { request: { root, maxActions }, prepared: { policy }, ledger }: StartedRun,
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
