import type { Report } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { idWord } from "../../shared/shell-word.ts";
import type { ReportStyle } from "../reporter.ts";
import { terminalLine } from "../terminal-text.ts";

/** Formats that have every finding; `html` has a bound, and `pretty` has no findings of diagnostics. */
const WHOLE = ["json", "rdjson", "rdjsonl", "checkstyle", "jsonl"];

/** Returns where the findings are that a format has no room for: another report of the run, or a command. */
export function restWords({ run }: Report, { reports = [] }: Pick<ReportStyle, "reports">): string {
  const others = WHOLE.flatMap((name) => reports.filter(({ format }) => format === name));
  const [other] = others;
  if (other !== undefined) return `All of them are in ${terminalLine(other.path)}.`;
  if (!isDryRun(run.command))
    return `All of them: sluice report ${terminalLine(idWord(run.id))} --report json=PATH`;
  return "All of them: add --report json=PATH.";
}
