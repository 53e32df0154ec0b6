import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { journalFault } from "../apply/past/plan-undo.ts";
import { readKeptCommits } from "../apply/state/kept-commits.ts";
import { readKeptText } from "../apply/state/kept-file.ts";
import { readKeptReport } from "../apply/state/kept-report.ts";
import { type PastRun, readRun } from "../apply/state/read-run.ts";
import {
  listRunFolders,
  RUN_FILES,
  type RunFolder,
  StateFolderError,
} from "../apply/state/run-folder.ts";
import { headCommit } from "../git/head-commit.ts";
import { notPublishable } from "../landing/find-place.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { listRuns } from "../past/list-runs.ts";
import { findRunNamed, LAST_RUN } from "../past/record/find-run.ts";
import type { PublishRequest, RunWorld } from "../request/request.ts";
import { reasonsUnpublished } from "../run/plan-content/planned-actions.ts";
import { messageOf } from "../shared/message-of.ts";
import { findBroughtState, type IsBrought } from "../tree/brought-state.ts";
import { askIndex } from "../tree/index-question.ts";

/** A run that may be published. */
export interface FoundRun {
  readonly past: PastRun;
  /** True if HEAD is a commit that it made. */
  readonly hasHead: boolean;
  /** The request, with what the run did as the text of its plan. */
  readonly request: PublishRequest;
}

type Fault = { readonly fault: Diagnostic };

/**
 * Finds the run that a request names: `last`, an id, or the beginning of one if no file has that name. Undefined if it
 * names a plan. A run that is no longer as it was, or whose record cannot be believed, is a fault.
 */
export async function findRun(
  request: PublishRequest,
  world: RunWorld,
): Promise<FoundRun | Fault | undefined> {
  const { root, plan: name, planText, faults = [] } = request;
  if (planText !== undefined || faults.length > 0) return undefined;
  try {
    const folders = listRunFolders(root);
    if (!namesRun(name, folders, world.cwd)) return undefined;
    return await readNamed(folders, request, world);
  } catch (error) {
    if (!(error instanceof StateFolderError)) throw error;
    return name === LAST_RUN ? notPublishable(`${error.message}.`, SEE_RUNS) : undefined;
  }
}

/** As for other commands: `last` and whole ids are runs, then a file counts, then the beginning of an id. */
function namesRun(name: string, folders: readonly RunFolder[], cwd: string): boolean {
  if (name === LAST_RUN || folders.some(({ id }) => id === name)) return true;
  return folders.some(({ id }) => id.startsWith(name)) && !existsSync(resolve(cwd, name));
}

async function readNamed(
  folders: readonly RunFolder[],
  request: PublishRequest,
  world: RunWorld,
): Promise<FoundRun | Fault> {
  const { root, plan: name } = request;
  const isBrought = await findBroughtState(askIndex(root, world.env));
  const wanted = name === LAST_RUN ? newestRun(folders, isBrought)?.id : name;
  if (wanted === undefined) return notPublishable("No run is kept here.", KEPT);
  const found = findRunNamed(wanted, folders, isBrought);
  if (found.kind === "none") return notPublishable(found.message, found.hint ?? SEE_RUNS);
  const { past } = found;
  const why = whyUnfit(past, request) ?? (await whyUndone(past, root, world));
  if (why !== undefined) return why;
  const { folder } = past;
  try {
    const text = readKeptText(folder, RUN_FILES.plan);
    const shown = `What the run ${folder.id} did`;
    const head = (await headCommit(root, world.env)) ?? "";
    const hasHead = readKeptCommits(folder).includes(head);
    return { past, hasHead, request: { ...request, plan: shown, planText: text } };
  } catch (error) {
    return whyNoPlan(folder, error);
  }
}

/** Returns the newest run, whatever it came to; not those that only took others back, or ended what others held. */
function newestRun(folders: readonly RunFolder[], isBrought: IsBrought): RunFolder | undefined {
  return folders.findLast((folder) => {
    if (isBrought(`runs/${basename(folder.path)}`)) return false;
    try {
      return !OF_OTHERS.has(readRun(folder).run?.command ?? "");
    } catch {
      return true; // It may be that, and cannot be read: that is told.
    }
  });
}

const OF_OTHERS: ReadonlySet<string> = new Set(["undo", "resolve"]);

function whyUnfit(past: PastRun, request: PublishRequest): Fault | undefined {
  const { run, records, folder } = past;
  const whose = `The run ${folder.id}`;
  if (run?.command !== "run") {
    const isPlan = run?.command === "apply";
    const hint = isPlan
      ? "Publish the plan that it has applied."
      : "Name the run that it is about.";
    return notPublishable(`${whose} comes from \`sluice ${run?.command}\`.`, hint);
  }
  const fault = journalFault(past);
  if (fault !== undefined) return notPublishable(`${whose} ${fault}.`, AGAIN);
  const foreign = records.find((record) => record.kind === "foreign");
  if (foreign !== undefined) {
    const message = `${whose} wrote by code of its recipe (${foreign.action.label}): which files is not known.`;
    return notPublishable(message, "Commit and push its files by hand.");
  }
  const { verify, since, recipes, inputsFile, inputs } = request;
  const isDerived =
    [verify, since, inputsFile].some((value) => value !== undefined) ||
    recipes.length + Object.keys(inputs).length > 0;
  return isDerived ? NOT_DERIVED : undefined;
}

/** Returns why a run is no longer what its record says: another run took it back. */
async function whyUndone(
  { folder: { id } }: PastRun,
  root: string,
  world: RunWorld,
): Promise<Fault | undefined> {
  const runs = await listRuns(root, world);
  const undoer = runs.find(({ summary }) => summary.id === id)?.summary.undoneBy;
  if (undoer === undefined) return undefined;
  const message = `The run ${id} was undone by ${undoer}.`;
  return notPublishable(message, `To have it again: sluice undo ${undoer}`);
}

/** Returns why a run keeps no plan of what it did. */
function whyNoPlan(folder: RunFolder, error: unknown): Fault {
  const whose = `The run ${folder.id}`;
  if ((error as NodeJS.ErrnoException).code !== "ENOENT")
    return notPublishable(`What ${whose} did cannot be read: ${messageOf(error)}.`, AGAIN);
  const report = readKeptReport(folder);
  const [why] = report === undefined ? ["It kept no report."] : reasonsUnpublished(report);
  if (why !== undefined)
    return notPublishable(`${whose} did not come to its end in order: ${why}`, AGAIN);
  return notPublishable(`${whose} did not keep what it did, to publish it.`, KEPT);
}

const SEE_RUNS = "See sluice runs.";
const AGAIN = "Run its recipes again, on the commit that it began on; or make a plan of them.";
const KEPT =
  "A run keeps it if its policy has `publish`, on a commit of git. Run the recipes again with such a policy, or make a plan.";

const NOT_DERIVED = notPublishable(
  "A run is not derived again: --verify, --no-verify, --since, --recipe and inputs are for plans.",
  "Leave them out.",
);
