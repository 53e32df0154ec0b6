import type { Report } from "../../model/report/report.ts";
import { elementOf } from "../html/data-element.ts";
import { pageData } from "../html/page-data.ts";
import { type PageFiles, readPageFiles } from "../html/page-files.ts";
import { pageEnd, pageStart } from "../html/page-frame.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";

/** Makes `html`: one page for people, with all that it needs inside, which loads nothing. */
export function createHtmlReporter({ advisedRoot }: Pick<ReportStyle, "advisedRoot">): Reporter {
  const files = readPageFiles();
  return { onReport: (report) => pageOf(report, files, advisedRoot) };
}

/** Parts stand before the data: only after they were written is it known what stands where. */
function* pageOf(
  report: Report,
  files: PageFiles,
  advisedRoot: string | undefined,
): Generator<string, void> {
  yield pageStart(files, `${report.run.command} ${report.run.id}`);
  const data = yield* pageData(report, advisedRoot);
  yield elementOf("data", data);
  yield pageEnd(files);
}
