import type { Report } from "../../model/report/report.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";

/** Runs a request; given, so that it is loaded only for an edit. */
export type LoadRun = () => Promise<
  (request: RunRequest, world: RunWorld) => Promise<{ readonly report: Report }>
>;
