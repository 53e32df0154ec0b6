import type { ModelPort } from "../../agent/model/model-port.ts";
import type { ModelSettings, PromptStep } from "../../model/prompt-step.ts";

/** Who answers the prompts of a run. */
export interface PreparedModels {
  /** Undefined where nobody is asked. */
  portOf(step: PromptStep): ModelPort | undefined;
  /** What no report may show. */
  readonly secrets: readonly string[];
  /** What was recorded and nobody has asked for, turn by turn. */
  unplayed(): readonly string[];
}

/** The models of recipes that ask none. */
export const NO_MODELS: PreparedModels = {
  portOf: () => undefined,
  secrets: [],
  unplayed: () => [],
};

/** `provider/name`, as reports and cassettes call a model. */
export function nameOfModel({ provider, name }: ModelSettings): string {
  return name === "" ? provider : `${provider}/${name}`;
}
