import type { Alert } from "../../model/alert.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { canQueue } from "../calls/offered-tools.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import type { TranscriptOutcome } from "./transcript-outcome.ts";

/** A conversation that is over. */
interface EndedConversation {
  readonly prompt: PromptSurroundings;
  readonly end: TranscriptOutcome;
  /** The outcomes of its actions. */
  readonly actions: readonly ActionReport[];
  /** The run that is resumed has written something for it. */
  readonly hasWritten: boolean;
}

/** Judges if a step did its work; reports everything that is not in order. */
export function judgeConversation({ prompt, end, actions, hasWritten }: EndedConversation): {
  readonly isInOrder: boolean;
  readonly isVacuous: boolean;
} {
  const { recipe, step, context } = prompt;
  const { ledger } = context.record;
  const { stop } = context.world;
  const { outcome, message = "" } = end;
  const alert = (level: Alert["level"], code: Alert["code"], text: string) =>
    ledger.alert({ level, code, message: text, recipe: recipe.name, step: step.id });
  switch (outcome) {
    case "built":
      return { isInOrder: true, isVacuous: false };
    case "cancelled":
      alert("error", "prompt-cancelled", `The prompt was not submitted: ${message}`);
      return { isInOrder: false, isVacuous: false };
    case "failed":
      alert("error", "model-failed", message);
      return { isInOrder: false, isVacuous: false };
    case "limit":
      alert("warn", "prompt-limit", `${message} ${cameTo(actions)}`);
      ledger.isLimited = true;
      return { isInOrder: false, isVacuous: false };
    case "stopped":
      stop.leaveOut();
      return { isInOrder: false, isVacuous: false };
    case "done": {
      const isVacuous =
        step.response === undefined &&
        !hasWritten &&
        end.turns.length > 0 && // Otherwise it was complete before this run, and no model was asked.
        !actions.some(({ state }) => LASTING.includes(state)) &&
        canQueue(recipe, step, context);
      if (!isVacuous) return { isInOrder: true, isVacuous };
      const isExpected = Object.keys(recipe.expect).length > 0;
      alert(
        isExpected ? "error" : "warn",
        "vacuous",
        `The model said that it is done, and nothing was applied. ${cameTo(actions)}`,
      );
      return { isInOrder: !isExpected, isVacuous };
    }
  }
}

/** States of actions that changed something, or will if a person agrees. */
const LASTING: readonly ActionReport["state"][] = ["applied", "would-apply", "pending", "held"];

/** Counts the actions by state: `1 applied, 2 discarded.` */
function cameTo(actions: readonly ActionReport[]): string {
  const states = [...new Set(actions.map(({ state }) => state))].sort();
  const counts = states.map(
    (state) => `${actions.filter((action) => action.state === state).length} ${state}`,
  );
  return counts.length === 0 ? "It proposed nothing." : `Its actions: ${counts.join(", ")}.`;
}
