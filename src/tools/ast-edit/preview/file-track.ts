import { rebaseEdits } from "../../../edit/text/rebase-edits.ts";
import type { Replacement, TextEdit } from "../../../model/edit.ts";

/**
 * Where the previewed edits of one file stand in the text that is there now, as long as nobody but this
 * call writes it: what the ops find in such a text is known, and it need not be parsed again. Starts at
 * a text in which the edits were found; every commit of the call takes it on to the text that it wrote.
 */
export class FileTrack {
  /** sha256 of the text that is known, hex. */
  hash: string;
  readonly #placeOf: (edit: Replacement) => Replacement | undefined;
  /** What the call applied since the first text, in offsets of that text; sorted. */
  readonly #applied: TextEdit[] = [];

  /** `placeOf` says where an edit of the preview stands in the text of `hash`; undefined where it does not. */
  constructor(hash: string, placeOf: (edit: Replacement) => Replacement | undefined) {
    this.hash = hash;
    this.#placeOf = placeOf;
  }

  /** The edits of a preview at their places now. Undefined where one of them is there no longer. */
  find(edits: readonly Replacement[]): readonly Replacement[] | undefined {
    const placed = this.#place(edits);
    return placed && rebaseEdits(placed, this.#applied);
  }

  /** Notes that these edits of the preview were applied, which left the text of `hash`. */
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
