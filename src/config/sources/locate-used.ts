import { dirname, join, posix } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { PROJECT_FILE } from "../../request/options/file-names.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { rootFault, tidyPath } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { ConfigReader } from "./config-reader.ts";
import { GIT } from "./git/git-name.ts";
import type { NamedBy } from "./git/open-commits.ts";
import {
  findNamedRecipes,
  findShipped,
  isPathLike,
  type LocatedRecipe,
  locateNamed,
  locateRecipe,
  SHIPPED,
} from "./locate-recipe.ts";
import {
  NPM,
  placeOfNamed,
  type RecipeFault,
  type SourcePlace,
  shownPlace,
} from "./source-place.ts";

/** The place of a recipe, or why it is missing. */
export type FoundRecipe = LocatedRecipe | { readonly fault: Diagnostic };

/** Finds a recipe that the caller named, or a project file. */
export async function findRecipe(
  name: string,
  reader: ConfigReader,
  by: NamedBy = "caller",
): Promise<FoundRecipe> {
  if (name.startsWith(GIT)) {
    const { findGitRecipe } = await import("./git/git-recipe.ts"); // Few recipes are in other repositories.
    return foundIn(await findGitRecipe(name, reader.commits, by));
  }
  if (name.startsWith(NPM)) return findInPackages(name, PROJECT_FILE, reader);
  return (await locateRecipe(name, reader)) ?? { fault: await notFound(name, reader) };
}

/**
 * Finds a recipe that the one at `from` uses. A path is relative to the root; in a package to its folder, in a commit
 * to its top, and in a file of the caller outside of the root to that file. A recipe of a package or of a commit names
 * those beside it and those that ship.
 */
export async function findUsedRecipe(
  name: string,
  from: SourcePlace,
  reader: ConfigReader,
): Promise<FoundRecipe> {
  if (reader.objects.has(name) || name.startsWith(SHIPPED)) return findRecipe(name, reader);
  if (name.startsWith(GIT)) return findRecipe(name, reader, "file");
  if (from.origin === "git") return findInCommit(name, from, reader);
  if (name.startsWith(NPM)) return findInPackages(name, fileOf(from), reader);
  const folder = from.origin === "shipped" ? undefined : packageOf(from);
  if (folder !== undefined) return findInPackage(name, folder, reader);
  if (isPathLike(name)) return findByPath(name, from, reader);
  return (await locateNamed(name, reader)) ?? { fault: await notFound(name, reader) };
}

/** Loaded when it is needed: few recipes are in packages. */
async function findInPackages(
  name: string,
  from: string,
  reader: ConfigReader,
): Promise<FoundRecipe> {
  const { findPackageRecipe } = await import("./package-recipe.ts");
  return foundIn(await findPackageRecipe(name, from, reader));
}

function fileOf(from: SourcePlace): string {
  if (from.origin === "tree") return from.path;
  return from.origin === "caller" ? from.file : PROJECT_FILE;
}

/** The packages of a tree are another tree's: what a commit uses is pinned with it. */
async function findInCommit(
  name: string,
  from: Extract<SourcePlace, { readonly origin: "git" }>,
  reader: ConfigReader,
): Promise<FoundRecipe> {
  if (name.startsWith(NPM))
    return {
      fault: {
        ...refusal(`A recipe of a commit uses no package, such as \`${shown(name)}\`.`),
        hint: "It uses recipes of the same commit, those that ship, and `git:URL@COMMIT:PATH`.",
      },
    };
  const { recipeInCommit } = await import("./git/git-recipe.ts");
  const found = await recipeInCommit(name, from, reader.commits);
  const isNoFile = !("place" in found) && !isPathLike(name);
  return (isNoFile ? await findShippedNamed(name, reader) : undefined) ?? foundIn(found);
}

async function findInPackage(
  name: string,
  folder: SourcePlace,
  reader: ConfigReader,
): Promise<FoundRecipe> {
  const why = rootFault(name)?.replace("the root", "its package");
  if (why !== undefined) return { fault: refusal(`\`${shown(name)}\` ${why}.`) };
  const { recipeInPackage } = await import("./package-recipe.ts");
  const found = await recipeInPackage(tidyPath(name), folder, reader);
  if ("place" in found || isPathLike(name)) return foundIn(found);
  return (await findShippedNamed(name, reader)) ?? foundIn(found);
}

async function findShippedNamed(
  name: string,
  reader: ConfigReader,
): Promise<LocatedRecipe | undefined> {
  const shipped = (await findShipped(reader)).find((recipe) => recipe.name === name);
  return shipped && { place: shipped.place, diagnostics: [] };
}

async function findByPath(
  name: string,
  from: SourcePlace,
  reader: ConfigReader,
): Promise<FoundRecipe> {
  if (from.origin === "caller") {
    const cwd = dirname(from.file);
    return foundAt(placeOfNamed(name, { cwd, root: reader.root }), reader);
  }
  const why = rootFault(name);
  if (why !== undefined) return { fault: refusal(`\`${shown(name)}\` ${why}.`) };
  return foundAt({ origin: "tree", path: tidyPath(name) }, reader);
}

/** Reading it says why it is refused, or that the base commit does not have it. */
async function foundAt(place: SourcePlace, reader: ConfigReader): Promise<FoundRecipe> {
  const isThere = reader.trust.mode !== "all" || (await reader.kindOf(place)) !== "missing";
  if (isThere) return { place, diagnostics: [] };
  return { fault: await notFound(shownPlace(place), reader) };
}

function foundIn(found: { readonly place: SourcePlace } | RecipeFault): FoundRecipe {
  if ("place" in found) return { place: found.place, diagnostics: [] };
  const { code, fault: message, hint } = found;
  return { fault: { code, severity: "error", message, hint } };
}

/** Returns the folder of the package in which a file lies; undefined if it lies in none. */
function packageOf(place: SourcePlace): SourcePlace | undefined {
  const file = shownPlace(place);
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
  if (folder === undefined) return undefined;
  if (place.origin === "tree") return { origin: "tree", path: posix.normalize(folder) };
  return { origin: "caller", file: join(folder) };
}

function refusal(message: string): Diagnostic {
  return { code: "path-out-of-root", severity: "error", message };
}

async function notFound(name: string, reader: ConfigReader): Promise<Diagnostic> {
  const isPath = isPathLike(name);
  const known = (await findNamedRecipes(reader)).map((recipe) => recipe.name);
  return {
    code: isPath ? "file-not-found" : "recipe-not-found",
    severity: "error",
    message: isPath ? `There is no recipe file ${name}.` : `There is no recipe \`${name}\`.`,
    hint: didYouMean(name, known),
  };
}
