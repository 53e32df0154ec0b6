import type { FindingReport, Report } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";

/** Returns the place of a finding, its sentence and its rule, for one line. */
export function toldWords({
  path,
  startLine,
  startColumn,
  message,
  text,
  rule,
  step,
  isNew,
}: FindingReport): { readonly place: string; readonly words: string; readonly rule: string } {
  const words = (message ?? `found \`${text}\``).split("\n", 1)[0] ?? "";
  return {
    place: `${path}:${startLine}:${startColumn}`,
    words: `${isNew === true ? "new: " : ""}${words}`,
    rule: rule ?? step,
  };
}

/**
 * Returns the sum of the findings of a run, by their severity, and how many there are at the base; empty if no step
 * tells of any.
 */
export function toldSum({ steps }: Pick<Report, "steps">): string {
  const sums = steps.flatMap(({ found }) => found ?? []);
  if (sums.length === 0) return "";
  const sum = (key: "total" | "errors" | "warnings" | "infos" | "hints") =>
    sums.reduce((total, found) => total + found[key], 0);
  const kinds = (["error", "warning", "info", "hint"] as const).flatMap((kind) => {
    const count = sum(`${kind}s`);
    return count === 0 ? [] : [countOf(count, kind)];
  });
  const total = countOf(sum("total"), "finding");
  const now = kinds.length === 0 ? "No findings." : `${total}: ${kinds.join(", ")}.`;
  const before = steps.flatMap(({ step, found }) =>
    found?.base === undefined ? [] : [`${found.base.total} (${step})`],
  );
  return before.length === 0 ? now : `${now} At the base: ${before.join(", ")}.`;
}
