import { readFileSync, statSync } from "node:fs";
import { messageOf } from "../../shared/message-of.ts";
import { readElf } from "./elf-library.ts";
import type { LibraryReader } from "./library-reader.ts";
import { readMachO } from "./mach-o-library.ts";
import { readPe } from "./pe-library.ts";

/** The system and the processor that a library is for, by their names in Node. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/** The formats of libraries; ELF on every other system. */
const READERS: Readonly<Record<string, LibraryReader>> = { darwin: readMachO, win32: readPe };

/** A larger file is no grammar; the largest of those that are published has 18 MB. Bytes. */
const MAX_SIZE = 128 * 1024 * 1024;

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
