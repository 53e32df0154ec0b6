import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findPackage, isFile, type PackagePlaces } from "../../shared/package-places.ts";
import type { GrammarPackage } from "./language.ts";
import { libraryFault, type Machine } from "./library-fault.ts";

/** The outcome of a search for the library of a grammar. */
export type FoundLibrary =
  | { readonly kind: "found"; readonly libraryPath: string; readonly version: string }
  /** `isRefused`: the root has the package, and the caller's consent is missing. */
  | { readonly kind: "not-installed"; readonly isRefused: boolean }
  /** Installed, but not usable; `why` is one line that names the package. */
  | { readonly kind: "broken"; readonly why: string };

/** The operating systems and processors that the packages have libraries for, by the names that they use. */
const SYSTEMS: Readonly<Record<string, string>> = {
  darwin: "macOS",
  linux: "Linux",
  win32: "Windows",
};
const PROCESSORS: Readonly<Record<string, string>> = { x64: "X64", arm64: "ARM64" };

/**
 * Finds the library of a grammar in the first of the places that has the package. The library has the right form and
 * the symbol of the grammar, because the engine ends the whole process for any other file; nothing is loaded. The code
 * of the package is not run: it prints on standard output, and in older versions names a file that only the install
 * script makes.
 */
export function findLibrary(
  grammar: GrammarPackage,
  places: PackagePlaces,
  isLoaded: (libraryPath: string) => boolean = () => false,
): FoundLibrary {
  const { own, others, refused, sources } = places;
  const folder = findPackage(grammar.name, [...own, ...others], sources);
  if (folder === undefined)
    return {
      kind: "not-installed",
      isRefused: findPackage(grammar.name, refused) !== undefined,
    };
  const machine: Machine = process;
  const candidates = [
    join(folder, "prebuilds", prebuildName(machine), "parser.so"),
    join(folder, "parser.so"), // made by the install script, or built by hand
  ];
  const libraryPath = candidates.find(isFile);
  const broken = (why: string): FoundLibrary => ({
    kind: "broken",
    why: `${grammar.name} (${folder}) ${why}`,
  });
  if (libraryPath === undefined)
    return broken(`has no library for ${machine.platform} ${machine.arch}`);
  const fault = isLoaded(libraryPath)
    ? undefined
    : libraryFault(libraryPath, grammar.symbol, machine);
  if (fault !== undefined) return broken(fault);
  return { kind: "found", libraryPath, version: versionOf(folder, libraryPath) };
}

function prebuildName({ platform, arch }: Machine): string {
  return `prebuild-${SYSTEMS[platform]}-${PROCESSORS[arch]}`;
}

/** Returns the version of a package with the size of the library: a rebuilt library is another grammar. */
function versionOf(folder: string, libraryPath: string): string {
  const { size } = statSync(libraryPath);
  try {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${version} ${size}`;
  } catch {
    return `? ${size}`; // A package without a readable manifest can still have a library.
  }
}
