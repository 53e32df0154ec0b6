import type { UndoneFile, UndoReport } from "../../model/past/undo-report.ts";
import { countOf } from "../../shared/count-of.ts";
import { rootOption } from "../held-advice.ts";
import { terminalLine } from "../terminal-text.ts";

/** Returns the outcome of `sluice undo` for people. `root` is the root of the run, if it is not the current one. */
export function prettyUndo(report: UndoReport, root?: string): string {
  const lines =
    report.message === undefined ? bodyLines(report, rootOption(root)) : [report.message];
  const { alerts, hint } = report;
  const all = [
    ...alerts.map(({ message }) => `warning: ${message}`),
    ...lines,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
  return `${all.map(terminalLine).join("\n")}\n`;
}

function bodyLines(report: UndoReport, option: string): readonly string[] {
  const { run, files, refused, alreadyBefore, toMerge, unstaged = [], undoneBy, isDryRun } = report;
  if (run === undefined) return [];
  const names = run.recipes.length === 0 ? "" : ` ${run.recipes.join(" ")}`;
  const name = `${run.id} (sluice ${run.command}${names})`;
  if (refused.length > 0)
    return [
      `The run ${name} was not taken back, nothing was written:`,
      ...refused.map(({ path, why }) => `  ${path} ${why}`),
      ...adviceOn(report),
    ];
  const before = alreadyBefore.map((path) => `  already as before: ${path}`);
  if (files.length === 0 && toMerge.length === 0)
    return [`Nothing to undo of the run ${name}: every file is as it was before.`];
  const done = `${countOf(files.length + toMerge.length, "file")}.`;
  const title = isDryRun
    ? `Would take back the run ${name}: ${done}`
    : `Took back the run ${name}: ${done}`;
  return [
    title,
    ...files.map((file) => `  ${wordsOf(file)}: ${file.path}`),
    ...toMerge.map((path) => `  changed since, would be merged: ${path}`),
    ...before,
    ...unstaged.map((path) => `  ${isDryRun ? "would be " : ""}unstaged: ${path}`),
    ...(undoneBy === undefined ? [] : [`To redo it: sluice undo ${undoneBy}${option}`]),
  ];
}

function wordsOf({ how, isForced }: UndoneFile): string {
  if (how === "brought-back") return "brought back"; // Nothing stood in its place.
  const words = how === "put-back" ? "put back" : how;
  return isForced ? `${words}, over later changes` : words;
}

/** Returns only advice that `undo` then follows: an option is named if it takes back every file that was refused. */
function adviceOn({ refused }: UndoReport): readonly string[] {
  const codes = new Set(refused.map(({ code }) => code));
  if (codes.has("failed") || codes.has("unreadable")) return [];
  const isBlocked = codes.has("elsewhere") || codes.has("not-text");
  const become = `With --force these files ${isBlocked ? "then " : ""}become what they were before the run;`;
  const force = `${become} later changes are kept, and undoing the undo brings them back.`;
  if (isBlocked)
    return [
      "First move the files and folders in the way elsewhere: neither --merge nor --force replaces them.",
      force,
    ];
  if (codes.has("conflict")) return [force];
  return ["With --merge later changes stay, unless the run changed the same lines.", force];
}
