import type { FleetReport, FleetReportRow } from "../../model/fleet/fleet-report.ts";
import { FLEET_STATES, type FleetState } from "../../model/fleet/fleet-state.ts";
import { countOf } from "../../shared/count-of.ts";
import { addTo } from "../../shared/lists/add-to.ts";

/** The states in the order in which people want to see them. */
export const STATES_BY_URGENCY: readonly FleetState[] = [
  "failed",
  "planned",
  "published",
  "merged",
  ...FLEET_STATES.slice(0, 3),
  "previewed",
  "skipped",
];

/** Returns the counts of a plan: `3 files, 12 replacements, 1 held`. Empty without a plan. */
export function countWords({ counts }: Pick<FleetReportRow, "counts">): string {
  if (counts === undefined || counts.actions === 0) return "";
  const { files, replacements, held, discarded } = counts;
  const parts = [countOf(files, "file"), countOf(replacements, "replacement")];
  if (held > 0) parts.push(`${held} held`);
  if (discarded > 0) parts.push(`${discarded} discarded`);
  return parts.join(", ");
}

/** Returns the numbers of all states: `2 failed, 10 planned`. */
export function stateCounts({ states }: FleetReport["totals"]): string {
  const found = STATES_BY_URGENCY.filter((state) => (states[state] ?? 0) > 0);
  return found.map((state) => `${states[state]} ${state}`).join(", ");
}

/** The reason of some repositories, and their rows. */
export interface RowsOfReason {
  readonly message: string;
  readonly rows: readonly FleetReportRow[];
}

/** Returns the rows of a state by their reasons, the most first. */
export function byReason(rows: readonly FleetReportRow[]): readonly RowsOfReason[] {
  const found = groupBy(rows, ({ reason }) => reason?.message ?? "");
  return [...found]
    .map(([message, of]) => ({ message, rows: of }))
    .sort((a, b) => b.rows.length - a.rows.length);
}

/** True for states of which rows are alike, and are told together. */
export function isToldTogether(state: FleetState): boolean {
  return state === "skipped" || state === "previewed" || state === "queued";
}

/** Returns the items by their keys. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}
