import type { UndoneFile, UndoReport } from "../model/past/undo-report.ts";
import { countOf } from "../shared/count-of.ts";
import { terminalLine } from "./terminal-text.ts";

/** What `sluice undo` did, or would do, for people. */
export function prettyUndo(report: UndoReport): string {
  const lines = report.message === undefined ? bodyLines(report) : [report.message];
  const { alerts, hint } = report;
  const all = [
    ...alerts.map(({ message }) => `warning: ${message}`),
    ...lines,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
  return `${all.map(terminalLine).join("\n")}\n`;
}

function bodyLines(report: UndoReport): readonly string[] {
  const { run, files, refused, alreadyBefore, toMerge, undoneBy, isDryRun } = report;
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
    ...(undoneBy === undefined ? [] : [`To redo it: sluice undo ${undoneBy}`]),
  ];
}

function wordsOf({ how, isForced }: UndoneFile): string {
  const words = how === "put-back" ? "put back" : how === "brought-back" ? "brought back" : how;
  return isForced ? `${words}, over what it had become` : words;
}

/** What would help, by what stands in the way. */
function adviceOn({ refused }: UndoReport): readonly string[] {
  const codes = new Set(refused.map(({ code }) => code));
  if (codes.size === 1 && codes.has("changed"))
    return [
      "With --merge what others changed stays; with --force it is replaced (and kept: undoing the undo brings it back).",
    ];
  if (codes.has("conflict"))
    return [
      "With --force what others changed is replaced (and kept: undoing the undo brings it back).",
    ];
  return [];
}
