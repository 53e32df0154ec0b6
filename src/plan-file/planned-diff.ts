import { diffOfEdits } from "../edit/text/diff-of-edits.ts";
import type { PlannedFile } from "./plan.ts";

/** The diff of a file of a plan, and the regions of its edits. */
export type PlannedDiff = Pick<PlannedFile, "diff" | "additions" | "deletions" | "regions">;

/** Returns the diff of the edits of a plan; `before` is undefined for a new file, `after` for a deleted one. */
export function plannedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  edits: PlannedFile["edits"],
  mode?: PlannedFile["mode"],
): PlannedDiff {
  const { regions, ...diff } = diffOfEdits(path, before, after, edits, mode);
  return {
    ...diff,
    regions: regions.map((region, at) => ({ op: edits[at]?.op ?? "", ...region })),
  };
}
