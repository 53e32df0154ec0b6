import { isQuiet } from "../../model/alert.ts";
import { countOf } from "../../shared/count-of.ts";
import { alertGroupText, groupAlerts } from "../../shared/lists/grouped-alerts.ts";
import { shorten } from "../../shared/shorten.ts";
import { markdownText } from "../markdown-text.ts";
import type { CommentedReport, PartLimit } from "./commented-report.ts";
import { firstThatFit, roomForRest } from "./first-that-fit.ts";

/** The most characters of one problem. */
const PROBLEM_LENGTH = 500;

/** Returns the problems of a run as a list, errors first; empty without a problem. */
export function problemList(
  { diagnostics, alerts }: Pick<CommentedReport, "diagnostics" | "alerts">,
  { length, elsewhere }: PartLimit,
): string {
  const problems = [
    ...diagnostics.map(({ severity, message, hint = "", ...place }) => ({
      isError: severity === "error",
      text: `${placeOf(place)}${message}${hint === "" ? "" : ` ${hint}`}`,
    })),
    ...groupAlerts(alerts.filter((alert) => !isQuiet(alert))).map((group) => {
      const { level, message, path } = group.first;
      const isPlaced = path === undefined || message.startsWith(`${path}:`);
      return {
        isError: level === "error",
        text: `${isPlaced ? "" : placeOf({ path })}${alertGroupText(group)}`,
      };
    }),
  ].sort((a, b) => Number(b.isError) - Number(a.isError));
  if (problems.length === 0) return "";
  const items = problems.map(
    ({ isError, text }) =>
      `- **${isError ? "error" : "warning"}** ${markdownText(shorten(text, PROBLEM_LENGTH))}`,
  );
  const { shown, left } = firstThatFit(items, length - roomForRest(elsewhere));
  const more = left === 0 ? [] : [`- ${countOf(left, "more problem")}; ${elsewhere}.`];
  return [...shown, ...more].join("\n");
}

function placeOf(place: {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}): string {
  const parts = [place.path, place.line, place.column].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : `${parts.join(":")}: `;
}
