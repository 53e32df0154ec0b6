import type { RunEvent } from "../model/events.ts";
import { type FileReport, factsOfFormat } from "../model/report/formats.ts";
import type { Report } from "../model/report/report.ts";
import { DEFAULT_VIEW } from "./overview/changes-view.ts";
import type { Pieces, ReportStyle } from "./reporter.ts";
import { loadReporter } from "./reporters.ts";

/** Reports that are collected during a run, to be written at its end. */
export interface CollectedReports {
  onEvent(event: RunEvent): void;
  /** Returns the whole text of each, to be read once. `isCode` if no character of it may be escaped. */
  texts(
    report: Report,
  ): readonly { readonly path: string; readonly text: Pieces; readonly isCode: boolean }[];
}

/** Collects reports for files: never in color. */
export async function collectFileReports(
  reports: readonly FileReport[],
  style: Omit<ReportStyle, "color">,
): Promise<CollectedReports> {
  const files = await Promise.all(
    reports.map(async ({ format, path }) => {
      // A file has room for all of it.
      const view = { ...(style.view ?? DEFAULT_VIEW), isFull: true, isStat: false };
      const whole = { ...style, reports, view, color: false, quiet: false };
      const reporter = (await loadReporter(format, view))(whole);
      return {
        path,
        reporter,
        isCode: factsOfFormat(format).isCode === true,
        pieces: [] as Pieces[],
      };
    }),
  );
  return {
    onEvent(event) {
      for (const { reporter, pieces } of files) pieces.push(reporter.onEvent?.(event) ?? []);
    },
    texts: (report) =>
      files.map(({ path, reporter, isCode, pieces }) => ({
        path,
        isCode,
        text: joined([...pieces, reporter.onReport?.(report) ?? []]),
      })),
  };
}

function* joined(texts: readonly Pieces[]): Generator<string, void> {
  for (const pieces of texts) yield* pieces;
}
