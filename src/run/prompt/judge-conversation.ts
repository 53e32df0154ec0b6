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

/** The judgement on a conversation. */
interface Judgement {
  readonly isInOrder: boolean;
  /** The model said that it is done, and nothing came of it. */
  readonly isVacuous: boolean;
}

const IN_ORDER: Judgement = { isInOrder: true, isVacuous: false };
const NOT_IN_ORDER: Judgement = { isInOrder: false, isVacuous: false };

/** Judges if a step did its work; reports everything that is not in order. */
export function judgeConversation(ended: EndedConversation): Judgement {
  const { context } = ended.prompt;
  const { outcome, message = "" } = ended.end;
  switch (outcome) {
    case "built":
      return IN_ORDER;
    case "cancelled":
      alert(ended, "error", "prompt-cancelled", `The prompt was not submitted: ${message}`);
      return NOT_IN_ORDER;
    case "failed":
      alert(ended, "error", "model-failed", message);
      return NOT_IN_ORDER;
    case "limit":
      alert(ended, "warn", "prompt-limit", `${message} ${countByState(ended.actions)}`);
      context.record.ledger.isLimited = true;
      return NOT_IN_ORDER;
    case "stopped":
      context.world.stop.leaveOut();
      return NOT_IN_ORDER;
    case "done":
      return isVacuous(ended) ? judgeVacuous(ended) : IN_ORDER;
  }
}

function alert(
  { prompt: { recipe, step, context } }: EndedConversation,
  level: Alert["level"],
  code: Alert["code"],
  message: string,
): void {
  context.record.ledger.alert({ level, code, message, recipe: recipe.name, step: step.id });
}

function isVacuous({ prompt, end, actions, hasWritten }: EndedConversation): boolean {
  const { recipe, step, context } = prompt;
  return (
    step.response === undefined &&
    !hasWritten &&
    end.turns.length > 0 && // Otherwise it was complete before this run, and no model was asked.
    !actions.some(({ state }) => LASTING.includes(state)) &&
    canQueue(recipe, step, context)
  );
}

function judgeVacuous(ended: EndedConversation): Judgement {
  const isExpected = Object.keys(ended.prompt.recipe.expect).length > 0;
  const message = `The model said that it is done, and nothing was applied. ${countByState(ended.actions)}`;
  alert(ended, isExpected ? "error" : "warn", "vacuous", message);
  return { isInOrder: !isExpected, isVacuous: true };
}

/** States of actions that changed something, or will if a person agrees. */
const LASTING: readonly ActionReport["state"][] = ["applied", "would-apply", "pending", "held"];

/** Counts the actions by state: `1 applied, 2 discarded.` */
function countByState(actions: readonly ActionReport[]): string {
  const states = [...new Set(actions.map(({ state }) => state))].sort();
  const counts = states.map(
    (state) => `${actions.filter((action) => action.state === state).length} ${state}`,
  );
  return counts.length === 0 ? "It proposed nothing." : `Its actions: ${counts.join(", ")}.`;
}
