import { unquotedName } from "../../git/quoted-name.ts";

/** The most names of a list. */
const MAX_NAMES = 1_000_000;

/**
 * Reads the names in a list of files: each on a line, or each with a NUL behind it. A line in double quotes is a name
 * as git prints it if it has special characters. Throws an `Error` whose message follows the name of the list.
 */
export function parseFileList(bytes: Uint8Array): readonly string[] {
  const text = decode(bytes);
  const names = text.includes("\0")
    ? text.split("\0")
    : text.split(/\r?\n/).map((line) => (/^".*"$/s.test(line) ? unquotedName(line) : line));
  const given = names.filter((name) => name !== "");
  if (given.length > MAX_NAMES) throw new Error(`has more than ${MAX_NAMES} names`);
  return given;
}

/** A name that is not valid UTF-8 gets the sign that stands for it in lists of files, too. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe; // Windows PowerShell writes it.
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
