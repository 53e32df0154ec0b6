import { comparePaths, foundFault } from "../shared/paths/posix-path.ts";
import { shown } from "../shared/shown.ts";
import type { Plan } from "./plan.ts";
import type { ReportFault } from "./rule-out-paths.ts";

/** Finds what is wrong with the shard of a plan: one of several says how files were dealt, and has some in order. */
export function checkShard(
  { index, total, by, tree, files }: Plan["shard"],
  report: ReportFault,
): void {
  if (index > total) report("shard", "its index is beyond the total.");
  const isDealt = [by, tree, files].every((each) => each !== undefined);
  const isWhole = [by, tree, files].every((each) => each === undefined);
  if (total > 1 ? !isDealt : !isWhole)
    report("shard", "it does not say how its files were dealt, or there is one shard.");
  const wrong = files?.find((path, at) => at > 0 && comparePaths(files[at - 1] ?? "", path) >= 0);
  if (wrong !== undefined) report("shard", `\`${shown(wrong)}\` is out of order, or listed twice.`);
  const outside = files?.find((path) => foundFault(path) !== undefined);
  if (outside !== undefined) report("shard", `\`${shown(outside)}\` is no path below the root.`);
}
