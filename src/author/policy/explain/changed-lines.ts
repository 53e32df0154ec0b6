/** Lines of a text, from 1; both ends count. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Lines of the text before, and what stands in their place: `added` lines for `removed` ones, beginning with `from`.
 */
export interface LineChange {
  readonly from: number;
  readonly removed: number;
  readonly added: number;
}

/** Returns the changes of a unified diff, in order. */
export function changesOf(diff: string): readonly LineChange[] {
  const changes: LineChange[] = [];
  let next = 0; // The line of the text before that comes next; 0 outside of a hunk.
  let removed = 0;
  let added = 0;
  const end = () => {
    if (removed + added > 0) changes.push({ from: next - removed, removed, added });
    removed = 0;
    added = 0;
  };
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d{1,9})(,0)?/.exec(line);
    if (hunk !== null || line.startsWith("diff --git ")) {
      end();
      next = hunk === null ? 0 : Number(hunk[1]) + (hunk[2] === undefined ? 0 : 1);
    } else if (next === 0) continue;
    else if (line.startsWith("-")) {
      removed += 1;
      next += 1;
    } else if (line.startsWith("+")) added += 1;
    else if (line.startsWith(" ")) {
      end();
      next += 1;
    }
  }
  end();
  return changes;
}

/**
 * Returns the lines of the text before that a change removes or replaces. Lines that are only added belong to the lines
 * above and below them.
 */
export function linesOf({ from, removed }: LineChange): LineRange {
  return removed > 0 ? { from, to: from + removed - 1 } : { from: Math.max(1, from - 1), to: from };
}
