import type { SupersededReplacement } from "../../model/edit.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import type { Span } from "../text/span.ts";

/** Superseded replacements that are found by their places, at a cost that grows with the logarithm of their number. */
export class OpenLosses {
  readonly #all: readonly SupersededReplacement[];
  readonly #taken = new Set<SupersededReplacement>();
  readonly #byOp: ReadonlyMap<string, EndTree>;

  /** `losses` are sorted by `start`. */
  constructor(losses: readonly SupersededReplacement[]) {
    this.#all = losses;
    const byOp = new Map<string, SupersededReplacement[]>();
    for (const lost of losses) {
      addTo(byOp, lost.opId, lost);
    }
    this.#byOp = new Map([...byOp].map(([opId, own]) => [opId, new EndTree(own)]));
  }

  /** Takes out the first loss of an op that overlaps a place. */
  take(opId: string, place: Span): SupersededReplacement | undefined {
    const lost = this.#byOp.get(opId)?.take(place);
    if (lost !== undefined) this.#taken.add(lost);
    return lost;
  }

  /** The losses that were not taken, in their order. */
  get left(): readonly SupersededReplacement[] {
    return this.#all.filter((lost) => !this.#taken.has(lost));
  }
}

/** A binary tree over sorted places, which may be nested, with the greatest end below every node. */
class EndTree {
  readonly #losses: readonly SupersededReplacement[];
  /** By node: 1 is the root, 2n and 2n + 1 are below n, and the leaves begin at `#leaves`. */
  readonly #ends: number[];
  readonly #leaves: number;

  constructor(losses: readonly SupersededReplacement[]) {
    this.#losses = losses;
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, losses.length)));
    this.#ends = new Array<number>(2 * this.#leaves).fill(-1);
    for (const [index, { end }] of losses.entries()) this.#ends[this.#leaves + index] = end;
    for (let node = this.#leaves - 1; node > 0; node -= 1) this.#sum(node);
  }

  take(place: Span): SupersededReplacement | undefined {
    if (this.#endOf(1) <= place.start) return undefined;
    let node = 1;
    while (node < this.#leaves) node = 2 * node + (this.#endOf(2 * node) > place.start ? 0 : 1);
    const lost = this.#losses[node - this.#leaves];
    // It is the first that ends after the beginning of the place; all after it begin no earlier.
    if (lost === undefined || lost.start >= place.end) return undefined;
    this.#ends[node] = -1;
    for (node >>= 1; node > 0; node >>= 1) this.#sum(node);
    return lost;
  }

  #endOf(node: number): number {
    return this.#ends[node] ?? -1;
  }

  #sum(node: number): void {
    this.#ends[node] = Math.max(this.#endOf(2 * node), this.#endOf(2 * node + 1));
  }
}

/**
 * Adds the superseded replacements of one more pass to the earlier ones, in places of the text before the first pass,
 * which `origin` returns: a replacement that this pass accepted is removed, and one that was superseded again counts
 * once. `earlier` is sorted, and so is the result.
 */
export function carryLosses(
  earlier: readonly SupersededReplacement[],
  { accepted, superseded }: OpReplacements,
  origin: (place: Span) => Span,
): readonly SupersededReplacement[] {
  const open = new OpenLosses(earlier);
  for (const edit of accepted) open.take(edit.opId, origin(edit));
  const again = superseded.map((lost): SupersededReplacement => {
    const place = origin(lost);
    const winner = lost.winner ? { winner: origin(lost.winner) } : {};
    return open.take(lost.opId, place) ?? { ...lost, ...place, ...winner };
  });
  return [...open.left, ...again].sort((a, b) => a.start - b.start || a.end - b.end);
}
