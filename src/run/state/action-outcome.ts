import type { FileChange } from "../../model/action/preview.ts";
import type { ActionReport } from "../../model/report/report.ts";
import type { ToolError } from "../../model/tool-error.ts";

/** The outcome of one action, as it is kept for the report and the plan. */
export interface KeptOutcome {
  readonly report: ActionReport;
  /** The changes that were written, or would be. */
  readonly changes: readonly FileChange[];
}

/** The outcome of one action. */
export interface ActionOutcome extends KeptOutcome {
  /** The error of an apply that failed. */
  readonly error?: ToolError | undefined;
  /** The answer of the action's handler, also in a dry run. */
  readonly answer?: string | undefined;
  /** It was previewed again: this outcome is not reported, because another action takes its place. */
  readonly isRetried?: boolean;
}
