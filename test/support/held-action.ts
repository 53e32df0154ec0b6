import { splice } from "../../src/edit/text/splice.ts";
import type { PlannedAction, PlannedFile } from "../../src/plan-file/plan.ts";
import { plannedDiff } from "../../src/plan-file/planned-diff.ts";
import { sha256 } from "../../src/shared/sha256.ts";

/** An edit of a test: start, end, text. */
export type EditOf = readonly [start: number, end: number, text: string];

/** A held action with edits of texts, as a plan has it. */
export function heldAction(
  id: string,
  files: readonly {
    readonly path: string;
    readonly before: string;
    readonly edits: readonly EditOf[];
  }[],
): PlannedAction {
  const planned = files.map(({ path, before, edits: written }): PlannedFile => {
    const edits = written.map(([start, end, text]) => ({ op: "o", start, end, text }));
    const after = splice(before, edits);
    return {
      path,
      language: "typescript",
      replacements: edits.length,
      superseded: [],
      edits,
      preHash: sha256(before),
      postHash: sha256(after),
      ...plannedDiff(path, before, after, edits),
    };
  });
  const named = { id, label: id, recipe: "r", step: "s", ruleId: "large", state: "held" };
  return { ...named, files: planned } as unknown as PlannedAction; // The facts are of no concern here.
}
