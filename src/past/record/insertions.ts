import type { PlannedAction, PlannedFile } from "../../plan-file/plan.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import type { LateInsertions } from "./relocate-edits.ts";

/** An insertion of a held action. */
interface Insertion {
  readonly id: string;
  readonly order: number;
  readonly length: number;
}

/** The insertions of held actions, by the place that they were made for. */
export class Insertions {
  readonly #places = new Map<string, Insertion[]>();

  constructor(all: readonly PlannedAction[]) {
    for (const [order, { id, files }] of all.entries())
      for (const file of files)
        for (const { start, end, text } of file.edits) {
          if (end > start) continue;
          const key = keyOf(file, start);
          const insertion = { id, order, length: text.length };
          addTo(this.#places, key, insertion);
        }
  }

  /** Insertions at one place keep the order of their actions, whichever is applied first. */
  after({ id }: PlannedAction, file: PlannedFile, start: number): LateInsertions {
    const others = this.#places.get(keyOf(file, start)) ?? [];
    const own = others.find((other) => other.id === id)?.order ?? Infinity;
    return (actions) =>
      others
        .filter((other) => other.order > own && actions.includes(other.id))
        .reduce((sum, { length }) => sum + length, 0);
  }
}

function keyOf({ path, preHash }: PlannedFile, start: number): string {
  return `${preHash} ${start} ${path}`;
}
