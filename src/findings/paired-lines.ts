import { findLineChanges, type LineChange } from "../edit/text/line-changes.ts";
import { countWhile } from "../shared/lists/count-while.ts";
import type { Finding } from "./finding.ts";
import { keyWith, type TreeLines } from "./tree-lines.ts";

/** The changes between the files of two trees, by which findings on lines that were edited are found again. */
export class PairedLines {
  readonly #old: TreeLines;
  readonly #fresh: TreeLines;
  readonly #changes = new Map<string, readonly LineChange[]>();

  constructor(old: TreeLines, fresh: TreeLines) {
    this.#old = old;
    this.#fresh = fresh;
  }

  /** Returns the change that a finding before is in; of one that goes over several lines, its first line may do. */
  readonly oldKeyOf = (finding: Finding): string | undefined =>
    this.#keyOf(finding, this.#old, ({ beforeStart, beforeEnd }) => [beforeStart, beforeEnd]);

  /** The same of a finding afterwards. */
  readonly freshKeyOf = (finding: Finding): string | undefined =>
    this.#keyOf(finding, this.#fresh, ({ afterStart, afterEnd }) => [afterStart, afterEnd]);

  #keyOf(
    finding: Finding,
    tree: TreeLines,
    rangeOf: (change: LineChange) => readonly [number, number],
  ): string | undefined {
    const { path, region, message } = finding;
    if (region === undefined || !this.#old.has(path) || !this.#fresh.has(path)) return undefined;
    const line = region.startLine - 1;
    const changes = this.#changesOf(path);
    const index = countWhile(changes, (change) => rangeOf(change)[1] <= line);
    const change = changes[index];
    if (change !== undefined && rangeOf(change)[0] <= line)
      return keyWith(finding, path, [message, index]);
    if (region.endLine === region.startLine) return undefined;
    return keyWith(finding, path, [message, tree.of(path)[line]?.trim() ?? ""]);
  }

  #changesOf(path: string): readonly LineChange[] {
    const changes =
      this.#changes.get(path) ?? findLineChanges(this.#old.of(path), this.#fresh.of(path));
    this.#changes.set(path, changes);
    return changes;
  }
}
