import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { kindOf } from "../../files/disk-paths.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { DEFAULT_POLICY_FILE, PROJECT_FILE } from "../../request/options/file-names.ts";
import { globBase, isGlob, pathMatcher } from "../../shared/paths/glob.ts";
import { globFault } from "../../shared/paths/glob-fault.ts";
import { comparePaths, tidyPath } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { ConfigReader } from "./config-reader.ts";
import {
  findNamedRecipes,
  isPathLike,
  isReference,
  locateRecipe,
  recipesIn,
} from "./locate-recipe.ts";
import { exactName, type SourcePlace, shownPlace } from "./source-place.ts";

/** The names of single recipes, and why some names stand for none. */
export interface ExpandedRecipes {
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The recipes that one name stands for. */
type Expanded =
  | { readonly kind: "single" }
  | { readonly kind: "many"; readonly places: readonly SourcePlace[] }
  | { readonly kind: "fault"; readonly fault: Diagnostic };

/**
 * Replaces folders and globs of recipes by the recipes in them, sorted. A recipe that is also named by itself, or that
 * two of them have, is there once.
 */
export async function expandRecipes(
  names: readonly string[],
  reader: ConfigReader,
): Promise<ExpandedRecipes> {
  const found: { readonly name: string; readonly expanded: Expanded }[] = [];
  for (const name of names) found.push({ name, expanded: await expand(name, reader) });
  const diagnostics = found.flatMap(({ expanded }) =>
    expanded.kind === "fault" ? [expanded.fault] : [],
  );
  if (found.every(({ expanded }) => expanded.kind === "single")) return { names, diagnostics };
  const seen = new Set<string>();
  for (const { name, expanded } of found)
    if (expanded.kind === "single") seen.add(await exactNameOf(name, reader));
  const all = found.flatMap(({ name, expanded }) => {
    if (expanded.kind === "single") return [name];
    const places = expanded.kind === "many" ? expanded.places : [];
    const exact = places.map((place) => exactName(place, reader.root));
    return exact.filter((one) => !seen.has(one) && seen.add(one));
  });
  return { names: all, diagnostics };
}

async function exactNameOf(name: string, reader: ConfigReader): Promise<string> {
  const located = await locateRecipe(name, reader);
  return located === undefined ? name : exactName(located.place, reader.root);
}

async function expand(name: string, reader: ConfigReader): Promise<Expanded> {
  if (isReference(name)) return { kind: "single" };
  const place = reader.placeOf(name);
  switch (place.origin) {
    case "object":
    case "shipped":
    case "git":
      return { kind: "single" };
    case "tree":
      return expandInTree(name, place.path, reader);
    case "caller":
      return expandOutside(name, place.file);
  }
}

async function expandInTree(name: string, path: string, reader: ConfigReader): Promise<Expanded> {
  const { tree } = reader;
  const kind = await tree.kindOf(path);
  if (kind === "missing" && isGlob(name)) return expandGlob(path, reader);
  if (kind !== "folder") return { kind: "single" };
  if (!isPathLike(name) && (await isNamed(name, reader))) return { kind: "single" };
  const isFile = async (below: string) =>
    (await tree.kindOf(tidyPath(`${path}/${below}`))) === "file";
  const found = await recipesIn((await tree.entries(path)).filter(mayBeRecipe), isFile);
  return manyOf(
    found.map(([, below]) => ({ origin: "tree", path: tidyPath(`${path}/${below}`) })),
    noneIn(shownPlace({ origin: "tree", path })),
  );
}

/** A recipe has its name also if there is a folder of that name. */
async function isNamed(name: string, reader: ConfigReader): Promise<boolean> {
  return (await findNamedRecipes(reader)).some((recipe) => recipe.name === name);
}

async function expandGlob(glob: string, reader: ConfigReader): Promise<Expanded> {
  const fault = globFault(glob);
  if (fault !== undefined) return faultOf("invalid-option", `\`${shown(glob)}\` ${fault}.`);
  const base = globBase(glob);
  const matches = pathMatcher([glob]);
  const files = (await reader.tree.walk(tidyPath(base)))
    .map((file) => tidyPath(`./${base}/${file}`))
    .filter((file) => matches(file))
    .sort(comparePaths);
  const other = files.find((file) => !/\.(ya?ml|json)$/.test(file));
  if (other !== undefined)
    return faultOf(
      "not-a-recipe",
      `\`${shown(glob)}\` matches \`${shown(other)}\`, which is not a recipe: a recipe is a YAML file.`,
      "Let the glob end with `.yaml`.",
    );
  return manyOf(
    files.map((path) => ({ origin: "tree", path })),
    faultOf("no-recipes", `No recipe matches \`${shown(glob)}\`.`),
  );
}

async function expandOutside(name: string, folder: string): Promise<Expanded> {
  const stats = await stat(folder).catch(() => undefined); // Reading it says why it is not there.
  if (stats === undefined && isGlob(name))
    return faultOf(
      "invalid-option",
      `\`${shown(name)}\` is a glob that leads out of the root.`,
      "Name the folder, or let the shell expand the glob.",
    );
  if (!stats?.isDirectory()) return { kind: "single" };
  const entries = (await readdir(folder, { withFileTypes: true })).map(
    (entry) =>
      ({
        name: entry.name,
        kind: entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other",
      }) as const,
  );
  const isFile = async (below: string) => (await kindOf(folder, below)) === "file";
  const found = await recipesIn(entries.filter(mayBeRecipe), isFile);
  return manyOf(
    found.map(([, below]) => ({ origin: "caller", file: join(folder, below) })),
    noneIn(name),
  );
}

/** The root of a project has recipes beside its settings. */
function mayBeRecipe({ name }: FolderEntry): boolean {
  return name !== PROJECT_FILE && name !== DEFAULT_POLICY_FILE;
}

function noneIn(folder: string): Expanded {
  return faultOf(
    "no-recipes",
    `The folder \`${shown(folder)}\` has no recipes.`,
    "Its recipes are the YAML files in it, and each `recipe.yaml` in a folder directly below.",
  );
}

function manyOf(places: readonly SourcePlace[], none: Expanded): Expanded {
  return places.length === 0 ? none : { kind: "many", places };
}

function faultOf(code: Diagnostic["code"], message: string, hint?: string): Expanded {
  const advice = hint === undefined ? {} : { hint };
  return { kind: "fault", fault: { code, severity: "error", message, ...advice } };
}
