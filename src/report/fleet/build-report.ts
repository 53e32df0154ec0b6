import type { FleetShare, FleetSummary, JobResult } from "../../model/fleet/fleet-job.ts";
import type {
  FleetCounts,
  FleetReport,
  FleetReportRow,
  FleetShareTotal,
} from "../../model/fleet/fleet-report.ts";
import type { FleetRound, FleetRow } from "../../model/fleet/fleet-round.ts";
import type { FleetState } from "../../model/fleet/fleet-state.ts";
import { PULL_STATES } from "../../model/report/pull-schema.ts";
import { groupBy, STATES_BY_URGENCY } from "./fleet-words.ts";

type Summarized = Pick<JobResult, "fleet" | "summary"> | undefined;

/** Finds the result of a repository. Its text of a plan is not read. */
export type FindResult = (repository: string) => Summarized | Promise<Summarized>;

/** Adds up a round: a row for each repository, and the totals. Each result is read once, and not kept. */
export async function buildFleetReport(
  name: string,
  { round, fleet, startedAt, rows }: FleetRound,
  findResult: FindResult,
): Promise<FleetReport> {
  const byRule = new Map<string, FleetShareTotal>();
  const byOwner = new Map<string, FleetShareTotal>();
  const repositories: FleetReportRow[] = [];
  for (const row of rows.values()) {
    const result = hasPlan(row) ? await findResult(row.repository.name) : undefined;
    const summary = result?.fleet === row.repository.job ? result.summary : undefined;
    addShares(byRule, summary?.byRule);
    addShares(byOwner, summary?.byOwner);
    repositories.push(reportRow(row, summary));
  }
  const states = countBy(repositories, ({ state }) => state, STATES_BY_URGENCY);
  const pulls = countBy(
    repositories.flatMap((row) => row.pulls),
    ({ state }) => state,
    PULL_STATES,
  );
  const isKnown = repositories.every(
    (row) => row.counts !== undefined || !PLANNED.includes(row.state),
  );
  const counts = isKnown
    ? repositories.reduce((sum, row) => added(sum, row.counts), NOTHING)
    : UNKNOWN;
  const totals = { repositories: repositories.length, states, pulls, ...counts };
  const head = { formatVersion: 1, name, fleet, round, startedAt } as const;
  const shares = (of: typeof byRule) => (isKnown ? sorted(of) : null);
  return { ...head, totals, byRule: shares(byRule), byOwner: shares(byOwner), repositories };
}

/** True if a result may have counts: others have no plan. */
function hasPlan({ state }: FleetRow): boolean {
  return state !== "queued" && state !== "skipped";
}

function reportRow(row: FleetRow, summary: FleetSummary | undefined): FleetReportRow {
  const { repository, state, reason, commit, at, pulls = [] } = row;
  const { name, ref } = repository;
  const counts = summary && countsOf(summary);
  return { name, state, reason, ref, commit, at, counts, pulls };
}

const NOTHING: FleetCounts = {
  actions: 0,
  applied: 0,
  held: 0,
  discarded: 0,
  files: 0,
  replacements: 0,
  additions: 0,
  deletions: 0,
};

const UNKNOWN = {
  ...{ actions: null, applied: null, held: null, discarded: null, files: null },
  ...{ replacements: null, additions: null, deletions: null },
};

/** The states of repositories with a plan. */
const PLANNED: readonly FleetState[] = ["planned", "published", "merged"];

function countsOf({ byRule: _rules, byOwner: _owners, ...counts }: FleetSummary): FleetCounts {
  return counts;
}

function added(sum: FleetCounts, counts = NOTHING): FleetCounts {
  const keys = Object.keys(NOTHING) as (keyof FleetCounts)[]; // Of the literal above.
  return Object.fromEntries(keys.map((key) => [key, sum[key] + counts[key]])) as typeof sum;
}

function addShares(totals: Map<string, FleetShareTotal>, shares: readonly FleetShare[] = []): void {
  for (const { name, actions, replacements, files } of shares) {
    const known = totals.get(name);
    totals.set(name, {
      name,
      repositories: (known?.repositories ?? 0) + 1,
      actions: (known?.actions ?? 0) + actions,
      replacements: (known?.replacements ?? 0) + replacements,
      files: (known?.files ?? 0) + files,
    });
  }
}

function sorted(totals: ReadonlyMap<string, FleetShareTotal>): readonly FleetShareTotal[] {
  return [...totals.values()].sort(
    (a, b) =>
      b.replacements - a.replacements || b.actions - a.actions || (a.name < b.name ? -1 : 1),
  );
}

/** Counts items by their keys, in the order of the keys; without those that no item has. */
function countBy<Item, Key extends string>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  keys: readonly Key[],
): Partial<Record<Key, number>> {
  const groups = groupBy(items, keyOf);
  const entries = keys.flatMap((key) => {
    const { length } = groups.get(key) ?? [];
    return length === 0 ? [] : [[key, length] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<Key, number>>; // With keys of the list alone.
}
