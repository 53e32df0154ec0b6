import type { FileReport } from "../model/report/formats.ts";
import { factsOfFormat } from "../model/report/formats.ts";
import type { ChangesView } from "../report/overview/changes-view.ts";
import type { ViewOptions } from "../request/options/read-options.ts";

/** Returns how the changes of a run are shown; `reports` are the files that it writes. */
export function viewOf(
  { stat, net, full, "group-by": groupBy, "ignore-space": ignoreSpace }: ViewOptions,
  reports: readonly FileReport[],
): ChangesView {
  const placeOf = ({ format }: FileReport) => factsOfFormat(format).changes ?? 0;
  const whole = reports.filter((report) => placeOf(report) > 0);
  return {
    isStat: stat,
    isNet: net,
    isFull: full,
    isSpaceIgnored: ignoreSpace,
    groupBy,
    writtenTo: [...whole].sort((a, b) => placeOf(a) - placeOf(b)).map(({ path }) => path),
  };
}
