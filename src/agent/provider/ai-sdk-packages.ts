import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../shared/message-of.ts";
import { findPackage, type PackagePlaces } from "../../shared/package-places.ts";

/** A package, or the reason for which it cannot be loaded. */
export type LoadedPackage<Module> =
  | { readonly kind: "loaded"; readonly module: Module }
  | { readonly kind: "missing" }
  | { readonly kind: "broken"; readonly fault: string };

/**
 * Loads an optional package: as `own` imports it if it is installed beside Sluice, otherwise from the first of the
 * other places that has it; never rejects. Its code runs in this process with all rights: every place must be
 * trusted.
 */
export async function loadPackage<Module>(
  name: string,
  own: () => Promise<Module>,
  { own: ownFolders, others, sources }: PackagePlaces,
): Promise<LoadedPackage<Module>> {
  try {
    // An import alone would also search the folders above Sluice, which may belong to the tree.
    if (findPackage(name, ownFolders, sources) !== undefined)
      return { kind: "loaded", module: await own() };
    const folder = findPackage(name, others, sources);
    if (folder === undefined) return { kind: "missing" };
    // The same package has the same exports; the caller checks those that it uses.
    return { kind: "loaded", module: (await import(entryOf(folder, name))) as Module };
  } catch (error) {
    return broken(name, error);
  }
}

/** Returns the address of the file that a package begins with. Throws if it is not in the folder of the package. */
function entryOf(folder: string, name: string): string {
  const path = createRequire(join(folder, "_")).resolve(name);
  if (!path.startsWith(`${folder}${sep}`)) throw new Error(`its main file is not in ${folder}`);
  return pathToFileURL(path).href;
}

function broken(name: string, error: unknown): LoadedPackage<never> {
  const [line] = messageOf(error).split("\n", 1);
  return { kind: "broken", fault: `The package ${name} cannot be loaded: ${line}` };
}
