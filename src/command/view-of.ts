import type { FileReport } from "../report/file-reports.ts";
import type { ChangesView } from "../report/overview/changes-view.ts";
import type { ViewOptions } from "./read-options.ts";

/** Formats of files that have the changes, those for people first. */
const WHOLE: readonly string[] = ["html", "patch", "pretty", "json"];

/** Returns how the changes of a run are shown; `reports` are the files that it writes. */
export function viewOf(
  { stat, net, full, "group-by": groupBy }: ViewOptions,
  reports: readonly FileReport[],
): ChangesView {
  const whole = WHOLE.flatMap((wanted) => reports.filter(({ format }) => format === wanted));
  return {
    isStat: stat,
    isNet: net,
    isFull: full,
    groupBy,
    writtenTo: whole.map(({ path }) => path),
  };
}
