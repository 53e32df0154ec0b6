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
    ...definedOnly({ isJoint }),
    diff: isLater ? "" : fields.diff(),
  };
  return isLater ? readLater(report, ["superseded", "diff"], fields) : report;
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

  diff(): string {
    return this.#change.diff;
  }
}
