import type { Alert } from "../../model/alert.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { StepFindings } from "../../model/search/step-found.ts";
import type { ActionRecord } from "../state/action-book.ts";

/** The notes of one call, made while it runs. */
export interface CallNotes {
  readonly alerts: Alert[];
  /** The files that the call searched, if its tool searches. */
  findings?: SearchFindings;
  /** The matches that the call tells of, if that is all that it does. */
  found?: StepFindings;
  /** The actions that the call queued. */
  readonly queued: ActionRecord[];
  /** True once the call has its result: a part of it that still runs can no longer queue (T29). */
  isOver: boolean;
}
