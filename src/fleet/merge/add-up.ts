import { FLEET_STATES } from "../../model/fleet/fleet-state.ts";
import { shown } from "../../shared/shown.ts";
import type { Contribution } from "./contribution.ts";

/**
 * Adds up what jobs say, one outcome a repository. The same repository of the same commit with the same plan may be
 * there again: the outcome that is further on its way counts. Anything else is told in sentences.
 */
export function addUp(
  contributions: Iterable<Contribution>,
):
  | { readonly outcomes: ReadonlyMap<string, Contribution> }
  | { readonly faults: readonly string[] } {
  const outcomes = new Map<string, Contribution>();
  const faults: string[] = [];
  for (const next of contributions) {
    const first = outcomes.get(next.name);
    const difference = first === undefined ? undefined : findDifference(first, next);
    if (first === undefined || (difference === undefined && rank(next) > rank(first)))
      outcomes.set(next.name, next);
    else if (difference !== undefined)
      faults.push(
        `${shown(next.name)} has two outcomes, of ${difference}: ${shown(first.from)} and ${shown(next.from)}.`,
      );
  }
  return faults.length > 0 ? { faults } : { outcomes };
}

function findDifference(one: Contribution, other: Contribution): string | undefined {
  if (one.outcome.commit !== other.outcome.commit) return "different commits";
  if (one.result?.plan?.digest !== other.result?.plan?.digest) return "different plans";
  return isPlanned(one) === isPlanned(other) &&
    (isPlanned(one) || one.outcome.state === other.outcome.state)
    ? undefined
    : "different states";
}

/** True of a repository with a plan: it may be published in one state, and not yet in another. */
function isPlanned({ result }: Contribution): boolean {
  return result?.plan !== undefined;
}

function rank({ outcome }: Contribution): number {
  return FLEET_STATES.indexOf(outcome.state);
}
