/** Lines of the text before, from 1; both ends count. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the lines of the text before that a unified diff removes or changes. Lines that are only added belong to the
 * lines above and below them.
 */
export function linesOf(diff: string): readonly LineRange[] {
  const ranges: LineRange[] = [];
  let next = 0; // The line of the text before that comes next; 0 outside of a hunk.
  let removed: number[] = [];
  let isAdding = false;
  const end = () => {
    const [first] = removed;
    if (first !== undefined) ranges.push({ from: first, to: removed.at(-1) ?? first });
    else if (isAdding) ranges.push({ from: Math.max(1, next - 1), to: next });
    removed = [];
    isAdding = false;
  };
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d{1,9})(,0)?/.exec(line);
    if (hunk !== null || line.startsWith("diff --git ")) {
      end();
      next = hunk === null ? 0 : Number(hunk[1]) + (hunk[2] === undefined ? 0 : 1);
    } else if (next === 0) continue;
    else if (line.startsWith("-")) removed.push(next++);
    else if (line.startsWith("+")) isAdding = true;
    else if (line.startsWith(" ")) {
      end();
      next += 1;
    }
  }
  end();
  return ranges;
}
