import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { FilePlan } from "../../model/file-plan.ts";
import type { Span } from "../text/span.ts";

/** Returns a function that moves a loss to its place before all passes. */
export function atOrigin(origin: (place: Span) => Span): (loss: CodeLoss) => CodeLoss {
  return ({ at, edit, ...loss }) => {
    return { ...loss, at: origin({ start: at, end: at }).start, edit: origin(edit) };
  };
}

type Edited = Extract<FilePlan, { kind: "edited" }>;

/** Adds to a plan what its result tells. */
export function finished<Plan>(
  plan: Plan,
  { losses, regrouped, names }: Pick<Edited, "losses" | "regrouped" | "names">,
  parseErrorsAfter: number | undefined,
): Plan & Pick<Edited, "losses" | "regrouped" | "names" | "parseErrorsAfter"> {
  return {
    ...plan,
    losses: losses && [...losses].sort(byEdit),
    regrouped: regrouped && [...regrouped].sort(byEdit),
    names: names && [...names].sort(byEdit),
    parseErrorsAfter,
  };
}

function byEdit({ edit: a }: CodeLoss, { edit: b }: CodeLoss): number {
  return a.start - b.start || a.end - b.end;
}
