import type { FileChange } from "../../model/action/preview.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { readLater } from "../../shared/spill/read-later.ts";
import { countOfEdits, isSpilled } from "../../tools/changes/spilled-change.ts";

type FileReport = ActionReport["files"][number];

/**
 * Returns a file of the report. If the texts of the change are in a file, those of the report are read from it, too.
 */
export function fileReport(change: FileChange): FileReport {
  const { path, language, additions, deletions, preHash, postHash, isJoint } = change;
  const fields = new ReportedFields(change);
  const isLater = isSpilled(change);
  const report: FileReport = {
    path,
    language,
    replacements: countOfEdits(change),
    superseded: isLater ? [] : fields.superseded(),
    additions,
    deletions,
    preHash,
    postHash,
    regions: isLater ? [] : fields.regions(),
    ...definedOnly({ isJoint }),
    diff: isLater ? "" : fields.diff(),
  };
  return isLater ? readLater(report, ["superseded", "regions", "diff"], fields) : report;
}

/** Returns the regions of edits with the ops that made them. */
function regionsOfOps({ edits, regions }: Pick<FileChange, "edits" | "regions">) {
  return regions.map(({ before, after }, at) => ({ op: edits[at]?.opId ?? "", before, after }));
}

class ReportedFields {
  readonly #change: FileChange;

  constructor(change: FileChange) {
    this.#change = change;
  }

  superseded(): FileReport["superseded"] {
    return this.#change.superseded.map(({ opId, byOpId, start, end }) => ({
      op: opId,
      by: byOpId,
      start,
      end,
    }));
  }

  regions(): FileReport["regions"] {
    return regionsOfOps(this.#change);
  }

  diff(): string {
    return this.#change.diff;
  }
}
