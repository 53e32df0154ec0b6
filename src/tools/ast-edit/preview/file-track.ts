import { rebaseEdits } from "../../../edit/text/rebase-edits.ts";
import type { Replacement, TextEdit } from "../../../model/edit.ts";

/**
 * The places of the previewed edits of one file in its current text, as long as only this call writes the file. Such a
 * text need not be parsed again: each commit of the call makes the track of the text that it wrote.
 */
export class FileTrack {
  /** sha256 of the text that the track is at, hex; null for none. */
  readonly hash: string | null;
  readonly #placeOf: (edit: Replacement) => Replacement | undefined;
  /** The edits that the call applied since the first text, in offsets of that text; sorted. Later tracks append. */
  readonly #applied: TextEdit[];
  /** The number of these edits that belong to this track. */
  readonly #count: number;

  /** `placeOf` returns an edit of the preview at its place in the text of `hash`, or undefined if it has none. */
  constructor(
    hash: string | null,
    placeOf: (edit: Replacement) => Replacement | undefined,
    applied: TextEdit[] = [],
  ) {
    this.hash = hash;
    this.#placeOf = placeOf;
    this.#applied = applied;
    this.#count = applied.length;
  }

  /** Returns the edits of a preview at their current places, or undefined if one of them has none. */
  find(edits: readonly Replacement[]): readonly Replacement[] | undefined {
    const placed = this.#place(edits);
    return placed && rebaseEdits(placed, this.#own());
  }

  /** Returns the track after these edits of the preview were applied, with the text of `hash` as the result. */
  advance(edits: readonly Replacement[], hash: string | null): FileTrack {
    const placed = this.#place(edits) ?? [];
    const applied = this.#own();
    const isBehind = (placed[0]?.start ?? 0) >= (applied.at(-1)?.end ?? 0);
    if (!isBehind) {
      const all = [...applied, ...placed].sort((a, b) => a.start - b.start || a.end - b.end);
      return new FileTrack(hash, this.#placeOf, all);
    }
    for (const edit of placed) applied.push(edit);
    return new FileTrack(hash, this.#placeOf, applied);
  }

  /** Returns the edits of this track; a copy if a track that was taken back has appended others. */
  #own(): TextEdit[] {
    const isLast = this.#applied.length === this.#count;
    return isLast ? this.#applied : this.#applied.slice(0, this.#count);
  }

  #place(edits: readonly Replacement[]): readonly Replacement[] | undefined {
    const placed = edits.map(this.#placeOf);
    return placed.every((edit) => edit !== undefined) ? placed : undefined;
  }
}
