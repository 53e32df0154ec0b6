import type { Facts } from "./facts.ts";

/** Groups of facts that only the result of edits tells: each costs time, so a search finds those that are asked for. */
const OF_RESULT = [
  "idempotent",
  "newSyntaxErrors",
  "commentsOnly",
  "losses",
  "whitespaceOnly",
  "exportsChanged",
] as const;

/** Facts that git and other files tell. */
const OF_SURROUNDINGS = ["owners", "packages", "touchesChangedLines"] as const;

type FactGroup = (typeof OF_RESULT)[number] | (typeof OF_SURROUNDINGS)[number];

/** The groups that something asks for: a condition, a reason, an option. Sorted; plain data. */
export type AskedFacts = readonly FactGroup[];

const GROUP_OF: Readonly<Partial<Record<keyof Facts, FactGroup>>> = {
  idempotent: "idempotent",
  newSyntaxErrors: "newSyntaxErrors",
  commentsOnly: "commentsOnly",
  commentsLost: "losses",
  tokensLost: "losses",
  stringsChanged: "losses",
  whitespaceOnly: "whitespaceOnly",
  exportsChanged: "exportsChanged",
  owners: "owners",
  packages: "packages",
  touchesChangedLines: "touchesChangedLines",
};

/** The choices of facts: those that something looks at, or all. */
export const FACTS_CHOICES = ["asked", "all"] as const;

/** Every group: for a plan, whose facts are verified, and for `--facts all`. */
export const ALL_FACTS: AskedFacts = askedBy(Object.keys(GROUP_OF));

/** Returns those of the groups that a search finds. */
export function ofResult(asked: AskedFacts): AskedFacts {
  const groups: readonly FactGroup[] = OF_RESULT;
  return asked.filter((group) => groups.includes(group));
}

/** Returns the groups of facts with these names; a name of no group costs nothing and counts for none. */
export function askedBy(names: Iterable<string>): AskedFacts {
  const groups = new Set<FactGroup>();
  for (const name of names) {
    const group = Object.hasOwn(GROUP_OF, name) ? GROUP_OF[name as keyof Facts] : undefined; // Its key.
    if (group !== undefined) groups.add(group);
  }
  return [...groups].sort();
}

/**
 * Leaves out facts of groups that nothing asks for, also if they are known: so a report depends on the request alone.
 */
export function onlyAsked(facts: Facts, asked: AskedFacts): Facts {
  const kept = Object.entries(facts).filter(([name]) => {
    const group = GROUP_OF[name as keyof Facts]; // A key of the facts.
    return group === undefined || asked.includes(group);
  });
  return Object.fromEntries(kept) as Partial<Facts> as Facts; // Only optional ones are left out.
}
