import picocolors from "picocolors";
import type { Colors } from "picocolors/types.js";
import { type Alert, isQuiet } from "../../model/alert.ts";
import type { RunEvent } from "../../model/events.ts";
import type { CallReport, Report, StepReport } from "../../model/report/report.ts";
import { alertGroupText, groupAlerts } from "../../shared/lists/grouped-alerts.ts";
import { whyLines } from "../explanation/why-text.ts";
import { heldAdvice } from "../held-advice.ts";
import { changesPieces } from "../overview/changes-pieces.ts";
import { prettyCheck } from "../pretty-check.ts";
import { prettyCommits } from "../pretty-commits.ts";
import { prettyDecisions } from "../pretty-decisions.ts";
import { prettyPulls } from "../pretty-pulls.ts";
import { prettyTold } from "../pretty-told.ts";
import { prettyTotals } from "../pretty-totals.ts";
import { prettyTranscript } from "../pretty-transcript.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { terminalBlock, terminalLine, terminalText } from "../terminal-text.ts";
import { baseWords } from "../trust/base-words.ts";
import { leftoverWords, verifiedSummary } from "../verified-words.ts";

/**
 * Makes `pretty`, for people: alerts, calls, checks and conversations as they happen; at the end each action with its
 * diff, verdict, reason and rule, or a digest of many; then the totals.
 */
export function createPrettyReporter(style: ReportStyle): Reporter {
  const colors = picocolors.createColors(style.color);
  // The alerts about files come one after another: they wait for the last one.
  let waiting: Alert[] = [];
  const takeAlerts = () => {
    const alerts = waiting;
    waiting = [];
    return alertsText(alerts, style, colors);
  };
  return {
    *onEvent(event) {
      if (PASSING.has(event.type)) return;
      if (event.type === "alert") waiting.push(event.alert);
      if (event.type === "alert" && event.alert.path !== undefined) return;
      yield takeAlerts() + eventText(event, style, colors);
    },
    *onReport(report) {
      yield takeAlerts();
      if (report.outcome === "invalid") return;
      yield* changesPieces(report, style, colors);
      yield reportText(report, style, colors);
    },
  };
}

/** The events without a text here. */
const PASSING: ReadonlySet<RunEvent["type"]> = new Set([
  "progress",
  "writing",
  "turn-started",
  "finding",
]);

/** Returns a paragraph for each alert, or for all of one kind that a step raised about files. */
function alertsText(
  alerts: readonly Alert[],
  { quiet, verbose }: ReportStyle,
  colors: Colors,
): string {
  const shown = alerts.filter(
    (alert) => alert.level === "error" || !(quiet || (isQuiet(alert) && !verbose)),
  );
  const groups = verbose ? shown.map((first) => ({ first, others: [] })) : groupAlerts(shown);
  return groups
    .map((group) => {
      const all = group.others.length === 0 ? "" : " `--verbose` shows each.";
      return `${alertText({ ...group.first, message: alertGroupText(group) + all }, colors)}\n\n`;
    })
    .join("");
}

function eventText(event: RunEvent, { quiet, verbose }: ReportStyle, colors: Colors): string {
  if (event.type === "step-finished") return quiet ? "" : skippedStepText(event, colors);
  if (event.type === "call-ended") return quiet ? "" : `${callText(event.call, colors)}\n\n`;
  if (event.type === "check-ended")
    return quiet ? "" : prettyCheck(event.check, colors, { hasOutput: verbose });
  if (event.type === "conversation-ended")
    return quiet ? "" : `${prettyTranscript(event.transcript, colors)}\n\n`;
  return "";
}

/** Returns a line for a step that was skipped; other steps are shown by their actions and calls. */
function skippedStepText({ recipe, step, outcome, when = "" }: StepReport, colors: Colors): string {
  if (outcome !== "skipped") return "";
  const title = colors.bold(terminalLine(`${recipe} › ${step}`));
  return `${title}  skipped: \`when\` does not hold: ${terminalLine(when)}\n\n`;
}

/** Returns the result of a call, as a model would get it. */
function callText({ recipe, step, tool, outcome, text }: CallReport, colors: Colors): string {
  const title = colors.bold(terminalLine(`${recipe} › ${step}`));
  const lines = text.split("\n").map((line) => `  ${terminalText(line)}`.trimEnd());
  return [`${title}  ${terminalLine(tool)}: ${outcome}`, ...lines].join("\n");
}

/** Returns how much of a tree is accounted for, and a line for each difference that is not. */
function verifiedLines(report: Report): readonly string[] {
  const summary = verifiedSummary(report);
  if (summary === undefined) return [];
  const left = report.verified?.left ?? [];
  return [summary, ...left.map((one) => `  ${terminalLine(leftoverWords(one))}`)];
}

function alertText({ level, message, recipe, step }: Alert, colors: Colors): string {
  const label = level === "error" ? colors.red("error") : colors.yellow("warning");
  const where = [recipe, step].filter((part) => part !== undefined).join(" › ");
  return `${label}: ${where === "" ? "" : `${terminalLine(where)}: `}${terminalBlock(message)}`;
}

function reportText(report: Report, { verbose, advisedRoot }: ReportStyle, colors: Colors): string {
  const { mode, base, baseFrom } = report.trust ?? { mode: "all", base: null };
  const commit =
    base === null ? "" : ` (commit ${terminalLine(base.slice(0, 7))}${baseWords(baseFrom)})`;
  const trust = verbose && mode !== "all" ? [colors.dim(`trust: ${mode}${commit}`)] : [];
  const skipped = verbose
    ? report.skipped.map(({ path, why, detail }) =>
        colors.dim(
          `skipped: ${terminalLine(path)} (${terminalLine(why)}${detail === undefined ? "" : `: ${terminalLine(detail)}`})`,
        ),
      )
    : [];
  const commits = prettyCommits(report, colors);
  const why = whyLines(report.why ?? [], { verbose }, colors);
  const pulls = prettyPulls(report.pulls, colors);
  const landed = [...pulls, ...prettyDecisions(report.decisions, colors)];
  const told = prettyTold(report, { verbose }, colors);
  const lines = [
    ...[...told, ...why, ...trust, ...skipped, ...commits, ...landed],
    ...verifiedLines(report),
    prettyTotals(report, colors),
  ];
  return `${[...lines, ...heldAdvice(report, advisedRoot)].join("\n")}\n`;
}
