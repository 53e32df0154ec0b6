import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { netFile, writtenParts } from "../../shared/diff/net-files.ts";
import type { WrittenPart } from "../../shared/diff/steps-of-file.ts";
import { codeBlock, longestBackticks } from "../markdown-text.ts";
import type { PartLimit } from "./commented-report.ts";
import { safeDiff } from "./diff-block.ts";
import { roomForRest } from "./first-that-fit.ts";

/** Below this, a part of a diff is of no use; UTF-16 code units. */
const LEAST = 200;

/**
 * Returns the net diff of all actions that were applied, would be, or are pending, folded; empty without one. Of
 * many files one diff at a time is in memory.
 */
export function foldedDiff(
  actions: readonly ActionReport[],
  { length, elsewhere }: PartLimit,
): string {
  const parts = writtenParts(actions, { withPending: true });
  const { text, count, left, isCut } = firstDiffs(parts.values(), length - roomForRest(elsewhere));
  if (count === 0) return "";
  const cut = isCut ? "The last file is cut. " : "";
  const more = left > 0 ? `${countOf(left, "more file")}; ` : "";
  const rest = left > 0 || isCut ? `${cut}${more}${elsewhere}.` : "";
  if (text === "") return `The diff of ${countOf(count, "file")} is too long; ${elsewhere}.`;
  const heading = `<details><summary>Diff of ${countOf(count, "file")}</summary>`;
  const lines = [heading, codeBlock(text, "diff"), rest, "</details>"];
  return lines.filter((part) => part !== "").join("\n\n");
}

/** The diffs that fit. */
interface FirstDiffs {
  readonly text: string;
  /** All files that change. */
  readonly count: number;
  /** Those of them of which nothing is shown. */
  readonly left: number;
  readonly isCut: boolean;
}

/** Returns as many diffs as fit, the last one cut at a line if it is the only way to show some of it. */
function firstDiffs(files: Iterable<readonly WrittenPart[]>, length: number): FirstDiffs {
  let [text, count, left, isCut, ticks] = ["", 0, 0, false, 0];
  for (const parts of files) {
    if (left > 0 || isCut) {
      const isChange = parts.length === 1 || netFile(parts).length > 0;
      [count, left] = isChange ? [count + 1, left + 1] : [count, left];
      continue;
    }
    const diff = netFile(parts)[0]?.diff ?? "";
    if (diff === "") continue;
    count += 1;
    // Characters that are shown by their numbers are longer. The fence is as long as the longest backticks, twice.
    const shown = diff.length > length ? diff.slice(0, length + 1) : diff;
    const safe = safeDiff(shown);
    ticks = Math.max(ticks, longestBackticks(safe));
    const room = length - text.length - 2 * ticks;
    if (safe.length <= room) {
      text += safe;
      continue;
    }
    const cut = count === 1 && room >= LEAST ? wholeLines(safe, room) : "";
    text += cut;
    if (cut === "") left = 1;
    else isCut = true;
  }
  return { text, count, left, isCut };
}

function wholeLines(text: string, length: number): string {
  return text.slice(0, text.lastIndexOf("\n", length - 1) + 1);
}
