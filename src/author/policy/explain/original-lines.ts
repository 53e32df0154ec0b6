import type { ActionReport } from "../../../model/report/report.ts";
import { countWhile } from "../../../shared/lists/count-while.ts";

/**
 * Returns the lines of a file that each action changes, as the text before the run has them: an action changes the text
 * that earlier ones left, in which the same line may have another number.
 */
export function originalLines(
  actions: readonly ActionReport[],
  path: string,
): ReadonlyMap<ActionReport, readonly LineRange[]> {
  const layers = new Map<string | null, WriteLayer | undefined>(); // By the hash of the text after them.
  const joint = new Map<string, WriteLayer>();
  const lines = new Map<ActionReport, readonly LineRange[]>();
  for (const action of actions) {
    const file = action.files.find((one) => one.path === path);
    if (file === undefined) continue;
    const { preHash, postHash, diff, isJoint } = file;
    if (!layers.has(preHash)) layers.set(preHash, undefined); // The text before the run.
    const before = layers.get(preHash);
    const changes = changesOf(diff);
    lines.set(
      action,
      changes.map((change) => toOriginal(linesOf(change), before)),
    );
    if (!isInTree(action)) continue;
    const write = `${preHash} ${postHash}`;
    const layer = joint.get(write) ?? new WriteLayer(before);
    layer.add(changes);
    if (isJoint) joint.set(write, layer);
    if (!layers.has(postHash)) layers.set(postHash, layer);
  }
  return lines;
}

/** True if later actions see the text that an action leaves. */
function isInTree({ state, isWritten }: ActionReport): boolean {
  return ["applied", "would-apply", "pending"].includes(state) || isWritten === true;
}

function toOriginal(range: LineRange, layer: WriteLayer | undefined): LineRange {
  let lines = range;
  for (let one = layer; one !== undefined; one = one.before) lines = one.linesBefore(lines);
  return lines;
}

/** The lines of a text before and after a write. */
class WriteLayer {
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

/** A change with its place in the text after. */
interface Placed {
  readonly change: LineChange;
  /** The line of the text after at which it begins. */
  readonly first: number;
  /** The numbers of lines after it are so much higher in the text after the write. */
  readonly shift: number;
}

/** Returns the last change that begins at a line or before it. */
function lastUpTo(line: number, all: readonly Placed[]): Placed | undefined {
  return all[countWhile(all, ({ first }) => first <= line) - 1];
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

/** Lines of a text, from 1; both ends count. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Lines of the text before, and what stands in their place: `added` lines for `removed` ones, beginning with `from`.
 */
interface LineChange {
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
