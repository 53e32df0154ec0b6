import { FACETS, type Filters, NO_FILTERS, SORTS } from "./filters.ts";

/** The views of the page, in the order of its tabs. */
export const VIEWS = ["overview", "actions", "files", "held", "prompts", "run"] as const;

export type View = (typeof VIEWS)[number];

/** The state of the page: all of it is in the address, so that a link shows the same. */
export interface PageLocation {
  readonly view: View;
  readonly filters: Filters;
  /** The id of the action that is open. */
  readonly action?: string | undefined;
  /** The path of the file that is open. */
  readonly file?: string | undefined;
}

/** Reads the part of an address after `#`, without the keys that are unknown. */
export function parseLocation(hash: string): PageLocation {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const action = params.get("action") ?? undefined;
  const file = params.get("file") ?? undefined;
  const namedView = VIEWS.find((view) => view === params.get("view"));
  const chosenValues = Object.fromEntries(
    FACETS.filter((facet) => params.has(facet)).map((facet) => [facet, params.getAll(facet)]),
  );
  return {
    view:
      namedView ?? (action !== undefined ? "actions" : file !== undefined ? "files" : "overview"),
    filters: {
      search: params.get("q") ?? "",
      chosen: chosenValues,
      sort: SORTS.find((sort) => sort === params.get("sort")) ?? NO_FILTERS.sort,
    },
    action,
    file,
  };
}

/** Writes the part of an address after `#`; {@link parseLocation} reads the same from it. */
export function formatLocation({ view, filters, action, file }: PageLocation): string {
  const params = new URLSearchParams();
  if (view !== "overview") params.set("view", view);
  if (filters.search !== "") params.set("q", filters.search);
  for (const facet of FACETS)
    for (const value of filters.chosen[facet] ?? []) params.append(facet, value);
  if (filters.sort !== NO_FILTERS.sort) params.set("sort", filters.sort);
  if (action !== undefined) params.set("action", action);
  if (file !== undefined) params.set("file", file);
  return params.size === 0 ? "#" : `#${params}`;
}
