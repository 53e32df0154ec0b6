import type { ItemOf } from "../../model/conversation.ts";
import type { ActionReport, ActionState } from "../../model/report/report.ts";

/** Makes the message to a model about an action that has ended: verdict, rule, reason and result. */
export function decisionMessage(action: ActionReport): ItemOf<"system"> {
  return { role: "system", tag: "decision", text: decisionText(action) };
}

/** Describes the outcome of an action in one or two sentences, which are sent to models and stand in recordings. */
export function decisionText({
  callId,
  label,
  sourceToolName,
  state,
  reason,
  ruleId,
  result,
}: ActionReport): string {
  const why = reason === undefined ? "" : ` Reason: ${reason}`;
  const rule = ruleId === undefined ? "" : ` (rule ${ruleId})`;
  const what = state === "failed" && result !== undefined ? ` ${result}` : "";
  const source = sourceToolName === undefined ? "" : ` (from ${sourceToolName})`;
  return `[Decision: ${callId}] ${WORDS[state]}: ${label}${source}.${what}${state === "failed" ? "" : why + rule}`;
}

/** The same words in a dry run and in a run: a recording of one can be played in the other. */
const ACCEPTED = "Accepted, later calls see it";

const WORDS: Readonly<Record<ActionState, string>> = {
  applied: ACCEPTED,
  "would-apply": ACCEPTED,
  pending: ACCEPTED,
  discarded: "Discarded, the files stay as they are",
  held: "Held for a person, the files stay as they are",
  failed: "Failed, the files stay as they are",
};
