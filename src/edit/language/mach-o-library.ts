import { isNameAt, type LibraryReader } from "./library-reader.ts";

/** The processors in the header of a library, by their names in Node. */
const MACHINES: Readonly<Record<string, number>> = { x64: 0x01000007, arm64: 0x0100000c };

/** Reads a library of macOS: Mach-O of 64 bits, or one for several processors. */
export const readMachO: LibraryReader = (file, arch, symbol) => {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const library = file.readUInt32BE(0) === 0xcafebabe ? partFor(machine, file) : file;
  if (library === undefined || library.readUInt32LE(0) !== 0xfeedfacf) return undefined;
  const isLibrary = [6, 8].includes(library.readUInt32LE(12)); // Shared library, or bundle.
  if (library.readUInt32LE(4) !== machine || !isLibrary) return undefined;
  return { hasSymbol: definesSymbol(library, `_${symbol}`), needs: [] };
};

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
