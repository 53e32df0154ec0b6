import type { PassesOutcome, PassesPlan } from "../../../edit/plan/plan-passes.ts";
import type { Alert } from "../../../model/alert.ts";
import type { ParseIssue } from "../../../model/edit.ts";
import { countOf } from "../../../shared/count-of.ts";
import type { PlannedFile } from "../facts/group-facts.ts";

/** An alert of a call, before it is known of which step it is. */
export type CallAlert = Omit<Alert, "recipe" | "step">;

/** Overlaps of different ops are named (A14); nested matches of one op are its own affair (A16). */
export function overlapAlerts({ path, plan }: PlannedFile): readonly CallAlert[] {
  const across = plan.superseded.filter(({ opId, byOpId }) => opId !== byOpId);
  const [first] = across;
  if (!first) return [];
  const message = `${path}: ${countOf(across.length, "replacement")} of \`${first.opId}\` overlapped with \`${first.byOpId}\`, which comes first and stands.`;
  return [{ level: "warn", code: "overlap", message, path }];
}

/** Passes that ended with work left, and why. None where they are done. */
export function passesAlerts(path: string, { outcome, passes }: PassesPlan): readonly CallAlert[] {
  if (outcome === "done") return [];
  const message = `${path}: ${WHY_ENDED[outcome](passes)}`;
  return [{ level: "warn", code: "passes", message, path }];
}

const WHY_ENDED: Readonly<Record<Exclude<PassesOutcome, "done">, (passes: number) => string>> = {
  limit: (passes) => `${countPasses(passes)} did not suffice; one more would change it again.`,
  cycle: () => "the ops go round in circles; stopped before the text came back.",
  "syntax-errors": (passes) =>
    `${countPasses(passes)} left syntax errors; stopped there, with work left.`,
};

function countPasses(passes: number): string {
  return passes === 1 ? "1 pass" : `${passes} passes`;
}

/** `line:column` of the first issue. */
export function placeOf([first]: readonly ParseIssue[] = []): string {
  return first ? `${first.line}:${first.column}` : "1:1";
}
