import type { Alert } from "../../model/alert.ts";
import type { ParseIssue } from "../../model/edit.ts";
import { countOf } from "../../shared/count-of.ts";
import type { PlannedFile } from "./group-facts.ts";

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

/** Passes that ended with work left: used up, or going round in circles. */
export function passesAlert(path: string, passes: number, isCycle: boolean): CallAlert {
  const message = isCycle
    ? `${path}: the ops go round in circles; stopped before the text came back.`
    : `${path}: ${passes} passes did not suffice; one more would change it again.`;
  return { level: "warn", code: "passes", message, path };
}

/** `line:column` of the first issue. */
export function placeOf([first]: readonly ParseIssue[] = []): string {
  return first ? `${first.line}:${first.column}` : "1:1";
}
