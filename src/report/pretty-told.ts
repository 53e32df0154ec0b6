import type { Colors } from "picocolors/types.js";
import type { Severity } from "../model/recipe/rule-words.ts";
import { toldByUrgency } from "../model/report/by-urgency.ts";
import type { Report } from "../model/report/report.ts";
import { terminalLine } from "./terminal-text.ts";
import { toldSum, toldWords } from "./told-words.ts";

/** The most findings that are listed; with `--verbose` all are. */
const MOST = 100;

/** Returns the findings of a run as lines, the gravest first, and their sum; none if no step tells of any. */
export function prettyTold(
  report: Pick<Report, "steps" | "findings">,
  { verbose }: { readonly verbose: boolean },
  colors: Colors,
): readonly string[] {
  const sum = toldSum(report);
  if (sum === "") return [];
  const all = toldByUrgency(report.findings);
  const shown = verbose ? all : all.slice(0, MOST);
  const paint: Readonly<Record<Severity, (text: string) => string>> = {
    error: colors.red,
    warning: colors.yellow,
    info: colors.cyan,
    hint: colors.dim,
  };
  const lines = shown.map((finding) => {
    const { place, words, rule } = toldWords(finding);
    const severity = paint[finding.severity](finding.severity.padEnd("warning".length));
    return `${terminalLine(place)}  ${severity}  ${terminalLine(words)}  ${colors.dim(terminalLine(rule))}`;
  });
  const left = all.length - shown.length;
  const more = left === 0 ? [] : [colors.dim(`… ${left} more: --verbose lists all`)];
  return [...lines, ...more, ...(lines.length === 0 ? [] : [""]), terminalLine(sum)];
}
