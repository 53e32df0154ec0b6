import { readdir, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";

/** The folders under the root with recipes by name. A recipe in the first hides one of the same name in the second. */
const RECIPE_FOLDERS = ["recipes", ".sluice/recipes"];

/** A recipe that can be named on the command line. */
export interface NamedRecipe {
  readonly name: string;
  /** The absolute path of its file. */
  readonly file: string;
  readonly origin: "recipes" | ".sluice/recipes" | "shipped";
}

/**
 * Finds the file of a recipe: a path relative to `cwd`, otherwise a name in `recipes/` or `.sluice/recipes/` under the
 * root, otherwise the name of a recipe that ships. Returns undefined if none of them exists.
 */
export async function locateRecipe(
  nameOrPath: string,
  places: { readonly cwd: string; readonly root: string; readonly shipped: string },
): Promise<string | undefined> {
  const asPath = isAbsolute(nameOrPath) ? nameOrPath : resolve(places.cwd, nameOrPath);
  if (await isFile(asPath)) return asPath;
  const known = await findNamedRecipes(places);
  return known.find(({ name }) => name === nameOrPath)?.file;
}

/** Returns every recipe that can be named, sorted by name, without the hidden ones. */
export async function findNamedRecipes(places: {
  readonly root: string;
  readonly shipped: string;
}): Promise<readonly NamedRecipe[]> {
  const found = new Map<string, NamedRecipe>();
  const folders: [NamedRecipe["origin"], string][] = [
    ...RECIPE_FOLDERS.map((folder): [NamedRecipe["origin"], string] => [
      folder as NamedRecipe["origin"], // The list above has exactly these.
      join(places.root, folder),
    ]),
    ["shipped", places.shipped],
  ];
  for (const [origin, folder] of folders) {
    for (const [name, file] of await recipesIn(folder)) {
      if (!found.has(name)) found.set(name, { name, file, origin });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `<name>.yaml`, `<name>.yml`, and `<name>/recipe.yaml` for recipes with cases. */
async function recipesIn(folder: string): Promise<[name: string, file: string][]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    },
  );
  const found: [string, string][] = [];
  for (const entry of entries) {
    const byFile = /^(.+)\.ya?ml$/.exec(entry.name)?.[1];
    const inFolder = join(folder, entry.name, "recipe.yaml");
    if (byFile !== undefined && entry.isFile()) found.push([byFile, join(folder, entry.name)]);
    else if (entry.isDirectory() && (await isFile(inFolder))) found.push([entry.name, inFolder]);
  }
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false, // For any reason: no file can be read there.
  );
}
