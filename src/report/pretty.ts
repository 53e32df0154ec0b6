import picocolors from "picocolors";
import type { Colors } from "picocolors/types.js";
import { type Alert, isQuiet } from "../model/alert.ts";
import type { RunEvent } from "../model/events.ts";
import {
  type ActionReport,
  type ActionState,
  type CallReport,
  type Report,
  type StepReport,
  whyOf,
} from "../model/report/report.ts";
import { fileWords } from "./file-words.ts";
import { heldAdvice } from "./held-advice.ts";
import { prettyCheck } from "./pretty-check.ts";
import { prettyCommits } from "./pretty-commits.ts";
import { prettyDiff } from "./pretty-diff.ts";
import { prettyTotals } from "./pretty-totals.ts";
import { prettyTrace } from "./pretty-trace.ts";
import { prettyTranscript } from "./pretty-transcript.ts";
import { prettyWhy } from "./pretty-why.ts";
import type { Pieces, Reporter, ReportStyle } from "./reporter.ts";
import { terminalBlock, terminalLine, terminalText } from "./terminal-text.ts";

/** Makes `pretty`, for people: each action as it ends, with its diff, verdict, reason and rule; then the totals. */
export function createPrettyReporter(style: ReportStyle): Reporter {
  const colors = picocolors.createColors(style.color);
  return {
    onEvent: (event) => eventPieces(event, style, colors),
    onReport: (report) => [reportText(report, style, colors)],
  };
}

function eventPieces(event: RunEvent, style: ReportStyle, colors: Colors): Pieces {
  if (event.type !== "action-ended") return [eventText(event, style, colors)];
  if (style.quiet && !QUIET_STATES.includes(event.action.state)) return [];
  return actionPieces(event.action, style, colors);
}

function eventText(
  event: Exclude<RunEvent, { type: "action-ended" }>,
  { quiet, verbose }: ReportStyle,
  colors: Colors,
): string {
  if (event.type === "alert") {
    if (event.alert.level !== "error" && (quiet || (isQuiet(event.alert) && !verbose))) return "";
    return `${alertText(event.alert, colors)}\n\n`;
  }
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

/** Returns the result of a call, in the words that a model would get. */
function callText({ recipe, step, tool, outcome, text }: CallReport, colors: Colors): string {
  const title = colors.bold(terminalLine(`${recipe} › ${step}`));
  const lines = text.split("\n").map((line) => `  ${terminalText(line)}`.trimEnd());
  return [`${title}  ${terminalLine(tool)}: ${outcome}`, ...lines].join("\n");
}

/** The states that are not in order. */
const QUIET_STATES: readonly ActionState[] = ["held", "failed"];

/** Yields an action, a diff at a time. */
function* actionPieces(
  action: ActionReport,
  { verbose, quiet }: ReportStyle,
  colors: Colors,
): Generator<string, void> {
  yield `${colors.bold(terminalLine(`${action.recipe} › ${action.step}`))}  ${terminalLine(action.label)}\n`;
  if (!quiet) for (const { diff } of action.files) yield `${prettyDiff(diff, colors)}\n`;
  yield [verdictText(action, colors), ...(verbose ? prettyTrace(action, colors) : []), "\n"].join(
    "\n",
  );
}

/** The words and the color of each state. */
const STATES: Readonly<
  Record<ActionState, readonly [mark: string, words: string, color: keyof Colors]>
> = {
  pending: ["•", "pending", "yellow"],
  "would-apply": ["✔", "would apply", "green"],
  applied: ["✔", "applied", "green"],
  discarded: ["✘", "discarded", "red"],
  held: ["◼", "held", "yellow"],
  failed: ["✘", "failed", "red"],
};

function verdictText(action: ActionReport, colors: Colors): string {
  const [mark, words, color] = STATES[action.state];
  const paint = colors[color] as (text: string) => string; // The table names colours only.
  const files = fileWords(action.facts).slice(0, 5).join(", ");
  const more = action.facts.fileCount > 5 ? ` and ${action.facts.fileCount - 5} more` : "";
  const rule =
    action.ruleId === undefined ? "" : ` ${colors.dim(`[rule ${terminalLine(action.ruleId)}]`)}`;
  const why = whyOf(action);
  const reason = why === undefined ? "" : ` — ${terminalLine(why)}`;
  const asked =
    action.modelReason === undefined ? "" : ` (the model: ${terminalLine(action.modelReason)})`;
  return `${paint(`${mark} ${words}`)} ${terminalLine(files)}${more}${reason}${rule}${asked}`;
}

function alertText({ level, message, recipe, step }: Alert, colors: Colors): string {
  const label = level === "error" ? colors.red("error") : colors.yellow("warning");
  const where = [recipe, step].filter((part) => part !== undefined).join(" › ");
  return `${label}: ${where === "" ? "" : `${terminalLine(where)}: `}${terminalBlock(message)}`;
}

function reportText(report: Report, { verbose, advisedRoot }: ReportStyle, colors: Colors): string {
  if (report.outcome === "invalid") return "";
  const { mode, base } = report.trust ?? { mode: "all", base: null };
  const commit = base === null ? "" : ` (commit ${base.slice(0, 7)})`;
  const trust = verbose && mode !== "all" ? [colors.dim(`trust: ${mode}${commit}`)] : [];
  const skipped = verbose
    ? report.skipped.map(({ path, why, detail }) =>
        colors.dim(
          `skipped: ${terminalLine(path)} (${why}${detail === undefined ? "" : `: ${terminalLine(detail)}`})`,
        ),
      )
    : [];
  const commits = prettyCommits(report, colors);
  const why = prettyWhy(report.why ?? [], { verbose }, colors);
  const lines = [...why, ...trust, ...skipped, ...commits, prettyTotals(report, colors)];
  return `${[...lines, ...heldAdvice(report, advisedRoot)].join("\n")}\n`;
}
