import type { TextEdit } from "../../../model/edit.ts";
import type { Span } from "../../text/span.ts";
import { commentsIn } from "../comments-in.ts";
import type { FileTree } from "../file-tree.ts";
import { stretchesOf } from "../stretches-of.ts";
import type { ImportLine, LineName } from "./import-line.ts";

/** Returns the edits that remove names from imports; those of which nothing is left go with their lines. */
export function removeNames(
  lines: readonly ImportLine[],
  isGone: (name: LineName) => boolean,
  tree: FileTree,
): readonly TextEdit[] {
  const isWhole = ({ names }: ImportLine) => names.length > 0 && names.every(isGone);
  const blocks = new Map<number, boolean>();
  for (const line of lines)
    if (line.block)
      blocks.set(line.block.start, isWhole(line) && blocks.get(line.block.start) !== false);
  const gone = new Map<number, Span>();
  const edits: TextEdit[] = [];
  for (const line of lines) {
    if (!isWhole(line)) {
      const names = new Set(line.names.filter(isGone));
      for (const place of stretchesOf(line.names, names, tree))
        edits.push({ ...place, text: commentsIn(place, tree) });
      continue;
    }
    const place = line.block && blocks.get(line.block.start) ? line.block : line.place;
    gone.set(place.start, place);
  }
  return [...edits, ...withoutLines([...gone.values()], tree)].sort((a, b) => a.start - b.start);
}

/** Deletes statements with their lines; comments in them stay, but for words to linters after them. */
function withoutLines(places: readonly Span[], tree: FileTree): readonly TextEdit[] {
  const { text } = tree;
  const edits: TextEdit[] = [];
  let lines: Span | undefined;
  let head = 0;
  const deleteLines = () => {
    if (lines === undefined) return;
    const edit = withoutBlank(lines, head, text);
    if (lines.start === head) head = edit.end;
    edits.push(edit);
  };
  for (const place of places) {
    const kept = commentsIn(place, tree);
    const whole = kept === "" ? linesOf(place, text) : undefined;
    if (whole === undefined)
      edits.push({
        ...(kept === "" ? withoutSign(place, edits.at(-1)?.end ?? 0, text) : place),
        text: kept,
      });
    else if (lines?.end === whole.start) lines = { start: lines.start, end: whole.end };
    else {
      deleteLines();
      lines = whole;
    }
  }
  deleteLines();
  return edits;
}

/** Returns the lines of a statement, if nothing else stands on them. */
function linesOf({ start, end }: Span, text: string): Span | undefined {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const from = text[lineStart] === "\uFEFF" ? lineStart + 1 : lineStart;
  REST.lastIndex = end;
  const isAlone = text.slice(from, start).trim() === "" && REST.test(text);
  return isAlone ? { start: from, end: REST.lastIndex } : undefined;
}

const REST =
  /[ \t]*;?[ \t]*(?:#\s*(?:noqa|type:|pylint:|isort:|pyright:|mypy:|ruff:)[^\r\n]*)?(?:\r?\n|$)/iy;

/**
 * Deletes lines, and one of two blank lines that would meet; all at the beginning of a file, up to `head` of which
 * everything goes, and at the ends of a list.
 */
function withoutBlank({ start, end }: Span, head: number, text: string): TextEdit {
  const isFirst = start === head;
  const blank = isFirst ? BLANKS : BLANK;
  blank.lastIndex = end;
  const before = text.slice(0, start);
  const isAtEnd = /^[ \t]*\)/.test(text.slice(end));
  const [line = ""] = (isAtEnd && /(?<=\n)[ \t]*\r?\n$/.exec(before)) || [];
  const isBetween = isFirst || /\n[ \t]*\r?\n$|\([ \t]*\r?\n$/.test(before);
  const to = isBetween && blank.test(text) ? blank.lastIndex : end;
  return { start: start - line.length, end: to, text: "" };
}

const BLANK = /[ \t]*\r?\n/y;
const BLANKS = /(?:[ \t]*\r?\n)+/y;

/** One of several statements on a line goes with the `;` after it, or before it. */
function withoutSign({ start, end }: Span, from: number, text: string): Span {
  const [behind] = /^[ \t]*;[ \t]*/.exec(text.slice(end)) ?? [];
  if (behind !== undefined) return { start, end: end + behind.length };
  const [before] = /[ \t]*;[ \t]*$/.exec(text.slice(from, start)) ?? [];
  return { start: start - (before?.length ?? 0), end };
}
