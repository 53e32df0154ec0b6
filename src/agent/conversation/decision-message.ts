import type { ItemOf } from "../../model/conversation.ts";
import type { ActionReport, ActionState } from "../../model/report/report.ts";

/** What a model is told of an action that has ended: verdict, rule and reason, and what was done. */
export function decisionMessage(action: ActionReport): ItemOf<"system"> {
  return { role: "system", tag: "decision", text: decisionText(action) };
}

/** One or two sentences on how an action ended. */
export function decisionText({
  callId,
  label,
  state,
  reason,
  ruleId,
  result,
}: ActionReport): string {
  const why = reason === undefined ? "" : ` Reason: ${reason}`;
  const rule = ruleId === undefined ? "" : ` (rule ${ruleId})`;
  const what = state === "failed" && result !== undefined ? ` ${result}` : "";
  return `[Decision: ${callId}] ${WORDS[state]}: ${label}.${what}${state === "failed" ? "" : why + rule}`;
}

/** A dry run reads as a run does: what is recorded in one can be played in the other. */
const ACCEPTED = "Accepted, later calls see it";

const WORDS: Readonly<Record<ActionState, string>> = {
  applied: ACCEPTED,
  "would-apply": ACCEPTED,
  pending: ACCEPTED,
  discarded: "Discarded, the files stay as they are",
  held: "Held for a person, the files stay as they are",
  failed: "Failed, the files stay as they are",
};
