import type { ForgeFault } from "../../forge/forge.ts";
import type { PullReport, Report } from "../../model/report/report.ts";
import { reasonOf } from "../job/reason-of.ts";
import type { Transition } from "../ledger/ledger.ts";

/**
 * Returns the state of a repository after its plan was published: `planned` if more is to be done later. `end` is the
 * fault after which nothing more was published. Undefined if the publication was stopped: then nothing has changed.
 */
export function publishedState(
  report: Report,
  end: ForgeFault | undefined,
): Transition | undefined {
  const { outcome, diagnostics, alerts } = report;
  const pulls = (report.pulls ?? []).map(withoutActions);
  const moved = (state: "planned" | "failed", code: string, message: string): Transition => ({
    state,
    reason: reasonOf(code, message),
    ...(pulls.length > 0 && { pulls }),
  });
  if (end?.kind === "stopped" || outcome === "interrupted") return undefined;
  if (end !== undefined) return moved("planned", "not-reached", end.message);
  const fault = diagnostics.find(({ severity }) => severity === "error");
  if (fault !== undefined) return moved("failed", fault.code, fault.message);
  const failed = pulls.find(({ state }) => state === "failed");
  const alert = alerts.find(({ level }) => level === "error");
  if (failed !== undefined) return moved("failed", "not-published", wordsOf(failed));
  if (alert !== undefined) return moved("failed", alert.code, alert.message);
  if (pulls.length === 0) return moved("planned", "all-held", ALL_HELD);
  const planned = pulls.filter(({ isPlanned }) => isPlanned);
  if (planned.length > 0) return moved("planned", "dry-run", "Nothing was written to its forge.");
  const postponed = pulls.find(({ state }) => state === "postponed");
  if (postponed !== undefined) return moved("planned", "postponed", wordsOf(postponed));
  return { state: "published", pulls };
}

const ALL_HELD = "Nothing of its plan is accepted: all of it is held or discarded.";

function wordsOf({ branch, state, why }: PullReport): string {
  return `${branch}: ${why ?? state}.`;
}

/** The plan has the ids. */
function withoutActions(pull: PullReport): PullReport {
  return { ...pull, actions: [] };
}
