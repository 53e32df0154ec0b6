import type { PageAction } from "../../src/model/page/page-action.ts";
import { isWarned } from "../../src/model/report/report.ts";
import { commonFolder, partOf } from "./folders.ts";
import { wordsOf } from "./search.ts";

/** The choices by which actions are filtered, besides a search: each leaves actions of which one value is chosen. */
export const FACETS = ["state", "rule", "kind", "step", "folder", "owner"] as const;

export type Facet = (typeof FACETS)[number];

/** Which actions are listed, and in which order. */
export interface Filters {
  /** Words that all must stand somewhere in an action. */
  readonly search: string;
  /** The chosen values of each facet; none: all. */
  readonly chosen: Readonly<Partial<Record<Facet, readonly string[]>>>;
  readonly sort: Sort;
}

/** `urgency`: those that need a person first. `run`: as the run came to them. */
export const SORTS = ["urgency", "run", "path", "size"] as const;

export type Sort = (typeof SORTS)[number];

/** Nothing is left out. */
export const NO_FILTERS: Filters = { search: "", chosen: {}, sort: "urgency" };

/** The value for actions without owner or rule, and for files at the top. */
export const NONE = "–";

/** Returns the values that an action has for a facet; folders are those below `around`. */
export function facetValues(action: PageAction, facet: Facet, around = ""): readonly string[] {
  switch (facet) {
    case "state":
      return isWarned(action) ? [action.state, "warned"] : [action.state];
    case "rule":
      return [action.rule ?? NONE];
    case "kind":
      return action.kinds ?? [NONE];
    case "step":
      return [`${action.recipe} › ${action.step}`];
    case "folder":
      return [
        ...new Set(
          action.paths
            .filter((path) => path.startsWith(around))
            .map((path) => partOf(path, around) || NONE),
        ),
      ];
    case "owner":
      return action.owners.length === 0 ? [NONE] : action.owners;
  }
}

/** Returns the folder that has all paths of some actions, or all of those below a folder. */
export function folderAround(actions: readonly PageAction[], within = ""): string {
  const paths = actions.flatMap((action) => action.paths);
  return commonFolder(paths.filter((path) => path.startsWith(within)));
}

/** Returns the actions that pass, in the order that is wanted. */
export function filterActions(
  actions: readonly PageAction[],
  filters: Filters,
): readonly PageAction[] {
  const matches = matcherOf(filters);
  return sorted(actions.filter(matches), filters.sort);
}

/** Returns how many actions have each value of a facet, among those that pass the other filters; the most first. */
export function countsOf(
  actions: readonly PageAction[],
  filters: Filters,
  facet: Facet,
): readonly (readonly [value: string, count: number])[] {
  const matches = matcherOf({ ...filters, chosen: { ...filters.chosen, [facet]: [] } });
  const counts = new Map<string, number>();
  const matching = actions.filter(matches);
  const chosen = filters.chosen[facet] ?? [];
  // Below a chosen folder its own ones are offered.
  const [within = ""] = facet === "folder" ? chosen.filter((value) => value !== NONE) : [];
  const around = facet === "folder" ? folderAround(matching, within) : "";
  for (const action of matching)
    for (const value of facetValues(action, facet, around))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const value of chosen)
    if (!counts.has(value))
      counts.set(value, matching.filter((action) => hasValue(action, facet, value)).length);
  return [...counts].sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1));
}

function matcherOf({ search, chosen }: Filters): (action: PageAction) => boolean {
  const words = wordsOf(search);
  const facets = FACETS.filter((facet) => (chosen[facet] ?? []).length > 0);
  return (action) =>
    facets.every((facet) =>
      (chosen[facet] ?? []).some((value) => hasValue(action, facet, value)),
    ) && words.every((word) => textOf(action).includes(word));
}

/** A folder has all files below it. */
function hasValue(action: PageAction, facet: Facet, value: string): boolean {
  if (facet === "folder" && value !== NONE)
    return action.paths.some((path) => path.startsWith(value));
  return facetValues(action, facet).includes(value);
}

const texts = new WeakMap<PageAction, string>();

/** Everything of an action that is searched, in lower case; made when it is first asked for. */
function textOf(action: PageAction): string {
  const known = texts.get(action);
  if (known !== undefined) return known;
  const { id, state, label, recipe, step, tool, rule = "", why = "", paths, owners } = action;
  const text = [id, state, label, recipe, step, tool, rule, why, ...paths, ...owners]
    .join("\n")
    .toLowerCase();
  texts.set(action, text);
  return text;
}

function sorted(actions: readonly PageAction[], sort: Sort): readonly PageAction[] {
  switch (sort) {
    case "urgency":
      return actions; // As they are written.
    case "run":
      return [...actions].sort((a, b) => a.order - b.order);
    case "path":
      return [...actions].sort((a, b) => compared(a.paths[0] ?? "", b.paths[0] ?? ""));
    case "size":
      return [...actions].sort((a, b) => sizeOf(b) - sizeOf(a));
  }
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sizeOf({ additions, deletions }: PageAction): number {
  return additions + deletions;
}
