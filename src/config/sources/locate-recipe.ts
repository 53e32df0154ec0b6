import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { PROJECT_FILE } from "../../request/options/file-names.ts";
import type { ConfigReader } from "./config-reader.ts";
import { GIT } from "./git/git-name.ts";
import { NPM, type SourcePlace, shownPlace } from "./source-place.ts";

/** The folders below the root with recipes by name. A recipe in the first hides one of the same name in the second. */
const RECIPE_FOLDERS = ["recipes", ".sluice/recipes"] as const;

/** Stands before the name of a recipe that ships. */
export const SHIPPED = "shipped:";

/** A recipe that can be named on the command line. */
export interface NamedRecipe {
  readonly name: string;
  readonly place: SourcePlace;
  readonly origin: (typeof RECIPE_FOLDERS)[number] | "shipped";
}

/** A recipe that was found; `diagnostics` warn if another one has the same name. */
export interface LocatedRecipe {
  readonly place: SourcePlace;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds a recipe that the caller named: by `shipped:NAME`, by `npm:PACKAGE/NAME`, by `git:URL@COMMIT:PATH`, by a path
 * relative to the working directory, or by a name. If a recipe of the tree has the name of one that ships, the tree's
 * is used with trust in all of the tree, and the shipped one otherwise.
 */
export async function locateRecipe(
  nameOrPath: string,
  reader: ConfigReader,
): Promise<LocatedRecipe | undefined> {
  if (nameOrPath.startsWith(SHIPPED)) {
    const name = nameOrPath.slice(SHIPPED.length);
    const shipped = (await findShipped(reader)).find((recipe) => recipe.name === name);
    return shipped && { place: shipped.place, diagnostics: [] };
  }
  if (nameOrPath.startsWith(NPM)) {
    const { findPackageRecipe } = await import("./package-recipe.ts");
    const found = await findPackageRecipe(nameOrPath, PROJECT_FILE, reader);
    return "place" in found ? { place: found.place, diagnostics: [] } : undefined;
  }
  if (nameOrPath.startsWith(GIT)) {
    const { findGitRecipe } = await import("./git/git-recipe.ts"); // Few recipes are in other repositories.
    const found = await findGitRecipe(nameOrPath, reader.commits, "caller");
    return "place" in found ? { place: found.place, diagnostics: [] } : undefined;
  }
  const asPath = reader.placeOf(nameOrPath);
  if (asPath.origin === "object") return { place: asPath, diagnostics: [] };
  const kind = await reader.kindOf(asPath);
  // Reading it says why it is refused, or that the base commit does not have it.
  const isReadable = kind !== "missing" || reader.trust.mode !== "all";
  if (isPathLike(nameOrPath)) return isReadable ? { place: asPath, diagnostics: [] } : undefined;
  return locateNamed(nameOrPath, reader, kind === "file" ? [asPath] : []);
}

/** Finds a recipe by its name, among these files and then those of the tree and those that ship. */
export async function locateNamed(
  name: string,
  reader: ConfigReader,
  files: readonly SourcePlace[] = [],
): Promise<LocatedRecipe | undefined> {
  const known = [...(await findOfTree(reader)), ...(await findShipped(reader))];
  const named = known.filter((recipe) => recipe.name === name);
  return chooseRecipe(name, [...files, ...named.map(({ place }) => place)], reader);
}

/** True for the name of a recipe that says where it is, and is no path. */
export function isReference(name: string): boolean {
  return [SHIPPED, NPM, GIT].some((start) => name.startsWith(start));
}

/** Returns the places of all recipes of a name, also of those that another one hides. None has a path. */
export async function namesakesOf(
  name: string,
  reader: ConfigReader,
): Promise<readonly SourcePlace[]> {
  const wanted = name.startsWith(SHIPPED) ? name.slice(SHIPPED.length) : name;
  const own = await Promise.all(RECIPE_FOLDERS.map((origin) => findInFolder(origin, reader)));
  const known = [...own.flat(), ...(await findShipped(reader))];
  return known.flatMap((recipe) => (recipe.name === wanted ? [recipe.place] : []));
}

/** True if a name can only be that of a file. */
export function isPathLike(name: string): boolean {
  return /[/\\]|\.ya?ml$/.test(name);
}

function chooseRecipe(
  name: string,
  places: readonly SourcePlace[],
  { trust, root }: ConfigReader,
): LocatedRecipe | undefined {
  const [first] = places;
  const shipped = places.find(({ origin }) => origin === "shipped");
  if (first === undefined) return undefined;
  const isOnly = shipped === undefined || first === shipped || isSameFile(first, shipped, root);
  if (isOnly) return { place: first, diagnostics: [] };
  const place = trust.mode === "all" ? first : shipped;
  const own = shownPlace(first);
  const used = trust.mode === "all" ? own : "the one that ships";
  const diagnostic: Diagnostic = {
    code: "recipe-hidden",
    severity: "warning",
    message: `There are two recipes \`${name}\`: ${own}, and one that ships. This run uses ${used}.`,
    hint: `Name it exactly: \`./${own}\`, relative to the root, or \`${SHIPPED}${name}\`.`,
  };
  return { place, diagnostics: [diagnostic] };
}

/** True in Sluice's own repository. */
function isSameFile(own: SourcePlace, shipped: SourcePlace, root: string): boolean {
  return own.origin === "tree" && shipped.origin === "shipped"
    ? join(root, own.path) === shipped.file
    : false;
}

/** Returns every recipe that can be run by its name alone, sorted by name, without the hidden ones. */
export async function findNamedRecipes(reader: ConfigReader): Promise<readonly NamedRecipe[]> {
  const [own, shipped] = [await findOfTree(reader), await findShipped(reader)];
  const found = new Map<string, NamedRecipe>();
  for (const recipe of reader.trust.mode === "all" ? [...own, ...shipped] : [...shipped, ...own])
    if (!found.has(recipe.name)) found.set(recipe.name, recipe);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the recipes of the tree that have a name. */
export async function findOfTree(reader: ConfigReader): Promise<readonly NamedRecipe[]> {
  const found = new Map<string, NamedRecipe>();
  for (const origin of RECIPE_FOLDERS)
    for (const recipe of await findInFolder(origin, reader))
      if (!found.has(recipe.name)) found.set(recipe.name, recipe);
  return [...found.values()];
}

async function findInFolder(
  origin: (typeof RECIPE_FOLDERS)[number],
  { tree }: ConfigReader,
): Promise<readonly NamedRecipe[]> {
  const isFile = async (path: string) => (await tree.kindOf(`${origin}/${path}`)) === "file";
  const recipes = await recipesIn(await tree.entries(origin), isFile);
  return recipes.map(([name, path]) => ({
    name,
    origin,
    place: { origin: "tree", path: `${origin}/${path}` },
  }));
}

/** Returns the recipes that ship. */
export async function findShipped(reader: ConfigReader): Promise<readonly NamedRecipe[]> {
  const { shipped } = reader;
  const placeOf = (name: string, path: string): SourcePlace => ({
    origin: "shipped",
    name,
    file: join(shipped, path),
  });
  const isFile = (path: string) => reader.isFile(placeOf("", path));
  const recipes = await recipesIn(await entriesOf(shipped), isFile);
  return recipes.map(([name, path]) => ({ name, origin: "shipped", place: placeOf(name, path) }));
}

async function entriesOf(folder: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    },
  );
  return entries.map((entry) => ({
    name: entry.name,
    kind: entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other",
  }));
}

/**
 * Returns the recipes among the entries of a folder, sorted by name: `<name>.yaml`, `<name>.yml`, and
 * `<name>/recipe.yaml` for recipes with cases.
 */
export async function recipesIn(
  entries: readonly FolderEntry[],
  isFile: (path: string) => Promise<boolean>,
): Promise<[name: string, path: string][]> {
  const found: [string, string][] = [];
  for (const { name, kind } of entries) {
    const byFile = /^(.+)\.ya?ml$/.exec(name)?.[1];
    const inFolder = `${name}/recipe.yaml`;
    if (byFile !== undefined && kind === "file") found.push([byFile, name]);
    else if (kind === "folder" && (await isFile(inFolder))) found.push([name, inFolder]);
  }
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}
