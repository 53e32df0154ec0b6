import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** The `node_modules` folders that packages of languages and models are loaded from; absolute, in order. */
export interface PackagePlaces {
  /** Those of Sluice's own installation. */
  readonly own: readonly string[];
  /** Those that the caller named, and with the caller's consent to code that of the root. */
  readonly others: readonly string[];
  /** Those that only consent to code would add; nothing of them is loaded. */
  readonly refused: readonly string[];
  /** The options that would add them. */
  readonly consent?: string | undefined;
  /** The root, if its files are not code: a package that is a link to them counts as missing. */
  readonly sources?: string | undefined;
}

/** No places: only languages of the engine itself, and no model. */
export const NO_PACKAGES: PackagePlaces = { own: [], others: [], refused: [] };

/**
 * Returns the real folder of a package in the first of the folders that has it. Folders above are not searched, as Node
 * would do: they may belong to the tree.
 */
export function findPackage(
  name: string,
  folders: readonly string[],
  sources?: string,
): string | undefined {
  for (const folder of folders) {
    const path = join(folder, name);
    if (!isFile(join(path, "package.json"))) continue;
    const real = realpathSync(path);
    if (!isSource(real, folder, sources)) return real;
  }
  return undefined;
}

/**
 * Returns the folders of Sluice's own installation: its `node_modules`, and if it was installed as a package, the
 * folder with the packages beside it.
 */
export function ownPackageFolders(ownFolder: string): readonly string[] {
  const home = realOf(ownFolder);
  const parent = dirname(home);
  const beside = basename(parent).startsWith("@") ? dirname(parent) : parent;
  const siblings = basename(beside) === "node_modules" ? [beside] : [];
  return [join(home, "node_modules"), ...siblings];
}

/** Returns true for a path that is a regular file, also through links. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // A path that cannot be inspected cannot be loaded either.
  }
}

/**
 * True for a file of the root outside of installed packages: a workspace links such folders into `node_modules`.
 * Installed is what the outermost `node_modules` of the root on the way to the folder holds, or the folder itself.
 */
function isSource(real: string, folder: string, sources: string | undefined): boolean {
  if (sources === undefined || !isInside(real, realOf(sources))) return false;
  const root = realOf(sources);
  const place = realOf(folder);
  if (!isInside(place, root)) return true;
  const parts = relative(root, place).split(sep);
  const index = parts.indexOf("node_modules");
  const installed = index < 0 ? place : join(root, ...parts.slice(0, index + 1));
  return !isInside(real, installed);
}

function isInside(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return !/^\.\.($|[/\\])/.test(inside) && !isAbsolute(inside);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // Reported, or not used, by the caller.
  }
}
