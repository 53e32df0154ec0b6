import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../shared/message-of.ts";
import { findPackage, isFile, type PackagePlaces } from "../../shared/package-places.ts";
import { readElf } from "./elf-library.ts";
import type { GrammarPackage } from "./language.ts";
import { isNameAt, type LibraryReader } from "./library-reader.ts";
import { readPe } from "./pe-library.ts";

/** The processors in the header of a library, by their names in Node. */
const MACHINES: Readonly<Record<string, number>> = { x64: 0x01000007, arm64: 0x0100000c };

/** Reads a library of macOS: Mach-O of 64 bits, or one for several processors. */
const readMachO: LibraryReader = (file, arch, symbol) => {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const library = file.readUInt32BE(0) === 0xcafebabe ? partFor(machine, file) : file;
  if (library === undefined || library.readUInt32LE(0) !== 0xfeedfacf) return undefined;
  const isLibrary = [6, 8].includes(library.readUInt32LE(12)); // Shared library, or bundle.
  if (library.readUInt32LE(4) !== machine || !isLibrary) return undefined;
  return { hasSymbol: definesSymbol(library, `_${symbol}`), needs: [] };
};

/** The formats of libraries; ELF on every other system. */
const READERS: Readonly<Record<string, LibraryReader>> = { darwin: readMachO, win32: readPe };

/** A larger file is no grammar; the largest of those that are published has 18 MB. Bytes. */
const MAX_SIZE = 128 * 1024 * 1024;

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

/** The system and the processor that a library is for, by their names in Node. */
interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/**
 * Returns one line about the fault of a library, or undefined. The engine ends the whole process if it cannot load one,
 * and loading runs code: so the bytes are read, and nothing is loaded to find out.
 */
export function libraryFault(
  path: string,
  symbol: string,
  { platform, arch }: Machine,
): string | undefined {
  try {
    if (statSync(path).size > MAX_SIZE) return "has a library that is too large for a grammar";
    const read = READERS[platform] ?? readElf;
    const facts = read(readFileSync(path), arch, symbol);
    if (facts === undefined) return `has a file that is not a library for ${platform} ${arch}`;
    if (!facts.hasSymbol) return `has a library without the function ${symbol}`;
    const [needed] = facts.needs;
    return needed === undefined ? undefined : `has a library that needs another one: ${needed}`;
  } catch (error) {
    if (error instanceof RangeError) return "has a library that is cut off";
    return `has a library that cannot be read: ${messageOf(error)}`;
  }
}

/** Finds the part of a file for several processors; its table is at 8, with entries of 20 bytes. */
function partFor(machine: number, file: Buffer): Buffer | undefined {
  const count = Math.min(file.readUInt32BE(4), 100);
  for (let at = 8; at < 8 + 20 * count; at += 20) {
    if (file.readUInt32BE(at) !== machine) continue;
    const start = file.readUInt32BE(at + 8);
    const end = start + file.readUInt32BE(at + 12);
    file.readUInt8(end - 1); // Throws outside of the file.
    return file.subarray(start, end);
  }
  return undefined;
}

/** Searches the tables of symbols, to which the commands with the number 2 lead; commands begin at 32. */
function definesSymbol(file: Buffer, symbol: string): boolean {
  const end = 32 + file.readUInt32LE(20);
  for (let at = 32; at + 8 <= end; at += Math.max(8, file.readUInt32LE(at + 4)))
    if (file.readUInt32LE(at) === 2 && isInTable(file, at, symbol)) return true;
  return false;
}

/** Entries have 16 bytes: the place of the name, and at 4 the type, in which these bits mean "is in a section". */
function isInTable(file: Buffer, command: number, symbol: string): boolean {
  const start = file.readUInt32LE(command + 8);
  const end = start + 16 * file.readUInt32LE(command + 12);
  const names = file.readUInt32LE(command + 16);
  file.readUInt8(Math.max(0, names + file.readUInt32LE(command + 20) - 1)); // The end of the file.
  for (let at = start; at < end; at += 16)
    if (
      (file.readUInt8(at + 4) & 0x0e) === 0x0e &&
      isNameAt(file, names + file.readUInt32LE(at), symbol)
    )
      return true;
  return false;
}
