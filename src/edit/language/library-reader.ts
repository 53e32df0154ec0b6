/** The facts about a library that decide if it can be loaded as a grammar. */
interface LibraryFacts {
  /** The function of the grammar is there. */
  readonly hasSymbol: boolean;
  /** Other libraries that it needs and that are not part of the system. */
  readonly needs: readonly string[];
}

/**
 * Reads the tables of a library without loading it. Returns undefined if it is not a library for the processor (named
 * as in Node); throws a `RangeError` if it is cut off.
 */
export type LibraryReader = (
  file: Buffer,
  arch: string,
  symbol: string,
) => LibraryFacts | undefined;

/** True if the name that begins at `start`, and ends with a zero, is this one. */
export function isNameAt(file: Buffer, start: number, name: string): boolean {
  file.readUInt8(start); // Throws outside of the file.
  return file.subarray(start, start + name.length + 1).equals(Buffer.from(`${name}\0`));
}

/** Returns the name that begins at `start`, at most 200 bytes of it. */
export function nameAt(file: Buffer, start: number): string {
  file.readUInt8(start); // Throws outside of the file.
  const [name = ""] = file.toString("latin1", start, start + 200).split("\0", 1);
  return name;
}
