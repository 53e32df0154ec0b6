/**
 * Returns a function that finds the end of a code span in a piece of prose, given the offset behind its opening
 * backticks and their number; undefined if nothing closes it, so that they are text. As in Markdown, n backticks are
 * closed by the next run of n.
 *
 * Offsets have to ascend from call to call, so that all calls together are linear in the length of the piece.
 */
export function spanCloser(prose: string): (behind: number, length: number) => number | undefined {
  const runs = new Map<number, { readonly at: number[]; next: number }>();
  for (const { index, 0: run } of prose.matchAll(/`+/g)) {
    const same = runs.get(run.length) ?? { at: [], next: 0 };
    same.at.push(index);
    runs.set(run.length, same);
  }
  return (behind, length) => {
    const same = runs.get(length);
    if (same === undefined) return undefined;
    while ((same.at[same.next] ?? behind) < behind) same.next += 1;
    const closing = same.at[same.next];
    return closing === undefined ? undefined : closing + length;
  };
}
