import { dirname, join, relative } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { toPosix } from "../../shared/paths/posix-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import type { ParsedProject } from "./parse-project.ts";

/** Finds reports of a project file that a link of the tree would put into a hidden folder, such as `.github`. */
export function hiddenReports(
  { written, source }: ParsedProject,
  root: string,
): readonly Diagnostic[] {
  const { reports = [] } = written;
  return reports.flatMap((report, index) => {
    const path = report.slice(report.indexOf("=") + 1);
    const folder = toPosix(relative(realOf(root), realOf(dirname(join(root, path)))));
    if (!/(^|\/)\.[^./]/.test(folder)) return [];
    const place = source.placeOf(["reports", index]);
    const fault = `\`${path}\` is in the hidden folder ${folder}, by a link; name one that is not.`;
    return [diagnosticAt(place, "invalid-value", fault)];
  });
}

/** Returns where a folder is; of one that is not there yet, where the nearest one above it is. */
function realOf(folder: string): string {
  return realPathOf(folder) ?? realOf(dirname(folder));
}
