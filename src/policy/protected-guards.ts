import type { Facts } from "../model/action/facts.ts";
import type { Policy, TraceEntry, Verdict } from "../model/policy.ts";
import { countOf } from "../shared/count-of.ts";
import { foldedPath } from "../shared/paths/folded-path.ts";
import { namesNoFiles } from "./conditions/known-facts.ts";
import { groupsOf, PROTECTED_GROUPS, type ProtectedGroup, UNNAMED } from "./protected-groups.ts";

/** The ids of the built-in guards, in the order of a trace. */
export const PROTECTED_IDS: readonly string[] = PROTECTED_GROUPS.map(({ id }) => id);

/**
 * Returns the built-in guards in force: all but those that the policy lifts, and those that it replaces by a guard with
 * the same id. `.git/**` and `.sluice/**` need no guard, because they are out of every scope.
 */
export function protectsOf(
  guards: Policy["guards"],
  lifted: readonly string[] = [],
): readonly string[] {
  const left = new Set([...lifted, ...guards.map(({ id }) => id)]);
  return PROTECTED_IDS.filter((id) => !left.has(id));
}

/** A built-in guard that hits. */
interface ProtectedHit {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** The result of the built-in guards for an action. */
interface ProtectedResult {
  /** The first guard that hits. */
  readonly hit: ProtectedHit | undefined;
  /** Those that hit, and always `protected`; the others are left out, so that a trace stays readable. */
  readonly trace: readonly TraceEntry[];
}

/**
 * Judges an action by the built-in guards that are in force. Pure. `places` has paths of the root: a file counts under
 * its path from the root, and from where each of them begins.
 */
export function evaluateProtected(
  protects: readonly string[],
  facts: Facts,
  places: readonly string[],
): ProtectedResult {
  const inForce = PROTECTED_GROUPS.filter(({ id }) => protects.includes(id));
  if (namesNoFiles(facts)) return resultOfUnnamed(inForce);
  const grouped = facts.files.flatMap((path) => {
    const names = [path, ...places.map((place) => `${place}/${path}`)];
    const groups = names.flatMap(knownGroupsOf);
    return groups.length > 0 ? [{ path, groups }] : [];
  });
  const results = inForce.map((group) => resultOf(group, grouped, facts));
  return {
    hit: results.find(({ hit }) => hit !== undefined)?.hit,
    trace: results.flatMap(({ entry }) => (entry.hit || entry.id === SHOWN ? [entry] : [])),
  };
}

/** The groups of the last paths: many actions may be about one file. */
const lastGroups = new Map<string, readonly string[]>();

/** The most paths whose groups are kept. */
const MOST_KNOWN = 64;

function knownGroupsOf(name: string): readonly string[] {
  const known = lastGroups.get(name);
  if (known !== undefined) return known;
  const groups = groupsOf(foldedPath(name));
  if (lastGroups.size >= MOST_KNOWN) lastGroups.clear();
  lastGroups.set(name, groups);
  return groups;
}

/** Judges an action that names no files: nothing is known of them, so that one guard hits in place of all. */
function resultOfUnnamed(inForce: readonly ProtectedGroup[]): ProtectedResult {
  const isInForce = (wanted: string) => inForce.some(({ id }) => id === wanted);
  const entryOf = (id: string, hit: boolean): TraceEntry => {
    return { id, kind: "guard", hit, unknown: ["anyFile"] };
  };
  const shown = isInForce(SHOWN) ? [entryOf(SHOWN, false)] : [];
  if (!isInForce(UNNAMED)) return { hit: undefined, trace: shown };
  const reason =
    "Names no files, so that it is not known if it touches a protected path. Let the tool list them under " +
    `\`files\` in the details of its action, or allow it by \`lift: [${UNNAMED}]\` in the policy.`;
  return {
    hit: { id: UNNAMED, verdict: "hold", reason },
    trace: [...shown, entryOf(UNNAMED, true)],
  };
}

/** The guard that is in every trace. */
const SHOWN = "protected";

/** A file that is in some groups by its name. */
interface GroupedFile {
  readonly path: string;
  /** Ids of groups. */
  readonly groups: readonly string[];
}

function resultOf(
  { id, title, fact }: ProtectedGroup,
  grouped: readonly GroupedFile[],
  facts: Facts,
): { readonly hit: ProtectedHit | undefined; readonly entry: TraceEntry } {
  const known = fact === undefined ? NONE : facts[fact];
  if (grouped.length === 0 && known?.length === 0) return missOf(id); // As of nearly all actions.
  const named = grouped.flatMap(({ path, groups }) => (groups.includes(id) ? [path] : []));
  const paths = [...new Set([...named, ...(known ?? [])])];
  const isUnknown = known === undefined;
  if (paths.length === 0 && !isUnknown) return missOf(id);
  const where = paths.length > 0 ? listOf(paths) : `not known for ${listOf(facts.files)}`;
  const reason = `Touches a protected path (${title}): ${where}. \`lift: [${id}]\` in the policy allows it.`;
  const unknown = isUnknown && fact !== undefined ? { unknown: [fact] } : {};
  return {
    hit: { id, verdict: "discard", reason },
    entry: { id, kind: "guard", hit: true, ...unknown },
  };
}

const NONE: readonly string[] = [];

/** The results of guards that do not hit, by id: thousands of actions share them. */
const misses = new Map<string, { readonly hit: undefined; readonly entry: TraceEntry }>();

function missOf(id: string): { readonly hit: undefined; readonly entry: TraceEntry } {
  const known = misses.get(id);
  if (known !== undefined) return known;
  const miss = {
    hit: undefined,
    entry: { id, kind: "guard", hit: false, failed: "anyFile" },
  } as const;
  misses.set(id, miss);
  return miss;
}

/** The most paths that a reason names. */
const NAMED = 3;

function listOf(paths: readonly string[]): string {
  const more = paths.length - NAMED;
  const named = paths.slice(0, NAMED).join(", ");
  return more > 0 ? `${named} and ${countOf(more, "more file")}` : named;
}
