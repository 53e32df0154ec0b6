import type { ActionReport } from "../../model/report/report.ts";

type ChangedFile = Pick<ActionReport["files"][number], "path" | "additions" | "deletions" | "diff">;

/** One thing that is shown: an action with its files, or with one of them; or the sum of the changes of a file. */
export interface Entry {
  /** Of a net change, the first action of it. */
  readonly action: ActionReport;
  /** All actions that make it. */
  readonly actions: readonly ActionReport[];
  readonly files: readonly ChangedFile[];
  /** True for the sum of the changes of a file. */
  readonly isNet: boolean;
}
