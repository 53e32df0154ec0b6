import { FACT_ROWS } from "../model/action/facts.ts";
import type { PlannedAction } from "./plan.ts";

/**
 * Returns the first fact that contradicts the files of its action, before a policy decides on facts that were not
 * derived again. Pure; facts that only the engine knows (syntax, comments, languages) cannot be checked here.
 */
export function factsFault({ facts, files }: PlannedAction): string | undefined {
  if (files.length === 0) return undefined; // An action of a custom tool.
  for (const name of ["replacements", "additions", "deletions"] as const) {
    const counted = files.reduce((sum, file) => sum + file[name], 0);
    if (facts[name] !== counted) return `its fact \`${name}\` is not the sum of its files`;
  }
  const paths = files.map(({ path }) => `${path}:`);
  for (const [name, fact] of Object.entries(facts)) {
    if (FACT_ROWS[name]?.of !== "places" || !Array.isArray(fact)) continue;
    const isOwn = (place: string) =>
      MORE.test(place) || paths.some((path) => place.startsWith(path));
    if (!fact.every(isOwn))
      return `its fact \`${name}\` names a place that is in none of its files`;
  }
  return undefined;
}

/** The last entry of a list of places that is too long. */
const MORE = /^\d+ more$/;
