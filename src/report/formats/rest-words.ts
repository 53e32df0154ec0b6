import { factsOfFormat } from "../../model/report/formats.ts";
import type { Report } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { idWord } from "../../shared/shell-word.ts";
import type { ReportStyle } from "../reporter.ts";
import { terminalLine } from "../terminal-text.ts";

/** Returns where the findings are that a format has no room for: another report of the run, or a command. */
export function restWords({ run }: Report, { reports = [] }: Pick<ReportStyle, "reports">): string {
  const other = reports.find(({ format }) => factsOfFormat(format).hasFindings === true);
  if (other !== undefined) return `All of them are in ${terminalLine(other.path)}.`;
  if (!isDryRun(run.command))
    return `All of them: sluice report ${terminalLine(idWord(run.id))} --report json=PATH`;
  return "All of them: add --report json=PATH.";
}
