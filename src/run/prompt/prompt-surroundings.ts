import type { PromptStep } from "../../model/prompt-step.ts";
import type { Recipe } from "../../model/recipe.ts";
import type { RunContext } from "../state/run-context.ts";
import type { UntrustedSources } from "./untrusted-sources.ts";

/** What a conversation of a prompt step is held in. */
export interface PromptSurroundings {
  readonly recipe: Recipe;
  readonly step: PromptStep;
  readonly context: RunContext;
  readonly sources: UntrustedSources;
  readonly nextBatchId: () => string;
}
