/** The number of columns that a tab stands for. */
const TAB = 4;

/** Returns for each line the nearest one above that is indented less, the head of its block; -1 if there is none. */
export function headsOf(lines: readonly string[]): Int32Array {
  const heads = new Int32Array(lines.length).fill(-1);
  const open: { readonly line: number; readonly columns: number }[] = [];
  for (const [line, text] of lines.entries()) {
    const columns = columnsOf(text);
    if (columns === undefined) continue;
    while ((open.at(-1)?.columns ?? -1) >= columns) open.pop();
    heads[line] = open.at(-1)?.line ?? -1;
    open.push({ line, columns });
  }
  return heads;
}

/** Returns undefined for a blank line, which belongs to no block. */
function columnsOf(text: string): number | undefined {
  let columns = 0;
  for (const character of text) {
    if (character === " ") columns += 1;
    else if (character === "\t") columns += TAB;
    else return columns;
  }
  return undefined;
}
