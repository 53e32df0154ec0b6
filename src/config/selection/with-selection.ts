import { keptFiles } from "../../files/withheld/why-withheld.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { FileSelection, KeptFiles } from "../../model/recipe/scope-rules.ts";
import type { ListedWorld } from "../../request/listed-world.ts";
import type { Client, RunRequest } from "../../request/request.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import { withUntracked } from "../../tree/git-listing.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import type { ConfigReader } from "../sources/config-reader.ts";

/** The sources of the rules for a client. */
interface ClientSources extends Pick<ListedWorld, "listing"> {
  readonly reader: Pick<ConfigReader, "trust">;
}

/** Returns recipes for the selected files only, and for those that the client of the request may see. */
export async function withSelection(
  recipes: readonly Recipe[],
  { root, client }: Pick<RunRequest, "root" | "client">,
  selection: FileSelection | undefined,
  sources: ClientSources,
): Promise<readonly Recipe[]> {
  if (client === undefined && selection === undefined) return recipes;
  const rules =
    client === undefined
      ? { selection }
      : { selection: openedTo(client, selection), kept: await keptFrom(client, root, sources) };
  return recipes.map((recipe) => ({ ...recipe, scope: { ...recipe.scope, ...rules } }));
}

/** Returns the files whose texts are kept from a client (F21). */
function keptFrom(
  { paths }: Client,
  root: string,
  { listing, reader }: ClientSources,
): Promise<KeptFiles> {
  const listed = reader.trust.mode === "all" ? listing : withUntracked(listing);
  return keptFiles(paths, createOverlayWorkspace(root, listed));
}

/** Returns the selection of a run, less what a client must not have changed, and must not have made. */
function openedTo(
  { paths, exclude }: Client,
  selection: FileSelection | undefined,
): FileSelection | undefined {
  if (paths.length + exclude.length === 0) return selection;
  const isOpen = paths.length === 0 ? () => true : pathMatcher(paths);
  const isExcluded = pathMatcher(exclude);
  return { has: (path) => isOpen(path) && !isExcluded(path) && (selection?.has(path) ?? true) };
}
