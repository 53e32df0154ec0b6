import { FACT_ROWS, type FactGroup, type Facts } from "./facts.ts";

/** The groups that something asks for: a condition, a reason, an option. Sorted; plain data. */
export type AskedFacts = readonly FactGroup[];

/** The choices of facts: those that something looks at, or all. */
export const FACTS_CHOICES = ["asked", "all"] as const;

/** Every group but costly ones: for a plan, whose facts are verified, and for `--facts all`. */
export const ALL_FACTS: AskedFacts = askedBy(
  Object.keys(FACT_ROWS).filter((name) => FACT_ROWS[name]?.isCostly !== true),
);

const OF_RESULT = new Set(
  Object.entries(FACT_ROWS).flatMap(([name, { origin }]) =>
    origin === "engine" ? (groupOf(name) ?? []) : [],
  ),
);

/** Returns those of the groups that a search finds: only the result of edits tells them. */
export function ofResult(asked: AskedFacts): AskedFacts {
  return asked.filter((group) => OF_RESULT.has(group));
}

/** Returns the groups of facts with these names; a name of no group costs nothing and counts for none. */
export function askedBy(names: Iterable<string>): AskedFacts {
  return [...new Set([...names].flatMap((name) => groupOf(name) ?? []))].sort();
}

/** True if the names of results are compared with those before. */
export function asksNames(asked: AskedFacts): boolean {
  return asked.includes("names") || asked.includes("unusedImports");
}

/** True if the threats in added text are searched for. */
export function asksThreats(asked: AskedFacts): boolean {
  return asked.some((group) => FACT_ROWS[group]?.origin === "text");
}

function groupOf(name: string): FactGroup | undefined {
  const row = Object.hasOwn(FACT_ROWS, name) ? FACT_ROWS[name] : undefined;
  return row?.asked as FactGroup | undefined; // The type is that of the column.
}

/**
 * Leaves out facts of groups that nothing asks for, also if they are known: so a report depends on the request alone.
 */
export function onlyAsked(facts: Facts, asked: AskedFacts): Facts {
  const kept = Object.entries(facts).filter(([name]) => {
    const group = groupOf(name);
    return group === undefined || asked.includes(group);
  });
  return Object.fromEntries(kept) as Partial<Facts> as Facts; // Only optional ones are left out.
}
