import type { Colors } from "picocolors/types.js";
import type { ActionReport } from "../model/report/report.ts";
import { truncateText } from "../shared/truncate-text.ts";
import { terminalLine } from "./terminal-text.ts";

type Entry = ActionReport["trace"][number];

/** Returns the outcome of each guard and rule for an action, a line each. */
export function prettyTrace({ trace }: Pick<ActionReport, "trace">, colors: Colors): string[] {
  return trace.map((entry) =>
    colors.dim(`    ${entry.kind} ${terminalLine(entry.id)}: ${terminalLine(outcomeOf(entry))}`),
  );
}

/** Returns an outcome with the value that decided it: `no: maxFiles does not hold (24)`. */
function outcomeOf({ kind, hit, failed = "", found, unknown = [] }: Entry): string {
  const what = found === undefined ? "" : ` (${truncateText(String(found), MOST_FOUND).text})`;
  if (kind === "limit") {
    if (!hit) return "fits";
    return unknown.length > 0 ? `no: ${unknown[0]} is not known` : `no: over ${failed}${what}`;
  }
  if (hit) return unknown.length > 0 ? `hit: ${unknown[0]} is not known${what}` : "hit";
  return unknown[0] === failed
    ? `no: ${failed} is not known${what}`
    : `no: ${failed} does not hold${what}`;
}

/** The most bytes of a value that are shown. */
const MOST_FOUND = 200;
