import { isNameAt, type LibraryReader, nameAt } from "./library-reader.ts";

/** The processors in the header of a library, by their names in Node. */
const MACHINES: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };

/** Types of sections. */
const DYNAMIC = 6;
const DYNAMIC_SYMBOLS = 11;

/** Libraries of the system. Any other one may be missing, which would end the process. */
const SYSTEM =
  /^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|c\+\+(abi)?)\.so|ld-linux|ld-musl|libc\.musl)/;

/** Reads a library of Linux: ELF of 64 bits, the lower byte first. */
export const readElf: LibraryReader = (file, arch, symbol) => {
  const isElf = file.readUInt32BE(0) === 0x7f454c46 && file.readUInt16LE(4) === 0x0102;
  const machine = MACHINES[arch];
  if (!isElf || file.readUInt16LE(16) !== 3) return undefined;
  if (machine !== undefined && file.readUInt16LE(18) !== machine) return undefined;
  const sections = sectionsOf(file);
  const ofType = (wanted: number) =>
    sections.flatMap(({ type, start, end, link }) => {
      const names = sections[link];
      return type === wanted && names ? [{ start, end, names: names.start }] : [];
    });
  return {
    hasSymbol: ofType(DYNAMIC_SYMBOLS).some((table) => definesSymbol(file, table, symbol)),
    needs: ofType(DYNAMIC)
      .flatMap((table) => neededNames(file, table))
      .filter((name) => !SYSTEM.test(name)),
  };
};

/** A part of the file; `link` is the number of the section with its names. */
interface Section {
  readonly type: number;
  readonly start: number;
  readonly end: number;
  readonly link: number;
}

/** A table whose names are in another section, which begins at `names`. */
interface Table extends Pick<Section, "start" | "end"> {
  readonly names: number;
}

/** The table of sections is the last part of a file: reading it also finds that the end is missing. */
function sectionsOf(file: Buffer): readonly Section[] {
  const table = Number(file.readBigUInt64LE(0x28));
  const count = file.readUInt16LE(0x3c);
  return Array.from({ length: count }, (_, index) => {
    const at = table + 64 * index;
    const start = Number(file.readBigUInt64LE(at + 24));
    const size = Number(file.readBigUInt64LE(at + 32));
    return {
      type: file.readUInt32LE(at + 4),
      start,
      end: start + size,
      link: file.readUInt32LE(at + 40),
    };
  });
}

/** Entries have 24 bytes: the name, and at 6 the section that has the function, 0 if another library must have it. */
function definesSymbol(file: Buffer, { start, end, names }: Table, symbol: string): boolean {
  for (let at = start; at + 24 <= end; at += 24)
    if (file.readUInt16LE(at + 6) !== 0 && isNameAt(file, names + file.readUInt32LE(at), symbol))
      return true;
  return false;
}

/** Entries have 16 bytes: a tag, 1 for a library that is needed, and the place of its name. */
function neededNames(file: Buffer, { start, end, names }: Table): readonly string[] {
  const needed: string[] = [];
  for (let at = start; at + 16 <= end; at += 16)
    if (file.readBigUInt64LE(at) === 1n)
      needed.push(nameAt(file, names + Number(file.readBigUInt64LE(at + 8))));
  return needed;
}
