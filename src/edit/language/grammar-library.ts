import { readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { messageOf } from "../../shared/message-of.ts";
import type { GrammarPackage } from "./language.ts";

/** The outcome of a search for the library of a grammar. */
export type FoundLibrary =
  | { readonly kind: "found"; readonly libraryPath: string; readonly version: string }
  | { readonly kind: "not-installed" }
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
 * Finds the library of a grammar in the folders of the package, in the first of the places that has it; the library
 * can be loaded and has the symbol of the grammar, because the engine ends the whole process for any other file. The
 * code of the package is not run: it belongs to the tree that is edited, prints on standard output, and in older
 * versions names a file that only the install script makes.
 */
export function findLibrary(
  grammar: GrammarPackage,
  places: readonly string[],
  isLoaded: (libraryPath: string) => boolean = () => false,
): FoundLibrary {
  const folder = findPackage(grammar.name, places);
  if (folder === undefined) return { kind: "not-installed" };
  const candidates = [
    join(folder, "prebuilds", prebuildName(), "parser.so"),
    join(folder, "parser.so"), // made by the install script, or built by hand
  ];
  const libraryPath = candidates.find(isFile);
  const broken = (why: string): FoundLibrary => ({
    kind: "broken",
    why: `${grammar.name} (${folder}) ${why}`,
  });
  if (libraryPath === undefined)
    return broken(`has no library for ${process.platform} ${process.arch}`);
  const fault = isLoaded(libraryPath) ? undefined : tryLibrary(libraryPath, grammar.symbol);
  if (fault !== undefined) return broken(fault);
  return { kind: "found", libraryPath, version: versionOf(folder, libraryPath) };
}

function prebuildName(): string {
  return `prebuild-${SYSTEMS[process.platform]}-${PROCESSORS[process.arch]}`;
}

function findPackage(name: string, places: readonly string[]): string | undefined {
  for (const place of places) {
    const roots = createRequire(join(place, "_")).resolve.paths(name) ?? [];
    const folder = roots
      .map((root) => join(root, name))
      .find((each) => isFile(join(each, "package.json")));
    if (folder !== undefined) return realpathSync(folder);
  }
  return undefined;
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

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // A path that cannot be inspected cannot be loaded either.
  }
}

/** Returns one line about the fault of a library, or undefined. */
function tryLibrary(path: string, symbol: string): string | undefined {
  try {
    const library = readFileSync(path);
    if (isCutOff(library)) return "has a library that is cut off";
    if (!library.includes(`${symbol}\0`)) return `has a library without the function ${symbol}`;
    // Node loads the library, finds no Node module in it, and unloads it again.
    process.dlopen({ exports: {} }, path);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    if (message.includes("did not self-register")) return undefined;
    return `has a library that cannot be loaded: ${message.split("\n", 1)[0]}`;
  }
}

/**
 * True if the end of a Linux library is missing: loading it would end the process, and only the other systems check
 * that themselves. In ELF of 64 bits the table of sections is the last part of the file; its offset is at 0x28, the
 * size of its entries at 0x3A and their number at 0x3C.
 */
function isCutOff(library: Buffer): boolean {
  if (library.length < 64 || library.readUInt32BE(0) !== 0x7f454c46) return false;
  const tableSize = library.readUInt16LE(0x3a) * library.readUInt16LE(0x3c);
  return library.readBigUInt64LE(0x28) + BigInt(tableSize) > BigInt(library.length);
}
