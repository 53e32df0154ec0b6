import { SearchCache } from "../../cache/search-cache.ts";
import { createGrammars, type Grammars } from "../../edit/language/grammars.ts";
import { isDryRun } from "../../model/run-kind.ts";
import type { SearchSettings } from "../../model/search-settings.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { GitListing } from "../request/git-listing.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { findLikelyState } from "../tree/brought-state.ts";
import { grammarPlaces } from "./recipe-languages.ts";

/** What the searches of a run work with. */
export interface OpenSearch {
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  /** Keeps what was found out for later runs. */
  save(): void;
}

/** Opens the grammars, and what earlier runs have found out, unless the repository itself brings that. */
export async function openSearch(
  request: RunRequest,
  world: RunWorld,
  { runId, listing }: { readonly runId: string; readonly listing: GitListing },
): Promise<OpenSearch> {
  const { ownFolder, build = "", threads } = world;
  const isBrought = await findLikelyState(listing, () => true); // It can all be found out again.
  const memory = isBrought("cache") ? undefined : openCache(request, world, runId);
  return {
    grammars: createGrammars(grammarPlaces(request.root, ownFolder)),
    search: { build, ...definedOnly({ memory, threads }) },
    save: () => memory?.save(),
  };
}

/** Absent where nothing is kept from run to run. */
function openCache(
  { root, command, cache }: RunRequest,
  { now, build }: RunWorld,
  runId: string,
): SearchCache | undefined {
  if (!cache || build === undefined) return undefined;
  return new SearchCache({ root, now, runId }, { keepsFindings: isDryRun(command) });
}
