import type { Diagnostic } from "../model/diagnostic.ts";
import type { Fleet, FleetRepository } from "../model/fleet/fleet.ts";

/** Returns the repositories of a fleet, in the order of its file; or why a forge does not list its own. */
export function listRepositories(
  fleet: Fleet,
): { readonly repositories: readonly FleetRepository[] } | { readonly fault: Diagnostic } {
  const repositories = fleet.entries.flatMap((entry) =>
    entry.kind === "repository" ? [entry.repository] : [],
  );
  return { repositories };
}
