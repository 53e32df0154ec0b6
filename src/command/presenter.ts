import type { RunEvent } from "../model/events.ts";
import type { Report } from "../model/report/report.ts";

/** Shows a run to a person while it happens, and its report at the end. */
export interface Presenter {
  onEvent(event: RunEvent): void;
  onReport(report: Report): Promise<void>;
}
