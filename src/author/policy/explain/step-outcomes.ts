import type { FileFinding } from "../../../model/policy/explanation.ts";
import type { Recipe, RecipeStep } from "../../../model/recipe/recipe.ts";
import type { DecisionRecord } from "./decision-record.ts";

/** The outcome of a step of a recipe, if a record tells it. */
export type StepOutcome =
  /** It came to its end. */
  | { readonly kind: "done" }
  /** Its condition does not hold: the record says so itself. */
  | { readonly kind: "skipped" }
  /** It cannot be said of a file that nothing in it matches: it may not have been looked at. */
  | { readonly kind: "open"; readonly finding: Pick<FileFinding, "code" | "message" | "from"> };

type RecordedSteps = Pick<DecisionRecord, "about" | "actions" | "steps">;

/** Returns how a step ended. A plan does not have its steps, and neither has the report of an apply. */
export function outcomeOfStep(
  step: RecipeStep,
  recipe: Recipe,
  record: RecordedSteps,
): StepOutcome {
  if (record.steps.length === 0) return outcomeByActions(step, recipe, record);
  const recorded = record.steps.find((one) => one.recipe === recipe.name && one.step === step.id);
  switch (recorded?.outcome) {
    case "done":
      return { kind: "done" };
    case "skipped":
      return { kind: "skipped" };
    case "failed":
      return open(
        "step-failed",
        "The step failed, or was ended: it may not have come to the file.",
      );
    case undefined:
      return open("step-not-reached", "The run ended, or left the recipe, before this step.");
  }
}

function outcomeByActions(
  step: RecipeStep,
  { name, onHeld, steps }: Recipe,
  { about, actions }: RecordedSteps,
): StepOutcome {
  const before = steps.slice(0, steps.indexOf(step)).flatMap(idsOf);
  const ended = actions.find(
    (action) =>
      action.recipe === name &&
      before.includes(action.step) &&
      (action.state === "held" || action.state === "discarded"),
  );
  if (onHeld === "stop" && ended !== undefined) {
    const why = `the action ${ended.id} was ${ended.state}, and \`onHeld: stop\` ends the recipe`;
    return open("step-not-reached", `The step was not reached: ${why}.`);
  }
  if (step.when === undefined) return { kind: "done" };
  const condition = `\`when: ${step.when.source}\``;
  return open(
    "step-unknown",
    `The step has a condition, ${condition}, and the ${about.kind} does not say if it held.`,
  );
}

/** The ids of a step and of its calls. */
function idsOf(step: RecipeStep): readonly string[] {
  return step.kind === "parallel" ? [step.id, ...step.steps.map(({ id }) => id)] : [step.id];
}

function open(code: string, message: string): StepOutcome {
  return { kind: "open", finding: { code, message, from: "record" } };
}
