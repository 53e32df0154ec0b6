import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { readKeptReport } from "../../apply/state/kept-report.ts";
import { type PastRun, readRun, unprovedActions } from "../../apply/state/read-run.ts";
import { readKnownResolved } from "../../apply/state/resolved-actions.ts";
import { listRunFolders, type RunFolder, StateFolderError } from "../../apply/state/run-folder.ts";
import type { PreviewMark, PreviewPlace } from "../../cache/kept-preview.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { Report } from "../../model/report/report.ts";
import type { World } from "../../model/world.ts";
import { parseReport } from "../../plan-file/parse-report.ts";
import { MAX_PLAN_BYTES } from "../../plan-file/read-plan.ts";
import { shownPath } from "../../request/shown-path.ts";
import { shown } from "../../shared/shown.ts";
import { minuteText } from "../../shared/time/instant-text.ts";
import { findLikelyState, type IsBrought } from "../../tree/brought-state.ts";
import { askIndex } from "../../tree/index-question.ts";
import { LAST_RUN, type MatchedRun, matchHeldRun } from "./find-run.ts";
import { type NoRecord, parseRecord, type ReadRecord } from "./parse-record.ts";

/** The surroundings in which a record is searched. */
interface RecordPlace {
  /** Absolute. */
  readonly root: string;
  readonly cwd: string;
  /** The folder of the user that may have the last preview. Default: previews are no records. */
  readonly previews?: Omit<PreviewPlace, "root">;
}

/**
 * Finds the record that a name means: `last` and the id of a run are runs, then the path of a file counts, then the
 * beginning of an id.
 */
export async function readRecord(
  name: string,
  { root, cwd, previews }: RecordPlace,
  { env }: Pick<World, "env">,
): Promise<ReadRecord> {
  const preview = previews && (await findPreview(name, { root, ...previews }));
  if (preview !== undefined && name !== LAST_RUN) return preview;
  const kept = await readKept(name, { root, cwd }, env);
  return preview !== undefined && (kept.kind !== "run" || isNewer(preview, kept)) ? preview : kept;
}

/** A preview that was not kept, which no older record stands for. */
interface MarkedPreview extends NoRecord {
  readonly report: { readonly run: Pick<Report["run"], "startedAt"> };
}

type KeptRun = Extract<ReadRecord, { kind: "run" }>;

function isNewer(
  { report: { run } }: MarkedPreview | KeptRun,
  { report: { run: other } }: KeptRun,
): boolean {
  return Date.parse(run.startedAt) >= Date.parse(other.startedAt);
}

/** Returns the last preview in a root if it is the one that is meant. */
async function findPreview(
  name: string,
  place: PreviewPlace,
): Promise<KeptRun | MarkedPreview | undefined> {
  const { readPreview } = await import("../../cache/kept-preview.ts");
  const read = readPreview(place);
  if (typeof read === "object") return name === LAST_RUN ? marked(read) : undefined;
  const parsed = read === undefined ? undefined : parseReport(read);
  if (parsed === undefined || "fault" in parsed) return undefined; // Of another version: the same as none.
  const { report } = parsed;
  const isMeant = name === LAST_RUN || name === report.run.id;
  return isMeant ? { kind: "run", name: report.run.id, report, resolved: [] } : undefined;
}

function marked({ startedAt, notKept }: PreviewMark): MarkedPreview {
  const problem = `The last preview, of ${minuteText(Date.parse(startedAt))}, was not kept, because ${notKept}.`;
  const hint =
    "Keep its report with `--report json=FILE`, and name that. `sluice runs` lists earlier runs.";
  return { ...none(problem, hint), report: { run: { startedAt } } };
}

async function readKept(
  name: string,
  { root, cwd }: RecordPlace,
  env: World["env"],
): Promise<ReadRecord> {
  const folders = foldersOf(root);
  const isRun =
    name === LAST_RUN || (Array.isArray(folders) && folders.some(({ id }) => id === name));
  const ofFile = isRun ? undefined : await readFileRecord(name, resolve(cwd, name), root);
  if (ofFile !== undefined) return ofFile;
  if (folders instanceof StateFolderError) return none(`${folders.message}.`);
  const isBrought = await findLikelyState(askIndex(root, env));
  const match = matchExplained(name, folders, isBrought);
  if (match.kind === "none") return none(match.message, `${match.hint} ${OF_FILES}`);
  return readRunRecord(match.folder, isBrought);
}

/** Of a preview only its decisions are kept, for explanations. */
const OF_FILES =
  "A plan or a report is named by its path: of a preview, `--report json=FILE` makes one.";

/** Finds the folder of a run; `last` passes over runs without decisions, such as those of `sluice resolve`. */
function matchExplained(
  name: string,
  folders: readonly RunFolder[],
  isBrought: IsBrought,
): MatchedRun {
  const match = matchHeldRun(name, folders, isBrought);
  if (name !== LAST_RUN || match.kind === "none" || readKeptReport(match.folder)) return match;
  const folder = folders.findLast(
    (one) => !one.isOpen && !isBrought(`runs/${basename(one.path)}`) && readKeptReport(one),
  );
  return folder === undefined ? match : { kind: "matched", folder };
}

function foldersOf(root: string): readonly RunFolder[] | StateFolderError {
  try {
    return listRunFolders(root);
  } catch (error) {
    if (error instanceof StateFolderError) return error;
    throw error;
  }
}

/** Reads the file of that name; undefined without one, and the name may be that of a run. */
async function readFileRecord(
  name: string,
  file: string,
  root: string,
): Promise<ReadRecord | undefined> {
  const read = await readBounded(file, MAX_PLAN_BYTES);
  if (read.kind === "bytes") {
    const stats = await stat(file).catch(() => undefined); // Removed a moment ago.
    return parseRecord(read.bytes, shownPath(file, root), stats?.mtimeMs);
  }
  if (read.kind === "too-large")
    return none(
      `${shown(name)} is larger than ${MAX_PLAN_BYTES} bytes.`,
      "Ask the run itself for every format, such as with `--report html=FILE`, or run on fewer files.",
    );
  if (read.kind === "unreadable") return none(`${shown(name)} cannot be read: ${read.why}.`);
  if (!/[/\\.]/.test(name)) return undefined;
  const problem =
    read.kind === "missing" ? `There is no file ${shown(name)}.` : `${shown(name)} is not a file.`;
  return none(problem, "Name a run (see sluice runs), a plan, or a report of `--report json`.");
}

function readRunRecord(folder: RunFolder, isBrought: IsBrought): ReadRecord {
  const { id, path, isOpen } = folder;
  if (isBrought(`runs/${basename(path)}`))
    return none(
      `The repository brings the run ${id}: runs that come with a repository are not trusted.`,
    );
  if (isOpen) return none(`The run ${id} has not ended.`, "If it was killed: sluice recover.");
  const report = readKeptReport(folder);
  if (report === undefined) return withoutReport(folder);
  const resolved = readKnownResolved(folder);
  return { kind: "run", name: id, report, resolved };
}

/** Returns why a run has no report, and what there is to do. */
function withoutReport(folder: RunFolder): NoRecord {
  const { id } = folder;
  const past = readIfPossible(folder);
  const last = past?.records.at(-1);
  if (past === undefined || last?.kind !== "end" || last.by !== "recover")
    return none(`The run ${id} kept no report that can be read.`, `See sluice runs ${id}.`);
  const unproved = unprovedActions(past.records);
  const checks = [...new Set(unproved.flatMap((action) => action.checks))].join(", ");
  const isUnproved = `its checks (${checks}) had not proved what is in the files`;
  const also = unproved.length === 0 ? "" : `, and ${isUnproved}`;
  const hint = `What it wrote: sluice runs ${id}. To take it back: sluice undo ${id}.`;
  return none(`The run ${id} was killed before it could keep a report${also}.`, hint);
}

function readIfPossible(folder: RunFolder): PastRun | undefined {
  try {
    return readRun(folder);
  } catch {
    return undefined; // `sluice undo` reports the reason.
  }
}

function none(problem: string, hint?: string): NoRecord {
  return { kind: "none", problems: [problem], ...(hint === undefined ? {} : { hint }) };
}
