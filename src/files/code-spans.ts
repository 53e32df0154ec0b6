/**
 * Answers where the code span ends that would begin at some backticks of a piece of prose; undefined where
 * nothing closes it, so that they are text. As Markdown has it: n backticks are closed by the next run of n.
 * To be asked in ascending order, with the offset behind the backticks; linear for the whole piece.
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
