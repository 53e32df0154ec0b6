import type { LeftAlone } from "../../model/left-alone.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { isDecidedByPolicy } from "../../policy/decided-by-policy.ts";

/** Ids of Sluice's own decisions that say nothing about files: a model that thinks again, a plan that cannot know. */
const WITHOUT_EFFECT: readonly string[] = ["model", "stale", "plan"];

/** The files of the actions of one recipe that were held or discarded so far, and that later steps leave alone (X1). */
export class HeldFiles implements LeftAlone {
  readonly #reasons = new Map<string, string>();

  /** Adds the actions of a step that is over. Returns those that were held or discarded. */
  add(actions: readonly ActionReport[]): readonly ActionReport[] {
    const left = actions.filter(isLeft);
    for (const { id, step, state, facts } of left)
      for (const path of facts.files)
        if (!this.#reasons.has(path))
          this.#reasons.set(path, `the action ${id} of the step \`${step}\` was ${state}`);
    return left;
  }

  whyOf(path: string): string | undefined {
    return this.#reasons.get(path);
  }
}

function isLeft({ state, ruleId = "", trace }: ActionReport): boolean {
  if (state !== "held" && state !== "discarded") return false;
  return isDecidedByPolicy({ ruleId, trace }) || !WITHOUT_EFFECT.includes(ruleId);
}
