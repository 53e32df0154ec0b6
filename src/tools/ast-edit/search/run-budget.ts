import type { FileChange } from "../../../model/action/preview.ts";
import { INPUT_LIMITS } from "../../../model/input-limits.ts";
import {
  boundsOfFile,
  fileFault,
  refuseBeyondRun,
  type SearchBounds,
  type SetBounds,
} from "../../../model/search/search-bounds.ts";
import type { SearchBudget } from "../../../model/search/search-settings.ts";
import type { TextStore } from "../../../model/text-store.ts";
import type { PlannedFile } from "../facts/planned-file.ts";
import type { FileFindings } from "./search-shapes.ts";

/** The budget of one run, for the searches of all its calls. */
export class RunBudget implements SearchBudget {
  readonly fileBounds: SearchBounds;
  readonly #set: SetBounds;
  readonly #texts: Pick<TextStore, "holdsAll"> | undefined;
  #matches = 0;
  #text = 0;

  /** `set` are the bounds that the run sets itself; `texts` takes what its searches find. Default: memory. */
  constructor(set: SetBounds = {}, texts?: Pick<TextStore, "holdsAll">) {
    this.fileBounds = boundsOfFile(set);
    this.#set = set;
    this.#texts = texts;
  }

  add({ matches, text }: SearchBounds): void {
    this.#matches += matches;
    this.#text += text;
    refuseBeyondRun({ matches: this.#matches, text: this.#text }, this.#bounds);
  }

  get #bounds(): SearchBounds {
    const { matches = INPUT_LIMITS.matches, text } = this.#set;
    const isHeld = this.#texts === undefined || this.#texts.holdsAll;
    return { matches, text: text ?? (isHeld ? INPUT_LIMITS.heldText : INPUT_LIMITS.text) };
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

export type BeyondBounds = Extract<FileFindings, { kind: "beyond-bounds" }>;

/** Returns the findings of a file that has more than its bounds allow. */
export function findBeyond(
  path: string,
  found: SearchBounds,
  bounds: SearchBounds,
): BeyondBounds | undefined {
  const fault = fileFault(found, bounds);
  return fault === undefined ? undefined : { kind: "beyond-bounds", message: `${path}: ${fault}` };
}

/** Returns the size of the edits of a file, before their texts are made. */
export function sizeOfPlan({ replacements, superseded }: PlannedFile["plan"]): SearchBounds {
  return { matches: replacements.length + superseded.length, text: 0 };
}
