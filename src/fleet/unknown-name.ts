import type { Diagnostic } from "../model/diagnostic.ts";
import type { FleetRepository } from "../model/fleet/fleet.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { shown } from "../shared/shown.ts";

/** The most names among which a misspelt one is looked for. */
const MOST_NAMES = 1000;

/** Finds a name that no repository of the fleet has. */
export function unknownName(
  only: readonly string[],
  repositories: readonly FleetRepository[],
): Diagnostic | undefined {
  const names = new Set(repositories.map(({ name }) => name));
  const unknown = only.find((name) => !names.has(name));
  if (unknown === undefined) return undefined;
  return {
    code: "invalid-option",
    severity: "error",
    message: `The fleet has no repository \`${shown(unknown)}\`.`,
    hint: didYouMean(unknown, [...names].slice(0, MOST_NAMES)),
  };
}
