import type { Colors } from "picocolors/types.js";
import type { Pruning } from "../../model/past/pruning.ts";
import type { PastAction, RunDetails, RunState, RunSummary } from "../../model/past/run-summary.ts";
import { countOf } from "../../shared/count-of.ts";
import { endAdvice, rootOption } from "../held-advice.ts";
import { prettyDiff } from "../pretty-diff.ts";
import type { ReportStyle } from "../reporter.ts";
import { fitEnd } from "../terminal/cells.ts";
import { pastStateText } from "../terminal/marks.ts";
import { terminalLine } from "../terminal-text.ts";

/** Returns past runs for people, the newest first; one a line of at most so many cells. */
export function prettyRuns(
  runs: readonly RunSummary[],
  columns = Number.POSITIVE_INFINITY,
): string {
  if (runs.length === 0) return "No runs.\n";
  const width = Math.max(...runs.map(({ id }) => id.length));
  return runs
    .map((run) => fitEnd(terminalLine(`${run.id.padEnd(width)}  ${wordsOf(run)}`), columns))
    .map((line) => `${line}\n`)
    .join("");
}

/** Returns a past run with its actions, for people: with the diffs of what is held, if they were asked for. */
export function prettyRun(
  { run, actions }: RunDetails,
  { advisedRoot, isPlain }: Pick<ReportStyle, "advisedRoot" | "isPlain">,
  colors: Colors,
): string {
  const lines = actions.flatMap((action) => {
    const { id, label, sourceToolName, state, reason, ruleId, files, diff } = action;
    const source = sourceToolName === undefined ? "" : ` (from ${sourceToolName})`;
    const rule = ruleId === undefined ? "" : ` ${colors.dim(terminalLine(`[rule ${ruleId}]`))}`;
    const why = reason === undefined ? "" : terminalLine(` — ${reason}`);
    const undone = action.undoneBy === undefined ? "" : `, undone by ${action.undoneBy}`;
    const what = `${terminalLine(`${id}  ${label}${source}`)}: ${pastStateText(state, colors)}`;
    return [
      `  ${what}${terminalLine(undone)}${why}${rule}`,
      ...(diff === undefined
        ? files.map((path) => terminalLine(`    ${path}`))
        : [prettyDiff(diff, colors, isPlain).replace(/^/gm, "    ")]),
    ];
  });
  const advice = adviceOn(run, actions, rootOption(advisedRoot)).map(terminalLine);
  const text = [terminalLine(`${run.id}  ${wordsOf(run)}`), ...lines, ...advice];
  return `${text.join("\n")}\n`;
}

/** Returns the runs that were removed, for people. */
export function prettyPruning(pruning: Pruning): string {
  const { removed, bytes, keptForHeld, failures, isDryRun, message } = pruning;
  if (message !== undefined) return `${terminalLine(message)}\n`;
  const verb = isDryRun ? "Would remove" : "Removed";
  const lines = [
    `${verb} ${countOf(removed.length, "run")}, ${sizeOf(bytes)}.`,
    ...removed.map((id) => `  ${id}`),
    ...keptForHeld.map((id) => `  kept because an action in it is held (--held removes it): ${id}`),
    ...failures.map((failure) => `  failed: ${failure}`),
  ];
  return `${lines.map(terminalLine).join("\n")}\n`;
}

const STATES: Readonly<Record<RunState, string>> = {
  ended: "ended",
  "under-way": "under way",
  "cut-off": "cut off",
  brought: "from the repository, not trusted",
  unreadable: "cannot be read",
};

function wordsOf(run: RunSummary): string {
  const { command, recipes, startedAt, state, transactions, files, held, bytes } = run;
  const size = sizeOf(bytes);
  if (startedAt === "") return `${STATES[state]}, ${size}`;
  const parts = [
    STATES[state],
    `${countOf(files, "file")} in ${countOf(transactions, "transaction")}`,
    ...(held > 0 ? [heldWords(run)] : []),
    ...(run.undoes === undefined ? [] : [`undoes ${run.undoes}`]),
    ...(run.undoneBy === undefined ? [] : [`undone by ${run.undoneBy}`]),
    size,
  ];
  return `${startedAt}  sluice ${[command, ...recipes].join(" ")}: ${parts.join(", ")}`;
}

/** The actions that a run holds may rest on text that it wrote. */
function heldWords({ held, undoneBy }: RunSummary): string {
  return undoneBy === undefined ? `${held} held` : `${held} held (the run was undone)`;
}

function adviceOn(
  { state, id, transactions, undoneBy }: RunSummary,
  actions: readonly PastAction[],
  option: string,
): readonly string[] {
  if (state === "cut-off") return [`It was killed. To put it in order: sluice recover${option}`];
  if (state !== "ended") return [];
  const held = actions
    .filter((action) => action.state === "held")
    .map((action) => ({ id: action.id, canApply: action.isCustom !== true }));
  const isUndoable = transactions > 0 && undoneBy === undefined;
  return [
    ...endAdvice(id, held, option),
    ...(isUndoable ? [`To take it back: sluice undo ${id}${option}`] : []),
  ];
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
