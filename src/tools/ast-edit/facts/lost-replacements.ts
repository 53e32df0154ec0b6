import type { SupersededReplacement, TextEdit } from "../../../model/edit.ts";

/** The superseded replacements, by the place of the edit that they gave way to. */
export class LostReplacements {
  readonly #sorted: readonly SupersededReplacement[];

  constructor(lost: readonly SupersededReplacement[]) {
    const place = ({ winner }: SupersededReplacement) => winner?.start ?? 0;
    this.#sorted = lost
      .filter(({ winner }) => winner !== undefined)
      .sort((a, b) => place(a) - place(b));
  }

  /** Returns those that gave way to the edit, or to an edit that became part of it in a later pass. */
  to({ start, end }: TextEdit): readonly SupersededReplacement[] {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.winner?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const found: SupersededReplacement[] = [];
    for (let index = low; index < this.#sorted.length; index += 1) {
      const lost = this.#sorted[index];
      if (lost?.winner === undefined || lost.winner.start > end) break;
      if (lost.winner.end <= end) found.push(lost);
    }
    return found.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}
