import { type ActionReport, isWarned } from "../model/report/report.ts";

/** Returns the state of an action in words, and if a rule warns of it: `would apply, warned`. */
export function stateWords(action: Pick<ActionReport, "state" | "warned">): string {
  const words = action.state.replace("-", " ");
  return isWarned(action) ? `${words}, warned` : words;
}
