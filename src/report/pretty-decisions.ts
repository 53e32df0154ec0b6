import type { Colors } from "picocolors/types.js";
import type { DecisionReport } from "../model/report/report.ts";
import { boundedList } from "../shared/lists/bounded-list.ts";
import { firstLines } from "./first-lines.ts";
import { terminalLine } from "./terminal-text.ts";

/** The ids of each that are shown. */
const MOST_IDS = 3;

/** Returns a line for each decision of a person about held actions. */
export function prettyDecisions(
  decisions: readonly DecisionReport[] = [],
  colors: Colors,
): readonly string[] {
  return firstLines(decisions, (decision) => lineOf(decision, colors));
}

function lineOf(
  { verdict, state, actions, by, why, commit, isPlanned }: DecisionReport,
  colors: Colors,
): string {
  const words = `${isPlanned ? "would be " : ""}${state}`;
  const told = state === "failed" ? colors.red(words) : words;
  const ids = boundedList(
    actions.map((id) => id.slice(0, 12)),
    MOST_IDS,
  );
  const at = commit === undefined ? "" : ` in ${commit.slice(0, 10)}`;
  return `${told} ${terminalLine(ids)}${at}: ${verdict} by ${terminalLine(by)}: ${terminalLine(why)}`;
}
