import { SearchCache } from "../../cache/search-cache.ts";
import { UserKey } from "../../cache/user-key.ts";
import { createGrammars, type Grammars } from "../../edit/language/grammars.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { Policy } from "../../model/policy.ts";
import type { SetBounds } from "../../model/search/search-bounds.ts";
import type { SearchSettings } from "../../model/search/search-settings.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { SpilledTexts } from "../../shared/spill/spilled-texts.ts";
import { RunBudget } from "../../tools/ast-edit/search/run-budget.ts";
import { findLikelyState } from "../../tree/brought-state.ts";
import { userStateOf } from "../../tree/user-state-of.ts";
import { askedByRequest } from "../surroundings/asked-by-request.ts";
import { packagePlaces } from "./package-places.ts";

/** The means of the searches of a run. */
export interface OpenSearch {
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  /** Keeps the findings for later runs. */
  save(): void;
}

/** A run, as far as its searches depend on it. */
export interface SearchOfRun {
  readonly runId: string;
  readonly listing: GitListing;
  readonly trust: TrustInUse;
  readonly policy: Policy | undefined;
}

/** Opens the grammars, and the findings of earlier runs unless the repository itself brings them. */
export async function openSearch(
  request: RunRequest,
  world: RunWorld,
  { runId, listing, trust, policy }: SearchOfRun,
): Promise<OpenSearch> {
  const { build = "", threads } = world;
  const isBrought = await findLikelyState(listing, () => true); // All of it can be found out again.
  const memory = isBrought("cache") ? undefined : openCache(request, world, runId);
  const texts = openTexts(request.root, world, runId);
  return {
    grammars: createGrammars(packagePlaces(request, trust, world)),
    search: {
      build,
      budget: new RunBudget(boundsOf(request), texts),
      texts,
      asked: askedByRequest(request, policy),
      ...definedOnly({ memory, threads, without: world.without }),
    },
    save: () => memory?.save(),
  };
}

/** Opens the store of texts that are too many for memory. */
export function openTexts(root: string, { env, emit }: RunWorld, runId: string): SpilledTexts {
  const onFallback = (why: string) => emit({ type: "log", level: "warn", message: unspilled(why) });
  return new SpilledTexts({ root, env, runId, onFallback });
}

function unspilled(why: string): string {
  const what = "The texts of this run stay in memory, because no temporary file can hold them";
  return `${what}: ${why}. Free the temporary folder, or name another one with TMPDIR.`;
}

/** Options have their defaults: a number that is the default is none that the caller sets. */
function boundsOf({ maxMatches, maxText }: RunRequest): SetBounds {
  const text = maxText === INPUT_LIMITS.text ? undefined : maxText;
  return definedOnly({ matches: maxMatches, text });
}

/** Undefined if nothing is kept from run to run. */
function openCache(
  { root, command, cache }: RunRequest,
  world: RunWorld,
  runId: string,
): SearchCache | undefined {
  const { now, build, without } = world;
  if (!cache || build === undefined || without?.includes("known-results")) return undefined;
  const key = new UserKey(userStateOf(root, world));
  return new SearchCache({ root, now, runId }, { isForWriting: command !== "preview", key });
}
