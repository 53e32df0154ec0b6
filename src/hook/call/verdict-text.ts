import { AGENTS, type AgentId } from "./agents.ts";
import type { Verdict } from "./brief-verdict.ts";

/** Returns the answer to a call in the form of an agent, for standard output. */
export function verdictText(verdict: Verdict, agent: AgentId): string {
  const { noOpinion, refusal } = AGENTS[agent];
  if (verdict.kind === "none") return noOpinion;
  // Names of files and texts of the call are in it, and a terminal may show it.
  const reason = verdict.reason.replace(/[\p{Cc}\p{Cf}]/gu, " ");
  return `${JSON.stringify(refusal(reason))}\n`;
}
