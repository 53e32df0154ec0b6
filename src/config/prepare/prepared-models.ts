import type { ModelPort } from "../../agent/model/model-port.ts";
import type { ModelSettings, PromptStep } from "../../model/recipe/prompt-step.ts";

/** The models that answer the prompts of a run. */
export interface PreparedModels {
  /** Returns undefined if the step asks no model. */
  portOf(step: PromptStep): ModelPort | undefined;
  /** Texts that no report may show. */
  readonly secrets: readonly string[];
  /** The recorded turns that were not asked for. */
  unplayed(): readonly string[];
}

/** The models of recipes without prompts. */
export const NO_MODELS: PreparedModels = {
  portOf: () => undefined,
  secrets: [],
  unplayed: () => [],
};

/** `provider/name`, as reports and cassettes call a model. */
export function nameOfModel({ provider, name }: ModelSettings): string {
  return name === "" ? provider : `${provider}/${name}`;
}
