import type { Report } from "../../model/report/report.ts";
import { countOf } from "../count-of.ts";
import { addTo } from "./add-to.ts";
import { boundedList } from "./bounded-list.ts";

type ReportedAlert = Report["alerts"][number];

/** One alert, and the files of the alerts of the same kind that a step raised besides. */
export interface AlertGroup<T extends ReportedAlert> {
  readonly first: T;
  /** At least `LEAST` - 1, or none. */
  readonly others: readonly string[];
}

/** So many alerts of one kind are shown as one. */
const LEAST = 3;
/** The most files that are named. */
const NAMED = 3;

/**
 * Groups the alerts of one step and one code that each are about a file, for people: programs get all of them. Errors
 * are equal only if their messages are, too. Groups keep the order of their first alerts.
 */
export function groupAlerts<T extends ReportedAlert>(
  alerts: Iterable<T>,
): readonly AlertGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const alert of alerts) {
    addTo(groups, keyOf(alert, groups.size), alert);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length < LEAST) return group.map((first) => ({ first, others: [] }));
    return group.slice(0, 1).map((first) => ({
      first,
      others: group.slice(1).flatMap(({ path }) => path ?? []),
    }));
  });
}

/** Returns one alert for each group. */
export function shownAlerts<T extends ReportedAlert>(alerts: Iterable<T>): readonly T[] {
  return groupAlerts(alerts).map((group) => ({ ...group.first, message: alertGroupText(group) }));
}

/** Returns the message of a group, with the number of the others. */
export function alertGroupText({ first, others }: AlertGroup<ReportedAlert>): string {
  if (others.length === 0) return first.message;
  const kind = first.level === "error" ? "error" : "warning";
  const named = boundedList(others, NAMED);
  return `${first.message} ${countOf(others.length, `more such ${kind}`)}: ${named}.`;
}

/** An alert about no file stands alone. */
function keyOf({ level, code, recipe, step, path, message }: ReportedAlert, at: number): string {
  const text = level === "error" && path !== undefined ? message.replaceAll(path, "") : "";
  return JSON.stringify(path === undefined ? [at] : [level, code, recipe, step, text]);
}
