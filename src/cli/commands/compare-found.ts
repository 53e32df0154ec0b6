import type { ReportFormat } from "../../model/report/formats.ts";
import type { FoundReport } from "../../past/report-again.ts";
import type { CompareText } from "../../report/comparison/comparers.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import type { CliWorld } from "../cli-world.ts";
import { usageError } from "../usage-error.ts";
import { wantsColor } from "../wants-color.ts";
import type { MadeReports } from "./made-reports.ts";

/** Compares two records. On standard output there is a text if a format is given, or no file. */
export async function compareFound(
  [before, after]: readonly [FoundReport, FoundReport],
  { format, report, color, check }: OptionsOf<"report">,
  world: CliWorld,
): Promise<MadeReports> {
  const { comparerOf, COMPARISON_FORMATS } = await import("../../report/comparison/comparers.ts");
  const textIn = (name: ReportFormat): CompareText => {
    const found = comparerOf(name);
    if (found !== undefined) return found;
    const hint = `Comparisons have ${COMPARISON_FORMATS.join(", ")}.`;
    throw usageError(`--compare has no format \`${name}\`.`, hint);
  };
  const shown = format ?? (report.length > 0 ? undefined : "pretty");
  const show = shown === undefined ? undefined : textIn(shown);
  const writers = report.map((one) => ({ path: one.path, text: textIn(one.format) }));
  const { compareReports } = await import("../../report/comparison/compare-reports.ts");
  const comparison = compareReports(before, after, { check });
  return {
    files: writers.map(({ path, text }) => ({ path, text: text(comparison, { color: false }) })),
    async show() {
      const style = { color: wantsColor(color, world, world.stdout) };
      for (const piece of show?.(comparison, style) ?? []) {
        world.stdout.write(piece);
        await world.stdout.drained?.();
      }
    },
    exitCode: comparison.exitCode,
  };
}
