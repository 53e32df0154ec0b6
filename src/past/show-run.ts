import { type ActionNote, actionsOf, type JournalRecord } from "../apply/state/journal-record.ts";
import { readKeptReport } from "../apply/state/kept-report.ts";
import { finished, readRun, standingActions, unfinished } from "../apply/state/read-run.ts";
import type { RunFolder } from "../apply/state/run-folder.ts";
import type { PastAction, RunDetails } from "../model/past/run-summary.ts";
import type { Report } from "../model/report/report.ts";
import { whyOf } from "../model/report/report.ts";
import { RESOLVED } from "../model/report/resolved.ts";
import { definedOnly } from "../shared/defined-only.ts";
import type { ListedRun } from "./list-runs.ts";
import { findHeldRun } from "./record/find-held.ts";

interface ShowOptions {
  readonly withDiffs?: boolean;
  /** All runs of the root: one of them may have taken back what another has resolved. */
  readonly runs?: readonly ListedRun[];
}

/** Returns a run with its actions, from its report or, without one, from its journal. */
export function showRun(
  { folder, summary, resolved }: ListedRun,
  { withDiffs = false, runs = [] }: ShowOptions = {},
): RunDetails {
  if (summary.state === "brought") return { formatVersion: "1.0", run: summary, actions: [] };
  const actions = keptActions(folder).map((action) => {
    const later = resolved.find((each) => each.action === action.id && action.state === "held");
    if (later === undefined) return action;
    const state = later.verdict === "apply" ? "applied" : "discarded";
    const writer = runs.find(({ folder: { id } }) => id === later.by);
    const ended = { ...action, state, reason: later.reason, ruleId: RESOLVED };
    return { ...ended, ...definedOnly({ undoneBy: writer?.summary.undoneBy }) };
  });
  if (!withDiffs) return { formatVersion: "1.0", run: summary, actions };
  const diffs = heldDiffs(folder);
  const shown = actions.map((action) => {
    const diff = action.state === "held" ? diffs.get(action.id) : undefined;
    return diff === undefined ? action : { ...action, diff };
  });
  return { formatVersion: "1.0", run: summary, actions: shown };
}

/** Returns the diffs of held actions by their ids; none if they cannot be read, which `resolve` reports. */
function heldDiffs(folder: RunFolder): ReadonlyMap<string, string> {
  const found = findHeldRun(folder.id, [folder], () => false);
  if (found.kind === "none") return new Map();
  const { actions } = found.plan;
  return new Map(actions.map(({ id, files }) => [id, files.map(({ diff }) => diff).join("")]));
}

/** Returns none if nothing can be read: undo and recover report the reason. */
function keptActions(folder: RunFolder): readonly PastAction[] {
  const report = readKeptReport(folder);
  if (report) return reported(report);
  try {
    return journalled(readRun(folder).records);
  } catch {
    return [];
  }
}

function reported({ actions }: Report): readonly PastAction[] {
  return actions.map((action) => {
    const { id, label, state, ruleId, facts, files, sourceToolName } = action;
    const isCustom = state === "held" && files.length === 0 ? true : undefined;
    return {
      id,
      label,
      state,
      files: facts.files,
      ...definedOnly({ sourceToolName, reason: whyOf(action), ruleId, isCustom }),
    };
  });
}

function pastAction(
  { action, files }: { readonly action: ActionNote; readonly files: readonly { path: string }[] },
  state: PastAction["state"],
): PastAction {
  const { id, label, sourceToolName, reason } = action;
  const paths = files.map(({ path }) => path);
  return { id, label, ...definedOnly({ sourceToolName }), state, reason, files: paths };
}

function journalled(records: readonly JournalRecord[]): readonly PastAction[] {
  const done = new Set(finished(records).map(({ index }) => index));
  const back = new Set(finished(records).flatMap(({ takesBack = [] }) => takesBack));
  const standing = new Set(standingActions(records).map(({ action }) => action.id));
  const open = new Set(unfinished(records).map(({ index }) => index));
  return records.flatMap((record): readonly PastAction[] => {
    if (record.kind !== "begin" && record.kind !== "foreign") return [];
    if (record.kind === "foreign") return [pastAction({ ...record, files: [] }, "applied")];
    const { index, takesBack } = record;
    if (takesBack !== undefined) return [];
    const state = done.has(index) ? "applied" : open.has(index) ? "unfinished" : "rolled-back";
    return actionsOf(record).map((written) => {
      const { id } = written.action;
      return pastAction(written, back.has(id) && !standing.has(id) ? "rolled-back" : state);
    });
  });
}
