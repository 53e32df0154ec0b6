import type { RecoveredAction, RecoveredRun } from "../model/past/recovered-run.ts";
import type { Recovery } from "../model/past/recovery.ts";
import { countOf } from "../shared/count-of.ts";
import { terminalLine } from "./terminal-text.ts";

/** Returns the outcome of `sluice recover` for people. */
export function prettyRecovery({ runs, message }: Recovery): string {
  if (message !== undefined) return `${terminalLine(message)}\n`;
  if (runs.length === 0) return "Nothing to recover.\n";
  return runs.map((run) => `${runLines(run).map(terminalLine).join("\n")}\n`).join("\n");
}

function runLines({ id, command, actions, failure, isBrought }: RecoveredRun): readonly string[] {
  const folder = `.sluice/runs/${id}.open`;
  if (isBrought)
    return [
      `Run ${id}: left as it is.`,
      `  The repository brings \`${folder}\`: runs that come with a repository are not trusted.`,
      `  If it is yours, remove it from git's index first: git rm -r --cached ${folder}`,
    ];
  const title = `Run ${id} (sluice ${command}): ${failure === undefined ? "in order" : "not in order"}.`;
  const lines = actions.flatMap(actionLines);
  const nothing = actions.length === 0 && failure === undefined;
  if (nothing) return [title, "  It was cut off, and nothing was half done."];
  if (failure === undefined) return [title, ...lines];
  return [
    title,
    ...lines,
    `  Failed: ${failure}.`,
    "  Remove what stands in the way, or put these files back yourself, and call `sluice recover` again.",
    `  To keep all files as they are now and give this run up, remove ${folder}.`,
  ];
}

function actionLines({ label, how, files, left }: RecoveredAction): readonly string[] {
  const done = how === "completed" ? "completed" : "rolled back";
  return [
    `  ${label}: ${done}, ${countOf(files.length - left.length, "file")}.`,
    ...left.map(({ path, why }) => `    left alone: ${path} ${why}.`),
  ];
}
