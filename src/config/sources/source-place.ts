import { join, resolve } from "node:path";
import { realPathOf, realPathOfNearest } from "../../files/real-path.ts";
import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import { pathInside, toPosix } from "../../shared/paths/posix-path.ts";
import { type GitReference, gitName } from "./git/git-name.ts";

/** The prefix of the name of a recipe in a package: `npm:@acme/recipes/strict`. */
export const NPM = "npm:";

/** The place of a file that configures Sluice. */
export type SourcePlace =
  /** Below the root, relative to it. */
  | { readonly origin: "tree"; readonly path: string }
  /** In the folder of the recipes that ship. */
  | { readonly origin: "shipped"; readonly name: string; readonly file: string }
  /** A path outside of the root that the caller named; absolute. */
  | { readonly origin: "caller"; readonly file: string }
  /** In a commit of another repository. */
  | ({ readonly origin: "git" } & GitReference)
  /** An object that the caller gave, by its name in the request. */
  | { readonly origin: "object"; readonly name: string };

/** The place of a recipe in a package or in a commit; or why it is missing. */
export type FoundFile = { readonly place: SourcePlace } | RecipeFault;

/** Why a recipe is not read. */
export interface RecipeFault {
  readonly code: DiagnosticCode;
  readonly fault: string;
  readonly hint: string;
}

/** Returns the files that the name of a recipe in a package or in a commit may stand for, the first one first. */
export function candidatesFor(file: string): readonly string[] {
  if (/\.(ya?ml|json)$/.test(file)) return [file];
  const endings = [".yaml", ".yml", "/recipe.yaml"];
  return ["recipes/", ""].flatMap((folder) => endings.map((ending) => folder + file + ending));
}

/**
 * Returns the place of a path that the caller named, relative to the working directory. A path that only looks as if
 * it were outside, because a link leads back below the root, is the tree's.
 */
export function placeOfNamed(
  named: string,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): SourcePlace {
  const file = resolve(cwd, named);
  const inside = pathInside(root, file);
  if (inside !== undefined) return { origin: "tree", path: inside };
  const real = pathInside(realPathOf(root) ?? root, realPathOfNearest(file));
  return real === undefined ? { origin: "caller", file } : { origin: "tree", path: real };
}

/** Returns a name that finds exactly this place again, from any working directory. */
export function exactName(place: SourcePlace, root: string): string {
  return place.origin === "tree" ? join(root, place.path) : shownPlace(place);
}

/** Returns the name of a place in messages, in reports and in plans. */
export function shownPlace(place: SourcePlace): string {
  switch (place.origin) {
    case "tree":
      return place.path === "" ? "." : place.path;
    case "shipped":
      return `shipped:${place.name}`;
    case "caller":
      return toPosix(place.file);
    case "git":
      return gitName(place);
    case "object":
      return place.name;
  }
}
