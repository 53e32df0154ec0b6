import { isQuiet } from "../model/alert.ts";
import { EXIT_CODES } from "../model/exit-code.ts";
import { byUrgency } from "../model/report/by-urgency.ts";
import { checkOutcome } from "../model/report/check-outcome.ts";
import {
  type ActionReport,
  type CheckRunReport,
  type CommitReport,
  type StepReport,
  whyOf,
} from "../model/report/report.ts";
import { totalsRows } from "../model/report/totals.ts";
import { isDryRun } from "../model/run-kind.ts";
import { codeBlock, markdownText } from "../report/markdown-text.ts";
import { countOf } from "../shared/count-of.ts";
import { shorten } from "../shared/shorten.ts";
import type { ReportAlert, ReportDiagnostic, StepOutcome } from "./step-outcome.ts";

/**
 * The most bytes of one section. The runner drops a summary above 1 MiB as a whole (older GitHub
 * Enterprise Servers above 128 KiB); all six sections stay below both.
 */
const SECTION_BYTES = 20 * 1024;
/** The most characters of one cell. */
const CELL_LENGTH = 400;
/** The most files of one action that are named. */
const FILES_SHOWN = 10;

/** The step summary in Markdown: outcome, counts, problems, and every action with verdict, reason and rule. */
export function stepSummary(outcome: StepOutcome): string {
  const { command, exitCode } = outcome;
  const meaning = EXIT_CODES.find(({ code }) => code === exitCode)?.meaning ?? "";
  const problems = [
    ...bySeverity(outcome.diagnostics).map(diagnosticItem),
    ...outcome.unwritten.map((sentence) => item("error", sentence)),
  ];
  const parts = [
    `## Sluice${command === undefined ? "" : ` ${command}`}: ${outcome.outcome}`,
    `Exit code ${exitCode}: ${markdownText(meaning)}`,
    counts(outcome),
    section("### Problems\n\n", problems, "problem"),
    section("### Alerts\n\n", alertItems(outcome.alerts), "alert"),
    section("### Checks\n\n", (outcome.checks ?? []).map(checkItem), "check"),
    actionTable(outcome.actions),
    section("### Commits\n\n", (outcome.commits ?? []).map(commitItem), "commit"),
    section("### Skipped steps\n\n", outcome.steps.flatMap(skippedStepItem), "skipped step"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n\n`;
}

function counts({ totals, command }: StepOutcome): string {
  if (totals.actions === 0) return "";
  const isDry = isDryRun(command);
  const rows = totalsRows(totals, { isDryRun: isDry });
  const verb = isDry ? "would change" : "changed";
  return [
    "| | Actions | Replacements |",
    "| --- | ---: | ---: |",
    ...rows.map(
      ({ label, actions, replacements }) => `| ${label} | ${actions ?? "–"} | ${replacements} |`,
    ),
    "",
    `${countOf(totals.filesChanged, "file")} ${verb}, ${countOf(totals.filesSearched, "file")} searched.`,
  ].join("\n");
}

function actionTable(actions: readonly ActionReport[]): string {
  const head = "| Verdict | Action | Files | Reason | Rule |\n| --- | --- | --- | --- | --- |";
  return section(`### Actions\n\n${head}\n`, byUrgency(actions).map(actionRow), "action");
}

function actionRow(action: ActionReport): string {
  const { state, recipe, step, label, ruleId = "" } = action;
  const cells = [
    state.replace("-", " "),
    `${recipe} › ${step}: ${label}`,
    filesText(action),
    whyOf(action) ?? "",
    ruleId,
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** Returns the first files of an action, as many as fit into a cell, and the number of the others. */
function filesText({ facts: { files, fileCount } }: ActionReport): string {
  const shown: string[] = [];
  let length = "10000 more".length;
  for (const path of files.slice(0, FILES_SHOWN)) {
    length += path.length + 2;
    if (length > CELL_LENGTH && shown.length > 0) break;
    shown.push(shorten(path, CELL_LENGTH / 2));
  }
  const left = fileCount - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
}

function commitItem({ sha, branch, subject, files }: CommitReport): string {
  const id = sha === undefined ? "would be made" : sha.slice(0, 10);
  const where = branch === null ? "" : ` on ${branch}`;
  return `- ${cell(`${id}${where}: ${subject} (${countOf(files.length, "file")})`)}`;
}

function skippedStepItem({ recipe, step, outcome, when = "" }: StepReport): readonly string[] {
  return outcome === "skipped" ? [`- ${cell(`${recipe} › ${step}: ${when}`)}`] : [];
}

function checkItem(check: CheckRunReport): string {
  const { rule, actionCount } = check;
  const about = `${countOf(actionCount, "action")}${rule === undefined ? "" : `, rule ${rule}`}`;
  return item(check.name, `${checkOutcome(check)} (${about})`);
}

function diagnosticItem({ severity, message, hint, frame, ...place }: ReportDiagnostic): string {
  const where = [place.path, place.line, place.column].filter((part) => part !== undefined);
  const text = [where.join(":"), message].filter((part) => part !== "").join(": ");
  return [
    item(severity, text),
    ...(hint === undefined ? [] : [`  ${cell(hint)}`]),
    ...(frame === undefined ? [] : ["", indent(codeBlock(shorten(frame, 2000))), ""]),
  ].join("\n");
}

function alertItems(alerts: readonly ReportAlert[]): readonly string[] {
  return byLevel(alerts.filter((alert) => !isQuiet(alert))).map(alertItem);
}

function alertItem({ level, message, recipe, step }: ReportAlert): string {
  const where = [recipe, step].filter((part) => part !== undefined).join(" › ");
  return item(
    level === "error" ? "error" : "warning",
    `${where === "" ? "" : `${where}: `}${message}`,
  );
}

function item(level: string, message: string): string {
  return `- **${level}** ${cell(message)}`;
}

function cell(text: string): string {
  return markdownText(shorten(text, CELL_LENGTH));
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

function bySeverity(diagnostics: readonly ReportDiagnostic[]): readonly ReportDiagnostic[] {
  return [...diagnostics].sort((a, b) => rank(a.severity) - rank(b.severity));
}

function byLevel(alerts: readonly ReportAlert[]): readonly ReportAlert[] {
  return [...alerts].sort((a, b) => rank(a.level) - rank(b.level));
}

function rank(level: string): number {
  return level === "error" ? 0 : 1;
}

/** Returns as many lines as fit below a head, and the number of the others. Empty if there are no lines. */
function section(head: string, lines: readonly string[], noun: string): string {
  if (lines.length === 0) return "";
  let bytes = 0;
  const firstTooMany = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > SECTION_BYTES;
  });
  const shown = firstTooMany < 0 ? lines : lines.slice(0, firstTooMany);
  const left = lines.length - shown.length;
  const more = `\n\n${countOf(left, `more ${noun}`)}; \`--report json\` in \`args\` writes them all to a file.`;
  return `${head}${shown.join("\n")}${left === 0 ? "" : more}`;
}
