import { isQuiet } from "../model/alert.ts";
import { EXIT_CODES } from "../model/exit-code.ts";
import { byUrgency } from "../model/report/by-urgency.ts";
import { type ActionReport, whyOf } from "../model/report/report.ts";
import { isDryRun } from "../model/run-kind.ts";
import { heldSection, warnedSection } from "../report/comment/held-section.ts";
import { kindExamples } from "../report/comment/kind-examples.ts";
import { reviewTable } from "../report/comment/review-tables.ts";
import {
  boundedSection,
  cell,
  checkItems,
  commitItems,
  decisionItems,
  item,
  pullItems,
  skippedStepItems,
  totalsTable,
} from "../report/comment/sections.ts";
import { codeBlock, markdownText } from "../report/markdown-text.ts";
import { stateWords } from "../report/state-words.ts";
import { type AlertGroup, alertGroupText, groupAlerts } from "../shared/lists/grouped-alerts.ts";
import { shorten } from "../shared/shorten.ts";
import type { ReportAlert, ReportDiagnostic, StepOutcome } from "./step-outcome.ts";

/**
 * The most bytes of one section. The runner drops a summary above 1 MiB as a whole (older GitHub
 * Enterprise Servers above 128 KiB); all sections stay below both.
 */
const SECTION_BYTES = 12 * 1024;
/** The most UTF-16 code units of each part for a person who reviews the changes: three bytes each at most. */
const REVIEW_LENGTHS = { held: 8000, warned: 5000, table: 3000, kinds: 6000 } as const;
const ELSEWHERE = "`--report json` in `args` writes them all to a file";
/** The most characters of one cell. */
const CELL_LENGTH = 400;
/** The most files of one action that are named. */
const FILES_SHOWN = 10;

/**
 * The step summary in Markdown: outcome, what needs a person with its diff, counts, problems, the kinds of changes, and
 * every action with verdict, reason and rule.
 */
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
    heldSection(outcome.actions, limitOf("held")),
    warnedSection(outcome.actions, limitOf("warned")),
    totalsTable(outcome.totals, { isDryRun: isDryRun(command) }),
    section("### Problems\n\n", problems, "problem"),
    section("### Alerts\n\n", alertItems(outcome.alerts), "alert"),
    section("### Checks\n\n", checkItems(outcome.checks), "check"),
    reviewTable(outcome.actions, limitOf("table")),
    kindExamples(outcome.actions, limitOf("kinds")),
    actionTable(outcome.actions),
    section("### Pull requests\n\n", pullItems(outcome.pulls), "pull request"),
    section("### Decisions\n\n", decisionItems(outcome.decisions), "decision"),
    section("### Commits\n\n", commitItems(outcome.commits), "commit"),
    section("### Skipped steps\n\n", skippedStepItems(outcome.steps), "skipped step"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n\n`;
}

function limitOf(part: keyof typeof REVIEW_LENGTHS) {
  return { length: REVIEW_LENGTHS[part], elsewhere: ELSEWHERE };
}

function actionTable(actions: readonly ActionReport[]): string {
  const head = "| Verdict | Action | Files | Reason | Rule |\n| --- | --- | --- | --- | --- |";
  return section(`### Actions\n\n${head}\n`, byUrgency(actions).map(actionRow), "action");
}

function actionRow(action: ActionReport): string {
  const { recipe, step, label, ruleId = "" } = action;
  const cells = [
    stateWords(action),
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
  return groupAlerts(byLevel(alerts.filter((alert) => !isQuiet(alert)))).map(alertItem);
}

function alertItem(group: AlertGroup<ReportAlert>): string {
  const { level, recipe, step } = group.first;
  const where = [recipe, step].filter((part) => part !== undefined).join(" › ");
  return item(
    level === "error" ? "error" : "warning",
    `${where === "" ? "" : `${where}: `}${alertGroupText(group)}`,
  );
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

/** Returns as many lines as fit below a head. */
function section(head: string, lines: readonly string[], noun: string): string {
  return boundedSection({ head, lines, noun }, { bytes: SECTION_BYTES, elsewhere: ELSEWHERE });
}
