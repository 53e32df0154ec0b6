import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../shared/message-of.ts";

/** A package, or the reason for which it cannot be loaded. */
export type LoadedPackage<Module> =
  | { readonly kind: "loaded"; readonly module: Module }
  | { readonly kind: "missing" }
  | { readonly kind: "broken"; readonly fault: string };

/**
 * Loads an optional package: as `own` imports it beside Sluice, otherwise from the first folder of `places` from which
 * Node resolves it; never rejects. Its code runs in this process with all rights: every place must be trusted.
 */
export async function loadPackage<Module>(
  name: string,
  own: () => Promise<Module>,
  places: readonly string[],
): Promise<LoadedPackage<Module>> {
  try {
    return { kind: "loaded", module: await own() };
  } catch (error) {
    if (!isMissing(error, name)) return broken(name, error);
  }
  for (const place of places) {
    const path = findIn(place, name);
    if (path === undefined) continue;
    try {
      // The same package has the same exports; the caller checks those that it uses.
      return { kind: "loaded", module: (await import(pathToFileURL(path).href)) as Module };
    } catch (error) {
      return broken(name, error);
    }
  }
  return { kind: "missing" };
}

function findIn(place: string, name: string): string | undefined {
  try {
    return createRequire(join(place, "_")).resolve(name);
  } catch {
    return undefined; // Missing here: the next place may have it.
  }
}

/** True if this package is missing, and not a package that it imports. */
function isMissing(error: unknown, name: string): boolean {
  const isNotFound =
    error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
  return isNotFound && error.message.includes(`'${name}'`);
}

function broken(name: string, error: unknown): LoadedPackage<never> {
  const [line] = messageOf(error).split("\n", 1);
  return { kind: "broken", fault: `The package ${name} cannot be loaded: ${line}` };
}
