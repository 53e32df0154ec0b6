import type { Preview } from "../../model/action/action-preview.ts";
import type { CallStep } from "../../model/recipe/call-step.ts";
import { type ChangeClass, worstClass } from "../../model/recipe/change-class.ts";

/** Returns what the recipe claims of an action: of several ops the worst. Undefined if it claims nothing. */
export function classOf(step: CallStep, preview: Preview): ChangeClass | undefined {
  const classes = step.kind === "ast_edit" ? step.params.classes : undefined;
  if (classes === undefined || preview.kind !== "files") return step.class;
  const ops = new Set(preview.changes.flatMap(({ edits }) => edits.map(({ opId }) => opId)));
  return worstClass([...ops].map((id) => classes[id] ?? step.class));
}
