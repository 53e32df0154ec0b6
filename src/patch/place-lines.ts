import type { TextEdit } from "../model/edit.ts";
import type { HunkLine } from "../model/patch/hunk.ts";
import type { LinesByText } from "../model/patch/patch.ts";
import { splitLines } from "../shared/diff/split-lines.ts";
import { LineIndex } from "./line-index.ts";
import { editsOf } from "./place-hunks.ts";
import type { PlacedParts } from "./placed-parts.ts";

/**
 * Places lines that have no numbers in a text: each part below the one before it and below its anchors, where its lines
 * stand once (V1). Line ends are those of the file, because the form has none.
 */
export function placeLines(text: string, parts: readonly LinesByText[]): PlacedParts {
  const own = splitLines(text);
  const bare = new LineIndex(own.map(withoutEnd));
  const whole = new LineIndex(own);
  const lineEnd = own.some((line) => line.endsWith("\r\n")) ? "\r\n" : "\n";
  const groups: (readonly TextEdit[])[] = [];
  let from = 0;
  for (const { line, anchors, lines, isAtEnd } of parts) {
    for (const anchor of anchors) {
      const [at] = bare.placesOf([anchor], from) ?? [];
      if (at === undefined) return { fault: `has no line \`${anchor.trim()}\` to go to`, line };
      from = at + 1;
    }
    const found = placeOf(lines, { bare, from, isAtEnd, isAnchored: anchors.length > 0 });
    if ("fault" in found) return { ...found, line };
    const { at } = found;
    const old = lines.filter(({ sign }) => sign !== "+").length;
    const ended = lines.map((each) => ({ ...each, text: each.text + lineEnd }));
    const edits = editsOf(ended, at, whole);
    groups.push(edits.map((edit) => atLastLine(edit, text, lineEnd)));
    from = at + old;
  }
  return { groups, notes: [] };
}

interface Placing {
  readonly bare: LineIndex;
  readonly from: number;
  readonly isAtEnd: boolean;
  readonly isAnchored: boolean;
}

function placeOf(
  lines: readonly HunkLine[],
  { bare, from, isAtEnd, isAnchored }: Placing,
): { readonly at: number } | { readonly fault: string } {
  const old = lines.filter(({ sign }) => sign !== "+").map(({ text }) => text);
  if (old.length === 0) {
    // Codex adds such lines at the end, whatever is above them.
    return isAnchored
      ? { fault: "adds lines below an anchor without a line that stays: it does not say where" }
      : { at: bare.count };
  }
  if (isAtEnd) {
    const at = bare.count - old.length;
    return at >= from && bare.fits(old, at)
      ? { at }
      : { fault: "does not fit at the end of the file" };
  }
  const places = bare.placesOf(old, from);
  if (places === undefined) return { fault: "fits at too many lines to tell which" };
  const [at, second] = places;
  if (at === undefined)
    return { fault: `does not fit anywhere below line ${from}: its lines do not stand there` };
  if (second !== undefined)
    return { fault: `fits at line ${at + 1} and at line ${second + 1}: it does not say which` };
  return { at };
}

/** The last line of a file may have no line end: what comes after it gets one, and what takes its place has none. */
function atLastLine(edit: TextEdit, text: string, lineEnd: string): TextEdit {
  if (edit.end !== text.length || text === "" || text.endsWith("\n") || edit.text === "")
    return edit;
  const added = edit.text.slice(0, -lineEnd.length);
  return { ...edit, text: edit.start === text.length ? lineEnd + added : added };
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, "");
}
