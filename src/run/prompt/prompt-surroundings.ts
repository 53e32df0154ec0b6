import type { PromptStep } from "../../model/recipe/prompt-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { RunContext } from "../state/run-context.ts";
import type { UntrustedSources } from "./untrusted-sources.ts";

/** A prompt step and the surroundings of its conversation. */
export interface PromptSurroundings {
  readonly recipe: Recipe;
  readonly step: PromptStep;
  readonly context: RunContext;
  readonly sources: UntrustedSources;
  readonly nextBatchId: () => string;
}
