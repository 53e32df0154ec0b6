/** The most UTF-8 bytes in which the beginning of a line is searched: ast-grep's limit. */
const lookBackBytes = 512;

const newLine = 0x0a;
const space = 0x20;

/**
 * Returns the number of spaces at the beginning of the line of `offset`, counted up to `offset`. As in ast-grep, tabs
 * do not count, and the result is 0 if the line begins more than 512 UTF-8 bytes before `offset`.
 */
export function indentationAt(text: string, offset: number): number {
  let indentation = 0;
  let bytes = 0;
  for (let index = offset - 1; index >= 0; index -= 1) {
    const unit = text.charCodeAt(index);
    bytes += utf8Bytes(unit);
    if (bytes > lookBackBytes) return 0;
    if (unit === newLine) return indentation;
    indentation = unit === space ? indentation + 1 : 0;
  }
  return indentation;
}

/**
 * Moves all lines of `text` but the first, blank ones too, from indentation `from` to `to`, in spaces. As in ast-grep,
 * when lines move left, a line with too few spaces stays, and the first line moves too (it begins with spaces only in
 * JSX text).
 */
export function moveIndentation(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  if (from === to) return text;
  if (from < to) return text.replaceAll("\n", `\n${" ".repeat(to - from)}`);
  const surplus = " ".repeat(from - to);
  const moved = text.replaceAll(`\n${surplus}`, "\n");
  return moved.startsWith(surplus) ? moved.slice(surplus.length) : moved;
}

/** As far as the beginning of a line is searched; UTF-16 code units. */
export const LOOK_BACK = 512;

/** Returns the white space at the beginning of a line, tabs too; none if the line begins too far away. */
export function lineIndentation(text: string, offset: number): string {
  const from = Math.max(0, offset - LOOK_BACK);
  const near = text.slice(from, offset);
  const lineStart = near.lastIndexOf("\n") + 1;
  if (lineStart === 0 && from > 0) return "";
  return /^[ \t]*/.exec(near.slice(lineStart))?.[0] ?? "";
}

/** Returns the bytes of a UTF-16 code unit in UTF-8; each half of a surrogate pair counts half of its 4. */
function utf8Bytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}
