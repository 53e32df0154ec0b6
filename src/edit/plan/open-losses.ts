import type { SupersededReplacement } from "../../model/edit.ts";
import type { Span } from "../text/template.ts";

/** What gave way so far and is to be found by its place, at a cost that grows with the logarithm of its number. */
export class OpenLosses {
  readonly #all: readonly SupersededReplacement[];
  readonly #taken = new Set<SupersededReplacement>();
  readonly #byOp: ReadonlyMap<string, EndTree>;

  /** `losses` are sorted by `start`. */
  constructor(losses: readonly SupersededReplacement[]) {
    this.#all = losses;
    const byOp = new Map<string, SupersededReplacement[]>();
    for (const lost of losses) {
      const own = byOp.get(lost.opId);
      if (own === undefined) byOp.set(lost.opId, [lost]);
      else own.push(lost);
    }
    this.#byOp = new Map([...byOp].map(([opId, own]) => [opId, new EndTree(own)]));
  }

  /** Takes out the first one of an op that overlaps a place. */
  take(opId: string, place: Span): SupersededReplacement | undefined {
    const lost = this.#byOp.get(opId)?.take(place);
    if (lost !== undefined) this.#taken.add(lost);
    return lost;
  }

  /** Those that nobody took, in their order. */
  get left(): readonly SupersededReplacement[] {
    return this.#all.filter((lost) => !this.#taken.has(lost));
  }
}

/** The greatest end below every knot of a binary tree over sorted places, which may lie in each other. */
class EndTree {
  readonly #losses: readonly SupersededReplacement[];
  /** The knot 1 is the root, 2n and 2n + 1 are below n, and the leaves stand at `#leaves` and behind. */
  readonly #ends: number[];
  readonly #leaves: number;

  constructor(losses: readonly SupersededReplacement[]) {
    this.#losses = losses;
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, losses.length)));
    this.#ends = new Array<number>(2 * this.#leaves).fill(-1);
    for (const [index, { end }] of losses.entries()) this.#ends[this.#leaves + index] = end;
    for (let knot = this.#leaves - 1; knot > 0; knot -= 1) this.#sum(knot);
  }

  take(place: Span): SupersededReplacement | undefined {
    if (this.#endOf(1) <= place.start) return undefined;
    let knot = 1;
    while (knot < this.#leaves) knot = 2 * knot + (this.#endOf(2 * knot) > place.start ? 0 : 1);
    const lost = this.#losses[knot - this.#leaves];
    // It is the first that ends behind where the place begins; all after it begin no earlier.
    if (lost === undefined || lost.start >= place.end) return undefined;
    this.#ends[knot] = -1;
    for (knot >>= 1; knot > 0; knot >>= 1) this.#sum(knot);
    return lost;
  }

  #endOf(knot: number): number {
    return this.#ends[knot] ?? -1;
  }

  #sum(knot: number): void {
    this.#ends[knot] = Math.max(this.#endOf(2 * knot), this.#endOf(2 * knot + 1));
  }
}
