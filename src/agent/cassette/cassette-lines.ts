import { CASSETTE_KIND, CASSETTE_LINES_FORMAT, type CassetteEntry } from "./cassette-schema.ts";

/** The first line of a cassette in lines; one line per turn follows, in the order of the answers. */
export const CASSETTE_HEADER = lineOf({
  kind: CASSETTE_KIND,
  formatVersion: CASSETTE_LINES_FORMAT,
});

/** Returns a turn as a line, with its line end. It has no time and no run: the same turn has the same bytes. */
export function cassetteLine(entry: CassetteEntry): string {
  return lineOf(entry);
}

/** Writes only ASCII: a line that is cut at any byte is still text, so that the lines before it can be read. */
function lineOf(value: object): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(value).replace(/[\u0080-\uffff]/g, escapeUnit)}\n`;
}

/** A line after the header, as it is read. */
export type RawLine =
  | { readonly kind: "value"; readonly number: number; readonly value: unknown }
  /** Not JSON. `problem` is the reason. */
  | { readonly kind: "invalid"; readonly number: number; readonly problem: unknown }
  /** The last line, without a line end and not JSON: its writer was killed. */
  | { readonly kind: "cut"; readonly number: number };

/**
 * Reads the lines after the header one by one, so that a hostile text of many lines costs no memory. A last line that
 * is complete JSON counts without its line end, because no part of a map is JSON.
 */
export function* rawLines(text: string): Generator<RawLine> {
  let start = endOfLine(text, 0);
  for (let number = 2; start < text.length; number += 1) {
    const end = endOfLine(text, start);
    yield rawLine(text.slice(start, end), number);
    start = end;
  }
}

function rawLine(line: string, number: number): RawLine {
  try {
    return { kind: "value", number, value: JSON.parse(line) };
  } catch (problem) {
    return line.endsWith("\n") ? { kind: "invalid", number, problem } : { kind: "cut", number };
  }
}

/** Returns the index after the line that begins at `start`. */
export function endOfLine(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at < 0 ? text.length : at + 1;
}
