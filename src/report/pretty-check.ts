import type { Colors } from "picocolors/types.js";
import { checkOutcome } from "../model/report/check-outcome.ts";
import type { CheckRunReport } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";
import { terminalLine, terminalText } from "./terminal-text.ts";

/** Returns a run of a check in one line; `hasOutput`: with the tail of its output below. */
export function prettyCheck(
  check: CheckRunReport,
  colors: Colors,
  { hasOutput }: { readonly hasOutput: boolean },
): string {
  const { name, outcome, rule, actionCount, output } = check;
  const about = `${countOf(actionCount, "action")}${rule === undefined ? "" : `, rule ${rule}`}`;
  const words = (outcome === "passed" ? colors.green : colors.red)(
    terminalLine(checkOutcome(check)),
  );
  const head = `${colors.bold(`check ${terminalLine(name)}`)} ${words} ${colors.dim(terminalLine(`(${about})`))}`;
  const lines = hasOutput ? output.split("\n").filter((line) => line.trim() !== "") : [];
  return `${[head, ...lines.map((line) => `  ${terminalText(line)}`)].join("\n")}\n\n`;
}
