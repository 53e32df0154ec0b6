import type { Occurrence } from "./occurrences.ts";

/** A name that a replacement may have, from its template; or one that it must have, from code that was captured. */
export interface Expected {
  readonly name: string;
  /** The same name in the text before. Undefined: a word of the template, which may be no name. */
  readonly before: Occurrence | undefined;
}

/** The most pairs of names that are compared. */
const MOST = 1_000_000;

/**
 * Finds what each name of a replacement was in the text before, in the order of the text: undefined for a name of the
 * template. Undefined as a whole if the names are not those that were expected.
 */
export function align(
  written: readonly Occurrence[],
  expected: readonly Expected[],
): readonly (Occurrence | undefined)[] | undefined {
  if (expected.every(({ before }) => before === undefined)) return written.map(() => undefined);
  if (written.length * expected.length > MOST) return undefined;
  const fits = fitting(written, expected);
  if (fits[0]?.[0] !== true) return undefined;
  const found: (Occurrence | undefined)[] = [];
  let next = 0;
  for (const [index, { name }] of written.entries()) {
    // If a word of the template and captured code would both do, the names after it decide.
    while (expected[next]?.name !== name || fits[index + 1]?.[next + 1] !== true) next += 1;
    found.push(expected[next]?.before);
    next += 1;
  }
  return found;
}

/** Tells for each rest of `written` and each rest of `expected` if the names of the one are in the other. */
function fitting(
  written: readonly Occurrence[],
  expected: readonly Expected[],
): readonly (readonly boolean[])[] {
  const width = expected.length + 1;
  let below = new Array<boolean>(width).fill(false);
  for (let at = expected.length; at >= 0; at -= 1)
    below[at] = expected.slice(at).every(({ before }) => before === undefined);
  const rows = [below];
  for (let index = written.length - 1; index >= 0; index -= 1) {
    const row = new Array<boolean>(width).fill(false);
    for (let at = expected.length - 1; at >= 0; at -= 1) {
      const each = expected[at];
      const isSkipped = each?.before === undefined && row[at + 1] === true;
      const isTaken = each?.name === written[index]?.name && below[at + 1] === true;
      row[at] = isSkipped || isTaken;
    }
    rows.unshift(row);
    below = row;
  }
  return rows;
}
