import type { TextEdit } from "../model/edit.ts";
import type { Hunk, HunkLine } from "../model/patch/hunk.ts";
import { countOf } from "../shared/count-of.ts";
import { splitLines } from "../shared/diff/split-lines.ts";
import { LineIndex } from "./line-index.ts";
import type { PlacedParts } from "./placed-parts.ts";

/**
 * Places hunks in a text, exactly (V1). `isBase`: the text is known to be the one that they rest on, so that each is
 * where its head says. Otherwise a hunk that does not fit there may be at the only other place where it does.
 */
export function placeHunks(text: string, hunks: readonly Hunk[], isBase: boolean): PlacedParts {
  const lines = new LineIndex(splitLines(text));
  const groups: (readonly TextEdit[])[] = [];
  const notes: string[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const old = hunk.lines.filter(({ sign }) => sign !== "+").map((line) => line.text);
    const found = placeOf(hunk, old, { lines, from, isBase });
    if ("fault" in found) return { ...found, line: hunk.line };
    const { at } = found;
    const isLast = at + old.length === lines.count;
    if (at !== hunk.start) notes.push(`a hunk for line ${hunk.start + 1} fits at line ${at + 1}`);
    const last = hunk.lines.findLast(({ sign }) => sign !== "-")?.text;
    if (last !== undefined && !last.endsWith("\n") && !isLast)
      return { fault: "ends the file where more lines follow", line: hunk.line };
    const fault = isBase ? undefined : unheld(hunk, at, isLast);
    if (fault !== undefined) return { fault, line: hunk.line };
    groups.push(editsOf(hunk.lines, at, lines));
    from = at + old.length;
  }
  return { groups, notes };
}

interface Placing {
  readonly lines: LineIndex;
  /** The first line that is free. */
  readonly from: number;
  readonly isBase: boolean;
}

type Found = { readonly at: number } | { readonly fault: string };

function placeOf({ start }: Hunk, old: readonly string[], { lines, from, isBase }: Placing): Found {
  if (start >= from && lines.fits(old, start)) {
    // Without lines around it, its number alone says where it belongs.
    if (old.length > 0 || isBase || lines.count === 0) return { at: start };
    return { fault: "has no lines around it, and names no blob that it rests on" };
  }
  if (isBase || old.length === 0) return { fault: `does not fit: ${lines.difference(old, start)}` };
  const places = lines.placesOf(old, from);
  if (places === undefined) return { fault: "fits at too many lines to tell which" };
  const [at, second] = places;
  if (at === undefined) return { fault: `does not fit: ${lines.difference(old, start)}` };
  if (second !== undefined)
    return {
      fault:
        `does not fit at line ${start + 1}, but at ${countOf(places.length, "other line")}, ` +
        `${at + 1} and ${second + 1} among them`,
    };
  return { at };
}

/** Lines that a hunk does not have above or below it are not there for git, which holds the hunk at that end of the file. */
function unheld({ start, lines }: Hunk, at: number, isLast: boolean): string | undefined {
  if (start === 0 && at !== 0)
    return `is for the beginning of the file, but fits at line ${at + 1}`;
  return lines.at(-1)?.sign === " " || isLast
    ? undefined
    : "has no line after it that stays, and is not at the end of the file";
}

/** Returns an edit for each stretch of lines that a hunk at a line changes. */
export function editsOf(
  lines: readonly HunkLine[],
  at: number,
  { startOf }: Pick<LineIndex, "startOf">,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let line = at;
  for (let index = 0; index < lines.length; ) {
    if (lines[index]?.sign === " ") {
      [line, index] = [line + 1, index + 1];
      continue;
    }
    const first = line;
    let text = "";
    for (; index < lines.length && lines[index]?.sign !== " "; index++)
      if (lines[index]?.sign === "+") text += lines[index]?.text;
      else line += 1;
    edits.push({ start: startOf(first), end: startOf(line), text });
  }
  return edits;
}
