import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../shared/message-of.ts";

/** A package, or one line about what is in the way. */
export type LoadedPackage<Module> =
  | { readonly kind: "loaded"; readonly module: Module }
  | { readonly kind: "missing" }
  | { readonly kind: "broken"; readonly fault: string };

/**
 * Loads a package that need not be there: as `own` imports it, which is beside Sluice, else from the first of
 * `places` that has it, folders from which packages are resolved as Node does it. Its code runs in this
 * process, with all that it may do: no place may be one that a stranger can write to. Never rejects.
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
      // The same package, so the same exports; whoever calls looks at what it needs of them.
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
    return undefined; // Not here: the next place may have it.
  }
}

/** Whether this package is missing, and not one that it needs itself. */
function isMissing(error: unknown, name: string): boolean {
  const isNotFound =
    error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
  return isNotFound && error.message.includes(`'${name}'`);
}

function broken(name: string, error: unknown): LoadedPackage<never> {
  const [line] = messageOf(error).split("\n", 1);
  return { kind: "broken", fault: `The package ${name} cannot be loaded: ${line}` };
}
