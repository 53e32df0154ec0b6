import type { LeftAlone } from "../../model/left-alone.ts";
import type { ActionReport } from "../../model/report/report.ts";

/** Rules whose decision says nothing about the files: a model that thinks again, and a plan that cannot know. */
const WITHOUT_EFFECT: readonly string[] = ["model", "stale", "plan"];

/** The files of the actions of one recipe that were held or discarded so far, and that later steps leave alone (X1). */
export class HeldFiles implements LeftAlone {
  readonly #reasons = new Map<string, string>();

  /** Adds the actions of a step that is over. Returns those that were held or discarded. */
  add(actions: readonly ActionReport[]): readonly ActionReport[] {
    const held = actions.filter(isHeld);
    for (const { id, step, state, facts } of held)
      for (const path of facts.files)
        if (!this.#reasons.has(path))
          this.#reasons.set(path, `the action ${id} of the step \`${step}\` was ${state}`);
    return held;
  }

  whyOf(path: string): string | undefined {
    return this.#reasons.get(path);
  }
}

function isHeld({ state, ruleId }: ActionReport): boolean {
  const isEnded = state === "held" || state === "discarded";
  return isEnded && !WITHOUT_EFFECT.includes(ruleId ?? "");
}
