import type { Colors } from "picocolors/types.js";
import type { PullReport } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";
import { terminalLine } from "./terminal-text.ts";

/** The pull requests that are shown one by one. */
const MOST_SHOWN = 50;

/** Returns a line for each pull request that is kept, or would be. */
export function prettyPulls(pulls: readonly PullReport[] = [], colors: Colors): readonly string[] {
  const lines = pulls.slice(0, MOST_SHOWN).map((pull) => lineOf(pull, colors));
  const more = pulls.length - MOST_SHOWN;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function lineOf(
  { branch, number, url, state, isPlanned, why, actions }: PullReport,
  colors: Colors,
): string {
  const words = `${isPlanned ? "would be " : ""}${state}`;
  const told =
    state === "failed" ? colors.red(words) : state === "kept" ? colors.dim(words) : words;
  const name = number === undefined ? "pull request" : `#${number}`;
  const count = actions.length === 0 ? "" : ` (${countOf(actions.length, "action")})`;
  const rest = [why, url].flatMap((part) => (part === undefined ? [] : [terminalLine(part)]));
  return `${told} ${name} ${terminalLine(branch)}${count}${rest.map((part) => `: ${part}`).join("")}`;
}
