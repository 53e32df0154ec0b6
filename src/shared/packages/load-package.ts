import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord } from "../is-record.ts";
import { messageOf } from "../message-of.ts";
import { findPackage, type PackagePlaces } from "../package-places.ts";

/** A package, or the reason for which it cannot be loaded. */
export type LoadedPackage<Module> =
  | { readonly kind: "loaded"; readonly module: Module }
  | { readonly kind: "missing" }
  /** Every one that was found has another major version than the one that is needed. */
  | { readonly kind: "unfit"; readonly version: string }
  | { readonly kind: "broken"; readonly fault: string };

/** A package, and the major version of it that can be used. */
export interface NeededPackage {
  readonly name: string;
  readonly major: number;
  /** The part of it that is loaded, as an import names it. Default: what its name alone means. */
  readonly entry?: string;
}

/**
 * Loads an optional package: as `own` imports it if it is installed beside Sluice, otherwise from the first of the
 * other places that has it; never rejects. One of another major version, because the project needs it so, is passed
 * over. Its code runs in this process with all rights: every place must be trusted.
 */
export async function loadPackage<Module>(
  { name, major, entry = name }: NeededPackage,
  own: () => Promise<Module>,
  { own: ownFolders, others, sources }: PackagePlaces,
): Promise<LoadedPackage<Module>> {
  try {
    // An import alone would also search the folders above Sluice, which may belong to the tree.
    const beside = findPackage(name, ownFolders, sources);
    if (beside !== undefined && fits(beside, major)) return { kind: "loaded", module: await own() };
    const found = others.flatMap((place) => findPackage(name, [place], sources) ?? []);
    const folder = found.find((each) => fits(each, major));
    if (folder === undefined) {
      const unfit = beside ?? found[0];
      if (unfit === undefined) return { kind: "missing" };
      return { kind: "unfit", version: versionOf(unfit) };
    }
    // The same package has the same exports; the caller checks those that it uses.
    return { kind: "loaded", module: (await import(entryOf(folder, entry))) as Module };
  } catch (error) {
    return broken(name, error);
  }
}

/** True if a place has the package in that major version, so that {@link loadPackage} loads it. Reads no code. */
export function hasPackage(
  { name, major }: NeededPackage,
  { own, others, sources }: PackagePlaces,
): boolean {
  const folders = [own, ...others.map((place) => [place])].flatMap(
    (places) => findPackage(name, places, sources) ?? [],
  );
  try {
    return folders.some((folder) => fits(folder, major));
  } catch {
    return true; // One that is damaged is told when it is loaded.
  }
}

/** A version that is no number is not judged here. */
function fits(folder: string, major: number): boolean {
  const own = Number.parseInt(versionOf(folder), 10);
  return Number.isNaN(own) || own === major;
}

function versionOf(folder: string): string {
  const raw: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { version } = isRecord(raw) ? raw : {};
  return typeof version === "string" ? version.slice(0, 50) : "of an unknown version";
}

/** Returns the address of the file that an import of a package means. Throws if it is not in the folder of the package. */
function entryOf(folder: string, name: string): string {
  const path = createRequire(join(folder, "_")).resolve(name);
  if (!path.startsWith(`${folder}${sep}`)) throw new Error(`its main file is not in ${folder}`);
  return pathToFileURL(path).href;
}

function broken(name: string, error: unknown): LoadedPackage<never> {
  const [line] = messageOf(error).split("\n", 1);
  return { kind: "broken", fault: `The package ${name} cannot be loaded: ${line}` };
}
