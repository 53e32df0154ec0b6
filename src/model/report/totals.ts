import type { SkippedFile } from "../action/preview.ts";
import { type ActionReport, isWarned, type Totals } from "./report.ts";

/** Returns the sums of a report. Pure: all but the searched files are counted from the lists of the report. */
export function totalsOf(
  actions: readonly ActionReport[],
  skipped: readonly SkippedFile[],
  searchedFiles: ReadonlySet<string>,
): Totals {
  const inState = (...states: ActionReport["state"][]) =>
    actions.filter(({ state }) => states.includes(state));
  const applied = inState("applied", "would-apply");
  const failed = inState("failed");
  const warned = applied.filter(isWarned).length;
  const there = [...applied, ...failed.filter(({ isWritten }) => isWritten === true)];
  // For a custom tool, the files that it names.
  const pathsOf = (list: readonly ActionReport[]) =>
    new Set(list.flatMap(({ facts }) => facts.files));
  const ledger = {
    pending: replacementsOf(inState("pending")),
    applied: replacementsOf(applied),
    superseded: sum(
      actions.flatMap(({ files }) => files.map(({ superseded }) => superseded.length)),
    ),
    discarded: replacementsOf(inState("discarded")),
    held: replacementsOf(inState("held")),
    stale: replacementsOf(failed.filter(({ isStale }) => isStale === true)),
    failed: replacementsOf(failed.filter(({ isStale }) => isStale !== true)),
  };
  return {
    filesSearched: searchedFiles.size,
    filesMatched: pathsOf(actions).size,
    filesSkipped: new Set(skipped.map(({ path }) => path)).size,
    actions: actions.length,
    pending: inState("pending").length,
    applied: applied.length,
    ...(warned === 0 ? {} : { warned }),
    discarded: inState("discarded").length,
    held: inState("held").length,
    failed: failed.length,
    replacements: replacementsOf(there),
    filesChanged: pathsOf(there).size - restoredIn(there).length,
    ledger: { found: sum(Object.values(ledger)), ...ledger },
  };
}

/**
 * Returns the files that are as before: each change began where the last one ended, the last one ended at the first, and
 * the mode changed back if it did.
 */
function restoredIn(actions: readonly ActionReport[]): readonly string[] {
  const chains = new Map<string, { first: Hash; last: Hash; isWhole: boolean; modes: number }>();
  for (const { facts, files } of actions) {
    const listed = new Set(files.map(({ path }) => path));
    for (const path of facts.files)
      if (!listed.has(path)) chains.set(path, { first: null, last: "", isWhole: false, modes: 0 });
    for (const { path, preHash, postHash, mode } of files) {
      const start = { first: preHash, last: preHash, isWhole: true, modes: 0 };
      const { first, last, isWhole, modes } = chains.get(path) ?? start;
      const isNext = isWhole && preHash === last;
      const count = modes + (mode === undefined ? 0 : 1);
      chains.set(path, { first, last: postHash, isWhole: isNext, modes: count });
    }
  }
  return [...chains]
    .filter(([, { first, last, isWhole, modes }]) => isWhole && first === last && modes % 2 === 0)
    .map(([path]) => path);
}

type Hash = ActionReport["files"][number]["preHash"];

function replacementsOf(actions: readonly ActionReport[]): number {
  return sum(actions.map(({ facts }) => facts.replacements ?? 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A line of a table of totals. */
export interface TotalsRow {
  readonly label: string;
  /** Undefined for replacements that belong to no action of their own. */
  readonly actions: number | undefined;
  readonly replacements: number;
}

/**
 * Returns the totals as a table: every action and every replacement in exactly one row, so that the sums can be
 * checked.
 */
export function totalsRows(
  totals: Totals,
  { isDryRun }: { isDryRun: boolean },
): readonly TotalsRow[] {
  const { ledger } = totals;
  return [
    { label: "pending", actions: totals.pending, replacements: ledger.pending },
    {
      label: isDryRun ? "would apply" : "applied",
      actions: totals.applied,
      replacements: ledger.applied,
    },
    { label: "discarded", actions: totals.discarded, replacements: ledger.discarded },
    { label: "held", actions: totals.held, replacements: ledger.held },
    { label: "failed", actions: totals.failed, replacements: ledger.failed + ledger.stale },
    { label: "superseded", actions: undefined, replacements: ledger.superseded },
  ];
}
