import { isNameAt, type LibraryReader } from "./library-reader.ts";

/** The processors in the header of a library, by their names in Node. */
const MACHINES: Readonly<Record<string, number>> = { x64: 0x8664, arm64: 0xaa64 };

/** Reads a library of Windows: PE of 64 bits. */
export const readPe: LibraryReader = (file, arch, symbol) => {
  if (file.toString("latin1", 0, 2) !== "MZ") return undefined;
  const header = file.readUInt32LE(0x3c);
  const isLibrary = (file.readUInt16LE(header + 22) & 0x2000) !== 0;
  const is64 = file.readUInt16LE(header + 24) === 0x20b;
  if (file.readUInt32BE(header) !== 0x50450000 || !isLibrary || !is64) return undefined;
  if (file.readUInt16LE(header + 4) !== MACHINES[arch]) return undefined;
  return { hasSymbol: exportsSymbol(file, header, symbol), needs: [] };
};

/** Searches the table of exports: its address is at 136 of the header, the number and the place of names at 24. */
function exportsSymbol(file: Buffer, header: number, symbol: string): boolean {
  const placeOf = placesOf(file, header);
  const table = placeOf(file.readUInt32LE(header + 136));
  const count = file.readUInt32LE(table + 24);
  const names = placeOf(file.readUInt32LE(table + 32));
  for (let at = names; at < names + 4 * count; at += 4)
    if (isNameAt(file, placeOf(file.readUInt32LE(at)), symbol)) return true;
  return false;
}

/** Returns a function that turns an address in memory into a place in the file, by the table of sections. */
function placesOf(file: Buffer, header: number): (address: number) => number {
  const count = file.readUInt16LE(header + 6);
  const table = header + 24 + file.readUInt16LE(header + 20);
  const sections = Array.from({ length: count }, (_, index) => {
    const at = table + 40 * index;
    const [size, start] = [file.readUInt32LE(at + 16), file.readUInt32LE(at + 20)];
    if (size > 0) file.readUInt8(start + size - 1); // Throws if the end of the file is missing.
    return { address: file.readUInt32LE(at + 12), size, start };
  });
  return (address) => {
    const found = sections.find(
      (each) => address >= each.address && address < each.address + each.size,
    );
    // A place that no section has is outside of the file.
    return found === undefined ? file.length : address - found.address + found.start;
  };
}
