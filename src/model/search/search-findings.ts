import type { SkippedFile } from "../action/preview.ts";
import type { Alert } from "../alert.ts";

/** The files of one call that searches. */
export interface SearchFindings {
  /** Paths that were searched. */
  readonly searched: readonly string[];
  readonly skipped: readonly Omit<SkippedFile, "step">[];
  readonly alerts: readonly Omit<Alert, "recipe" | "step">[];
}
