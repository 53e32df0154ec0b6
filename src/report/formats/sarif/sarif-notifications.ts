import type { Report } from "../../../model/report/report.ts";
import type { Finding } from "../../findings/finding.ts";
import { notesAbout } from "../../findings/findings-of.ts";
import type { ReportStyle } from "../../reporter.ts";
import { restWords } from "../rest-words.ts";
import { sarifLocation, withoutLinks } from "./sarif-result.ts";

/** A longer list is cut: so many messages of 2,000 characters stay in the bounds of the file. */
const MOST = 50;

/** The outcomes after which the results are those that were asked for. */
const SUCCESSFUL: readonly Report["outcome"][] = ["ok", "held"];

/** How many results there are. */
interface SarifCounts {
  readonly shown: number;
  readonly total: number;
  readonly withoutFix: number;
}

/** Returns the one invocation: how the run ended, its diagnostics, its alerts, and what was left out. */
export function sarifInvocation(
  report: Report,
  { shown, total, withoutFix }: SarifCounts,
  style: ReportStyle,
): object {
  const { diagnostics, alerts } = notesOf(report);
  const rest = restWords(report, style);
  const cut = [
    ...(total > shown
      ? [`${shown} of ${total} results are here, the most urgent ones. ${rest}`]
      : []),
    ...(withoutFix > 0 ? [`The fixes of ${withoutFix} results are left out. ${rest}`] : []),
  ].map((text) => ({ descriptor: { id: "left-out" }, level: "warning", message: { text } }));
  return {
    executionSuccessful: SUCCESSFUL.includes(report.outcome),
    exitCode: report.exitCode,
    exitCodeDescription: report.outcome,
    toolConfigurationNotifications: limited(diagnostics, rest, style),
    toolExecutionNotifications: [...limited(alerts, rest, style), ...cut],
  };
}

function notesOf(report: Report) {
  const notes = [...notesAbout(report)];
  return {
    diagnostics: notes.filter(({ kind }) => kind === "diagnostic"),
    alerts: notes.filter(({ kind }) => kind === "alert"),
  };
}

function limited(notes: readonly Finding[], rest: string, style: ReportStyle): readonly object[] {
  const notifications = notes.slice(0, MOST).map((note) => {
    const location = sarifLocation(note, style);
    return {
      descriptor: { id: note.ruleId },
      level: note.level,
      message: { text: withoutLinks(note.message) },
      ...(location === undefined ? {} : { locations: [location] }),
    };
  });
  if (notes.length <= MOST) return notifications;
  const text = `${notes.length - MOST} more. ${rest}`;
  return [
    ...notifications,
    { descriptor: { id: "left-out" }, level: "warning", message: { text } },
  ];
}
