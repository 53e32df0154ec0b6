import type { Alert } from "../../model/alert.ts";
import type { Report } from "../../model/report/report.ts";

/** The alerts that an apply leaves that failed. */
const OF_ACTIONS: readonly Alert["code"][] = ["apply-failed", "stale"];

/**
 * Returns the alerts of a run that tell more than its actions do: where an action says why its apply failed, the alert
 * about it would tell one fault twice.
 */
export function alertsApart({
  alerts,
  actions,
}: Pick<Report, "alerts" | "actions">): typeof alerts {
  if (!alerts.some(({ code }) => isOfAction(code))) return alerts;
  const toldMessages = new Set<string | undefined>();
  for (const { state, result, applyError } of actions) {
    if (state === "failed") toldMessages.add(result);
    if (state === "held") toldMessages.add(applyError);
  }
  return alerts.filter(({ code, message }) => !isOfAction(code) || !toldMessages.has(message));
}

function isOfAction(code: string): boolean {
  return OF_ACTIONS.some((own) => own === code);
}
