import type { OfferedTool } from "../../agent/model/model-port.ts";
import type { PromptStep } from "../../model/recipe/prompt-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { FileQueue } from "../../tools/changes/file-queue.ts";
import type { RunContext } from "../state/run-context.ts";
import { createTools } from "./create-tools.ts";
import { callContext } from "./step-tools.ts";

/** Returns the tools that a prompt step offers: those that it names, and `resolve` only if the model resolves (R18). */
export function offeredTools(
  recipe: Recipe,
  { id, tools, resolve, timeout }: PromptStep,
  context: RunContext,
): readonly OfferedTool[] {
  const { session } = context.record;
  const files = new FileQueue(context.world.root);
  const owner = { recipe: recipe.name, step: id };
  const step = { session, owner, files, timeout, onProgress: () => undefined };
  return createTools(callContext(recipe, step, context))
    .offered(tools)
    .filter(({ isHidden }) => !isHidden || resolve === "model")
    .map(({ name, description, parameters }) => ({ name, description, parameters }));
}

/** Returns true if a step can change anything at all. */
export function canQueue(recipe: Recipe, step: PromptStep, context: RunContext): boolean {
  return offeredTools(recipe, { ...step, resolve: "model" }, context).some(
    ({ name }) => name === "resolve",
  );
}
