import { toldByUrgency } from "../../model/report/by-urgency.ts";
import type { Report } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { shorten } from "../../shared/shorten.ts";
import { markdownText } from "../markdown-text.ts";
import { toldSum, toldWords } from "../told-words.ts";
import type { PartLimit } from "./commented-report.ts";
import { firstThatFit, roomForRest } from "./first-that-fit.ts";

/** The most characters of one finding. */
const LENGTH = 500;

/** Returns the findings of a run as a list, the gravest first, below their sum; empty if no step tells of any. */
export function toldList(
  report: Pick<Report, "steps" | "findings">,
  { length, elsewhere }: PartLimit,
): string {
  const sum = markdownText(toldSum(report));
  if (sum === "") return "";
  const items = toldByUrgency(report.findings).map((finding) => {
    const { place, words, rule } = toldWords(finding);
    const text = `${place}: ${words} (${rule})`;
    return `- **${finding.severity}** ${markdownText(shorten(text, LENGTH))}`;
  });
  const { shown, left } = firstThatFit(items, length - sum.length - roomForRest(elsewhere));
  const more = left === 0 ? [] : [`- ${countOf(left, "more finding")}; ${elsewhere}.`];
  const list = [...shown, ...more].join("\n");
  return list === "" ? sum : `${sum}\n\n${list}`;
}
