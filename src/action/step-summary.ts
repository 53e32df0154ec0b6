import { EXIT_CODES } from "../model/exit-code.ts";
import { type ActionReport, type ActionState, whyOf } from "../model/report/report.ts";
import { totalsRows } from "../model/report/totals.ts";
import { isDryRun } from "../model/run-kind.ts";
import { countOf } from "../shared/count-of.ts";
import type { Ending, ReportAlert, ReportDiagnostic } from "./ending.ts";
import { codeBlock, markdownText } from "./markdown-text.ts";
import { shorten } from "./shorten.ts";

/**
 * Bytes that one section may have. The runner drops a summary above 1 MiB as a whole (older GitHub
 * Enterprise Servers above 128 KiB); three sections stay below both.
 */
const SECTION_BYTES = 36 * 1024;
/** Characters that one cell may have. */
const CELL_LENGTH = 400;

/** What matters most comes first, so that a cut takes the rest. */
const STATE_ORDER: readonly ActionState[] = [
  "failed",
  "held",
  "pending",
  "would-apply",
  "applied",
  "discarded",
];

/** The step summary in Markdown: outcome, counts, problems, and every action with verdict, reason and rule. */
export function stepSummary(ending: Ending): string {
  const { command, outcome, exitCode } = ending;
  const meaning = EXIT_CODES.find(({ code }) => code === exitCode)?.meaning ?? "";
  const errors = ending.unwritten.map(({ path, reason }) => `The report ${path}: ${reason}`);
  const problems = [
    ...bySeverity(ending.diagnostics).map(diagnosticItem),
    ...errors.map((message) => item("error", message)),
  ];
  const parts = [
    `## Sluice${command === undefined ? "" : ` ${command}`}: ${outcome}`,
    `Exit code ${exitCode}: ${markdownText(meaning)}`,
    counts(ending),
    section("### Problems\n\n", problems, "problem"),
    section("### Alerts\n\n", byLevel(ending.alerts).map(alertItem), "alert"),
    actionTable(ending.actions),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n\n`;
}

function counts({ totals, command }: Ending): string {
  if (totals.actions === 0) return "";
  const rows = totalsRows(totals, { isDryRun: isDryRun(command) });
  return [
    "| | Actions | Replacements |",
    "| --- | ---: | ---: |",
    ...rows.map(
      ({ label, actions, replacements }) => `| ${label} | ${actions ?? "–"} | ${replacements} |`,
    ),
    "",
    `${countOf(totals.filesChanged, "file")} ${isDryRun(command) ? "would change" : "changed"}, ${countOf(totals.filesSearched, "file")} searched.`,
  ].join("\n");
}

function actionTable(actions: readonly ActionReport[]): string {
  const sorted = [...actions].sort(
    (a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state),
  );
  const head = "| Verdict | Action | Reason | Rule |\n| --- | --- | --- | --- |";
  return section(`### Actions\n\n${head}\n`, sorted.map(actionRow), "action");
}

function actionRow(action: ActionReport): string {
  const { state, recipe, step, label, ruleId = "" } = action;
  const cells = [
    state.replace("-", " "),
    `${recipe} › ${step}: ${label}`,
    whyOf(action) ?? "",
    ruleId,
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
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

/** As many lines as fit below a head, and how many more there are. Empty where there are none. */
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
