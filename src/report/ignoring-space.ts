import type { ActionReport, Report, TouchedFile } from "../model/report/report.ts";
import { withoutSpace } from "../shared/diff/without-space.ts";
import type { CreateReporter } from "./reporter.ts";

/** Returns reporters for people that show no lines whose white space alone changes. */
export function ignoringSpace(create: CreateReporter): CreateReporter {
  return (style) => {
    const reporter = create(style);
    const { onReport } = reporter;
    if (onReport === undefined) return reporter;
    return { ...reporter, onReport: (report) => onReport(shownReport(report)) };
  };
}

function shownReport(report: Report): Report {
  const actions = report.actions.map((action): ActionReport => {
    return { ...action, files: action.files.map(shownFile) };
  });
  const files = report.files.map((file): TouchedFile => {
    return file.net === undefined ? file : { ...file, net: shownFile(file.net) };
  });
  return { ...report, actions, files };
}

/** The diff of one file at a time is in memory. */
function shownFile<File extends { readonly diff?: string | undefined }>(file: File): File {
  const { diff } = file;
  if (diff === undefined) return file;
  const { additions, deletions } = withoutSpace(diff);
  return Object.defineProperty({ ...file, additions, deletions }, "diff", {
    get: () => withoutSpace(file.diff ?? "").diff,
    enumerable: true,
  });
}
