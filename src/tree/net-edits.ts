import { composeEdits } from "../edit/text/compose-edits.ts";
import type { TextEdit } from "../model/edit.ts";

/** The edits of several commits to one file as one list, in offsets of the text before the first of them. */
export class NetEdits {
  readonly #before: string;
  #edits: TextEdit[];
  /** The distance by which the edits so far move the text behind them. */
  #shift = 0;

  /** `before` is the text before the first commit, and `first` are its edits: sorted, not overlapping. */
  constructor(before: string, first: readonly TextEdit[]) {
    this.#before = before;
    this.#edits = [...first];
    this.#shift = shiftOf(first);
  }

  get list(): readonly TextEdit[] {
    return this.#edits;
  }

  /** Adds the edits of the next commit, in offsets of the text that the ones before left. */
  add(next: readonly TextEdit[]): void {
    const shift = this.#shift;
    const end = (this.#edits.at(-1)?.end ?? 0) + shift;
    // Edits behind all earlier ones, as those of one call in their order, cost no more than themselves.
    if ((next[0]?.start ?? 0) > end)
      for (const { start, end: to, text } of next)
        this.#edits.push({ start: start - shift, end: to - shift, text });
    else this.#edits = [...composeEdits(this.#before, named(this.#edits), named(next))];
    this.#shift += shiftOf(next);
  }
}

function shiftOf(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
}

/** Gives edits the name of an op, which `composeEdits` keeps, and which no reader of a commit asks for. */
function named(edits: readonly TextEdit[]) {
  return edits.map((edit) => ({ ...edit, opId: "" }));
}
