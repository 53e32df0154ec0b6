import { rebaseEdits } from "../../../edit/text/rebase-edits.ts";
import type { Replacement, TextEdit } from "../../../model/edit.ts";

/**
 * The places of the previewed edits of one file in its current text, as long as only this call writes the file. Such a
 * text need not be parsed again: each commit of the call moves the track on to the text that it wrote.
 */
export class FileTrack {
  /** sha256 of the text that the track is at, hex. */
  hash: string;
  readonly #placeOf: (edit: Replacement) => Replacement | undefined;
  /** The edits that the call applied since the first text, in offsets of that text; sorted. */
  readonly #applied: TextEdit[] = [];

  /** `placeOf` returns an edit of the preview at its place in the text of `hash`, or undefined if it has none. */
  constructor(hash: string, placeOf: (edit: Replacement) => Replacement | undefined) {
    this.hash = hash;
    this.#placeOf = placeOf;
  }

  /** Returns the edits of a preview at their current places, or undefined if one of them has none. */
  find(edits: readonly Replacement[]): readonly Replacement[] | undefined {
    const placed = this.#place(edits);
    return placed && rebaseEdits(placed, this.#applied);
  }

  /** Notes that these edits of the preview were applied, with the text of `hash` as the result. */
  advance(edits: readonly Replacement[], hash: string): void {
    const placed = this.#place(edits) ?? [];
    const isBehind = (placed[0]?.start ?? 0) >= (this.#applied.at(-1)?.end ?? 0);
    for (const edit of placed) this.#applied.push(edit);
    if (!isBehind) this.#applied.sort((a, b) => a.start - b.start || a.end - b.end);
    this.hash = hash;
  }

  #place(edits: readonly Replacement[]): readonly Replacement[] | undefined {
    const placed = edits.map(this.#placeOf);
    return placed.every((edit) => edit !== undefined) ? placed : undefined;
  }
}
