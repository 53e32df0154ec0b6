import { type LineChange, type LineRange, linesOf } from "./changed-lines.ts";

/** A change with its place in the text after. */
interface Placed {
  readonly change: LineChange;
  /** The line of the text after at which it begins. */
  readonly first: number;
  /** The numbers of lines after it are so much higher in the text after the write. */
  readonly shift: number;
}

/** The lines of a text before and after a write. */
export class WriteLayer {
  /** The write before it; undefined for the first of a run. */
  readonly before: WriteLayer | undefined;
  readonly #changes: LineChange[] = [];
  #placed: readonly Placed[] | undefined;

  constructor(before: WriteLayer | undefined) {
    this.before = before;
  }

  /** Adds the changes of an action that has a part in the write. */
  add(changes: readonly LineChange[]): void {
    for (const change of changes) this.#changes.push(change);
    this.#placed = undefined;
  }

  /** Returns the lines of the text before from which those of the text after came. */
  linesBefore({ from, to }: LineRange): LineRange {
    return { from: this.#lineBefore(from).from, to: this.#lineBefore(to).to };
  }

  /** Returns the lines from which one came; of an added one those around it. */
  #lineBefore(line: number): LineRange {
    this.#placed ??= placed(apart(this.#changes));
    const last = lastUpTo(line, this.#placed);
    if (last === undefined) return { from: line, to: line };
    if (line < last.first + last.change.added) return linesOf(last.change);
    return { from: line - last.shift, to: line - last.shift };
  }
}

/** Returns the last change that begins at a line or before it. */
function lastUpTo(line: number, all: readonly Placed[]): Placed | undefined {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.first ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}

function placed(changes: readonly LineChange[]): readonly Placed[] {
  let shift = 0;
  return changes.map((change) => {
    const first = change.from + shift;
    shift += change.added - change.removed;
    return { change, first, shift };
  });
}

/** Returns changes in order, those of the same lines as one. */
function apart(changes: readonly LineChange[]): readonly LineChange[] {
  const all: LineChange[] = [];
  for (const change of [...changes].sort((one, other) => one.from - other.from)) {
    const { from, removed, added } = change;
    const last = all.at(-1);
    if (last === undefined || from >= last.from + last.removed) {
      all.push(change);
      continue;
    }
    const both = Math.max(last.removed, from + removed - last.from);
    const more = last.added - last.removed + (added - removed);
    all[all.length - 1] = { from: last.from, removed: both, added: Math.max(0, both + more) };
  }
  return all;
}
