import type { Alert } from "../model/alert.ts";
import type { AcceptedChanges, BaseSetting } from "./accepted-changes.ts";

/** Accepts nothing that was not named, and only what can be derived from the base. */
export async function findAccepted(setting: BaseSetting): Promise<AcceptedChanges> {
  const { acceptedPlan, acceptedRun } = setting.request;
  if (acceptedPlan !== undefined) {
    const { acceptedByPlan } = await import("./accepted-by-plan.ts");
    return acceptedByPlan(acceptedPlan, setting);
  }
  if (acceptedRun === undefined) return { kind: "accepted", texts: new Map() };
  const { acceptedByRun } = await import("./accepted-by-run.ts");
  return acceptedByRun(acceptedRun, setting);
}

/** Returns the alert about a plan or a run that proves nothing. */
export function unprovedAlert(why: string): Alert {
  const message = `Nothing is accepted for it, and what it changed is judged again: ${why}`;
  return { level: "warn", code: "not-verified", message };
}
