import type {
  RecoveredAction,
  RecoveredRun,
  StagedAgain,
  UnprovedAction,
} from "../../model/past/recovered-run.ts";
import type { Recovery } from "../../model/past/recovery.ts";
import { commitNames } from "../../shared/commit-names.ts";
import { countOf } from "../../shared/count-of.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { terminalLine } from "../terminal-text.ts";

/** Returns the outcome of `sluice recover` for people. */
export function prettyRecovery({ runs, message }: Recovery): string {
  if (message !== undefined) return `${terminalLine(message)}\n`;
  if (runs.length === 0) return "Nothing to recover.\n";
  return runs.map((run) => `${runLines(run).map(terminalLine).join("\n")}\n`).join("\n");
}

function runLines(run: RecoveredRun): readonly string[] {
  const { id, command, actions, failure, isBrought, unproved, commits, staged } = run;
  const folder = `.sluice/runs/${id}.open`;
  if (isBrought)
    return [
      `Run ${id}: left as it is.`,
      `  The repository brings \`${folder}\`: runs that come with a repository are not trusted.`,
      `  If it is yours, remove it from git's index first: git rm -r --cached ${folder}`,
    ];
  const isInOrder = failure === undefined && unproved === undefined;
  const title = `Run ${id} (sluice ${command}): ${isInOrder ? "in order" : "not in order"}.`;
  const made = commits === undefined ? [] : [commitsLine(commits)];
  const rest = staged === undefined ? [] : stagedLines(staged);
  const lines = [...actions.flatMap(actionLines), ...rest, ...made];
  if (unproved !== undefined) return [title, ...lines, ...unprovedLines(id, unproved)];
  if (isInOrder && lines.length === 0)
    return [title, "  It was cut off, and nothing was half done."];
  if (failure === undefined) return [title, ...lines];
  return [
    title,
    ...lines,
    `  Failed: ${failure}.`,
    "  Remove what stands in the way, or put these files back yourself, and call `sluice recover` again.",
    `  To keep all files as they are now and give this run up, remove ${folder}.`,
  ];
}

/** The most actions, and the most files of one, that are named. */
const MOST_ACTIONS = 20;
const MOST_FILES = 5;

function unprovedLines(id: string, unproved: readonly UnprovedAction[]): readonly string[] {
  const more = unproved.length - MOST_ACTIONS;
  return [
    "  It was cut off before its checks had proved what it wrote. These changes are in the files:",
    ...unproved.slice(0, MOST_ACTIONS).map(({ label, checks, files }) => {
      const names = checks.map((name) => `\`${name}\``).join(", ");
      return `  ${label}: not proved by ${names} (${boundedList(files, MOST_FILES)}).`;
    }),
    ...(more > 0 ? [`  and ${countOf(more, "more action")}`] : []),
    `  To take the whole run back: sluice undo ${id}`,
    "  To keep the changes, run the checks yourself first.",
  ];
}

function stagedLines({ files, left }: StagedAgain): readonly string[] {
  return [
    `  It was cut off before it staged what it wrote: ${countOf(files.length, "file")} staged now.`,
    ...left.map(({ path, why }) => `    left alone: ${path} ${why}.`),
  ];
}

function commitsLine(commits: readonly string[]): string {
  const count = countOf(commits.length, "commit");
  return `  It was cut off after it had made ${count} of its changes: ${commitNames(commits)}.`;
}

function actionLines({ label, how, files, left }: RecoveredAction): readonly string[] {
  const done = how === "completed" ? "completed" : "rolled back";
  return [
    `  ${label}: ${done}, ${countOf(files.length - left.length, "file")}.`,
    ...left.map(({ path, why }) => `    left alone: ${path} ${why}.`),
  ];
}
