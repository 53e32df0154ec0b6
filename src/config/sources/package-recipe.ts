import { join } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { ConfigReader } from "./config-reader.ts";
import { findPackage, placeInside } from "./find-package.ts";
import { type PackageSpecifier, parsePackageSpecifier } from "./package-specifier.ts";
import {
  candidatesFor,
  type FoundFile,
  NPM,
  type RecipeFault,
  type SourcePlace,
  shownPlace,
} from "./source-place.ts";

/**
 * Finds a recipe that the file at `from` names by `npm:PACKAGE/RECIPE`: a YAML file of the package, or a name below its
 * `recipes` or its folder. Runs no code. A file that is reached through `..`, or a link out of the package, is refused.
 */
export async function findPackageRecipe(
  written: string,
  from: string,
  reader: ConfigReader,
): Promise<FoundFile> {
  const specifier = parsePackageSpecifier(written.slice(NPM.length));
  if (specifier?.file === undefined)
    return {
      code: "recipe-not-found",
      fault: `\`${shown(written)}\` names no recipe of a package.`,
      hint: "Write `npm:PACKAGE/RECIPE`, such as `npm:@acme/recipes/strict`; `..` is not allowed.",
    };
  const found = await findPackage(specifier.name, from, reader);
  if (found.kind === "missing") return missingPackage(specifier, found.looked, reader);
  if (found.kind === "no-folder") return refuseFolder(found.place, reader);
  return recipeInPackage(specifier.file, found.place, reader);
}

/** A link of the tree is not followed out of the root, and without trust in the tree no package of it is read. */
async function refuseFolder(place: SourcePlace, reader: ConfigReader): Promise<RecipeFault> {
  const read = await reader.read(place, "recipe");
  const { code, message } =
    "diagnostic" in read
      ? read.diagnostic
      : { code: "file-unreadable" as const, message: `${read.path} is no folder of a package.` };
  return {
    code,
    fault: message,
    hint: "Install a copy of the package, or one in a folder that `--packages DIR` names.",
  };
}

/** Finds a recipe in the folder of a package, by its path in it or by its name. */
export async function recipeInPackage(
  file: string,
  folder: SourcePlace,
  reader: ConfigReader,
): Promise<FoundFile> {
  for (const candidate of candidatesFor(file)) {
    const place = placeInside(folder, candidate);
    const kind = await reader.kindOf(place);
    if (kind === "missing" || kind === "folder") continue;
    if (!leaves(folder, place, reader)) return { place };
    return {
      code: "path-out-of-root",
      fault: `${shownPlace(place)} is a link, or behind one, that leads out of its package.`,
      hint: "A package has its recipes itself.",
    };
  }
  return {
    code: "recipe-not-found",
    fault: `The package ${shownPlace(folder)} has no recipe \`${shown(file)}\`.`,
    hint: "Its recipes are the YAML files below its `recipes`; another one is named by its path.",
  };
}

/** Links of a commit are not followed at all. */
function leaves(folder: SourcePlace, file: SourcePlace, { root, tree }: ConfigReader): boolean {
  if (file.origin === "tree" && tree.origin === "base") return false;
  const realOf = (place: SourcePlace) =>
    realPathOf(place.origin === "tree" ? join(root, place.path) : shownPlace(place));
  const [from, to] = [realOf(folder), realOf(file)];
  return from === undefined || to === undefined || pathInside(from, to) === undefined;
}

function missingPackage(
  { name }: PackageSpecifier,
  looked: readonly string[],
  { tree, trust }: ConfigReader,
): RecipeFault {
  const code = "recipe-not-found";
  const where = looked.length === 0 ? "nowhere" : looked.slice(0, MOST_FOLDERS).join(", ");
  if (trust.mode === "all")
    return {
      code,
      fault: `There is no package \`${name}\`: looked in ${where}.`,
      hint: `Install it: \`npm install --save-dev ${name}\`. Or name a folder in which it is installed: \`--packages DIR\`.`,
    };
  const commit = tree.origin === "base" ? ` in the base commit ${trust.base?.slice(0, 7)}` : "";
  return {
    code,
    fault: `There is no package \`${name}\`${commit}: looked in ${where}. What is installed in the work tree is not trusted.`,
    hint:
      "Install it outside of the checkout, and name the folder: " +
      `\`npm install --prefix DIR --ignore-scripts ${name}\` and \`--packages DIR\`.`,
  };
}

/** The most folders that a message lists. */
const MOST_FOLDERS = 3;
