import type { Colors } from "picocolors/types.js";
import type { PullReport } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";
import { firstLines } from "./first-lines.ts";
import { terminalLine } from "./terminal-text.ts";

/** Returns a line for each pull request that is kept, or would be. */
export function prettyPulls(pulls: readonly PullReport[] = [], colors: Colors): readonly string[] {
  return firstLines(pulls, (pull) => lineOf(pull, colors));
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
