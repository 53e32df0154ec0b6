import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { type NetFile, netFiles } from "../../shared/diff/net-files.ts";
import { codeBlock, longestBackticks } from "../markdown-text.ts";
import { terminalText } from "../terminal-text.ts";
import type { PartLimit } from "./commented-report.ts";
import { roomForRest } from "./first-that-fit.ts";

/** Below this, a part of a diff is of no use; UTF-16 code units. */
const LEAST = 200;

/** Returns the net diff of all actions that were applied, would be, or are pending, folded; empty if there is none. */
export function foldedDiff(
  actions: readonly ActionReport[],
  { length, elsewhere }: PartLimit,
): string {
  const files = netFiles(actions, { withPending: true }).filter(({ diff }) => diff !== "");
  if (files.length === 0) return "";
  const { text, left, isCut } = firstDiffs(files, length - roomForRest(elsewhere));
  const cut = isCut ? "The last file is cut. " : "";
  const more = left > 0 ? `${countOf(left, "more file")}; ` : "";
  const rest = left > 0 || isCut ? `${cut}${more}${elsewhere}.` : "";
  if (text === "")
    return `The diff of ${countOf(files.length, "file")} is too long for a comment; ${elsewhere}.`;
  const heading = `<details><summary>Diff of ${countOf(files.length, "file")}</summary>`;
  const parts = [heading, codeBlock(text, "diff"), rest, "</details>"];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The beginning of a line that no diff has: a report of a stranger could end the block with it, or give a command. */
const NO_DIFF_LINE = /^(?=[/`~])/gm;

/** Returns as many diffs as fit, the last one cut at a line if it is the only way to show some of it. */
function firstDiffs(
  files: readonly NetFile[],
  length: number,
): { readonly text: string; readonly left: number; readonly isCut: boolean } {
  let text = "";
  for (const [index, { diff }] of files.entries()) {
    // Characters that are shown by their numbers are longer. The fence is as long as the longest backticks, twice.
    const shown = terminalText(diff).replace(NO_DIFF_LINE, " ");
    const room = length - text.length - 2 * longestBackticks(text + shown);
    if (shown.length <= room) {
      text += shown;
      continue;
    }
    const cut = index === 0 && room >= LEAST ? wholeLines(shown, room) : "";
    return {
      text: text + cut,
      left: files.length - index - (cut === "" ? 0 : 1),
      isCut: cut !== "",
    };
  }
  return { text, left: 0, isCut: false };
}

function wholeLines(text: string, length: number): string {
  return text.slice(0, text.lastIndexOf("\n", length - 1) + 1);
}
