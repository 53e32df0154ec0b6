import type { FileChange } from "../../../model/action/preview.ts";
import { refuseBeyondRun, type SearchBounds } from "../../../model/search/search-bounds.ts";
import type { SearchBudget } from "../../../model/search/search-settings.ts";

/** The budget of one run, for the searches of all its calls. */
export class RunBudget implements SearchBudget {
  readonly bounds: SearchBounds;
  #matches = 0;
  #text = 0;

  constructor(bounds: SearchBounds) {
    this.bounds = bounds;
  }

  add({ matches, text }: SearchBounds): void {
    this.#matches += matches;
    this.#text += text;
    refuseBeyondRun({ matches: this.#matches, text: this.#text }, this.bounds);
  }
}

/** Returns the size of the changes of one file. */
export function sizeOfChanges(changes: readonly FileChange[]): SearchBounds {
  let [matches, text] = [0, 0];
  for (const { edits, superseded, diff } of changes) {
    matches += edits.length + superseded.length;
    text += diff.length;
    for (const edit of edits) text += edit.text.length;
  }
  return { matches, text };
}
