/**
 * Returns the number of the first line that a diff changes, from 1: in the text before the change (`-`) or after it
 * (`+`). Undefined for a diff without hunks.
 */
export function firstChangedLine(diff: string, side: "-" | "+"): number | undefined {
  const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*\n/m.exec(diff);
  if (head === null) return undefined;
  const start = Number(side === "-" ? head[1] : head[3]);
  const length = Number((side === "-" ? head[2] : head[4]) ?? 1);
  const lines = diff.slice(head.index + head[0].length).split("\n");
  const unchanged = lines.findIndex((line) => !line.startsWith(" "));
  // A change at the end may leave no line behind the unchanged ones.
  return Math.max(1, Math.min(start + unchanged, start + length - 1));
}
