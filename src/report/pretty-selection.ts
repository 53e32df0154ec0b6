import type { Report } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";
import { shorten } from "../shared/shorten.ts";
import { terminalLine } from "./terminal-text.ts";

/** A line in a report has as many UTF-16 code units of the words of a request. */
const LONGEST = 60;

/** Returns the line that says to which files a run was limited, in the words of its options. */
export function prettySelection(selection: NonNullable<Report["selection"]>): string {
  const { fileCount, files, filesFrom, since, staged, changedLines, paths, exclude } = selection;
  const words = [
    ...(files === undefined ? [] : [listOf("--files", files)]),
    ...(filesFrom === undefined ? [] : [`--files-from ${wordOf(filesFrom)}`]),
    ...(since === undefined
      ? []
      : [`--since ${wordOf(since.ref)} (${terminalLine(since.commit.slice(0, 10))})`]),
    ...(staged ? ["--staged"] : []),
    ...(changedLines ? ["--changed-lines"] : []),
    ...(paths === undefined ? [] : [listOf("--paths", paths)]),
    ...(exclude === undefined ? [] : [listOf("--exclude", exclude)]),
  ];
  return `Limited to ${countOf(fileCount, "file")}: ${words.join(", ")}.`;
}

/** Names one, and counts the others. */
function listOf(option: string, [first, ...others]: readonly string[]): string {
  if (first === undefined) return `${option} with no name`;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${option} ${wordOf(first)}${more}`;
}

function wordOf(word: string): string {
  return terminalLine(shorten(word, LONGEST));
}
