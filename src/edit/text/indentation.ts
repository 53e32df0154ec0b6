/** How far back a line's beginning is looked for, in UTF-8 bytes: ast-grep's limit. */
const lookBackBytes = 512;

const newLine = 0x0a;
const space = 0x20;

/**
 * The number of spaces that the line of `offset` begins with, counted up to `offset`. Tabs are not
 * indentation. 0 where the line begins more than 512 UTF-8 bytes before `offset`: both as in ast-grep.
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
 * Moves all lines of `text` but the first from indentation `from` to `to`, in spaces. Blank lines are
 * moved too. Where lines move left, a line with too few spaces stays, and the first line moves as well
 * (it begins with spaces only in JSX text): all as in ast-grep.
 */
export function moveIndentation(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  if (from === to) return text;
  if (from < to) return text.replaceAll("\n", `\n${" ".repeat(to - from)}`);
  const surplus = " ".repeat(from - to);
  return text
    .split("\n")
    .map((line) => (line.startsWith(surplus) ? line.slice(surplus.length) : line))
    .join("\n");
}

/** Bytes that a UTF-16 code unit takes in UTF-8; each half of a surrogate pair counts half of its 4. */
function utf8Bytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}
