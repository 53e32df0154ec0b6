import type { FleetShare, FleetSummary } from "../../model/fleet/fleet-job.ts";
import type { ActionReport, Report } from "../../model/report/report.ts";

/** The most rules and owners that a result names; the rest are added up under one name. */
const MOST_SHARES = 1000;

/** Returns the counts of a dry run: what its plan would write, and by which rules and owners it was decided. */
export function summaryOf({ actions, totals }: Report): FleetSummary {
  const applied = actions.filter(({ state }) => state === "would-apply");
  const sum = (of: (facts: ActionReport["facts"]) => number | undefined) =>
    applied.reduce((total, { facts }) => total + (of(facts) ?? 0), 0);
  return {
    ...{ actions: totals.actions, applied: totals.applied, held: totals.held },
    ...{ discarded: totals.discarded, files: totals.filesChanged },
    ...{ replacements: totals.replacements },
    additions: sum((facts) => facts.additions),
    deletions: sum((facts) => facts.deletions),
    byRule: sharesOf(actions, ({ ruleId }) => (ruleId === undefined ? [] : [ruleId])),
    byOwner: sharesOf(actions, ({ facts }) => facts.owners ?? []),
  };
}

function sharesOf(
  actions: readonly ActionReport[],
  namesOf: (action: ActionReport) => readonly string[],
): readonly FleetShare[] {
  const shares = new Map<string, { actions: number; replacements: number; files: Set<string> }>();
  for (const action of actions)
    for (const named of namesOf(action)) {
      const name = shares.has(named) || shares.size < MOST_SHARES ? named : "(others)";
      const share = shares.get(name) ?? { actions: 0, replacements: 0, files: new Set() };
      share.actions += 1;
      share.replacements += action.facts.replacements ?? 0;
      for (const path of action.facts.files) share.files.add(path);
      shares.set(name, share);
    }
  return [...shares]
    .map(([name, share]) => ({ name: name.slice(0, 1024), ...share, files: share.files.size }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
