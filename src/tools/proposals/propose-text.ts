import { ToolError } from "../../model/tool-error.ts";
import type { TextEditSurroundings } from "../text-edit/text-edit.ts";
import type { ProposingCall } from "./propose-deletions.ts";
import { describeProposal, queueGroup, type TextProposal } from "./propose-texts.ts";

/** Proposes a text for a file, new or not. Returns the id of the pending action; undefined if it has that text. */
export async function proposeText(
  proposal: TextProposal,
  { tool, context, requireOpen }: ProposingCall,
  surroundings: TextEditSurroundings,
): Promise<string | undefined> {
  const { path, text }: { readonly path: unknown; readonly text: unknown } = proposal;
  if (typeof path !== "string" || typeof text !== "string")
    throw new ToolError("proposeText takes a path and a text.");
  requireOpen();
  const changes = await describeProposal(proposal, { tool, per: "file" }, surroundings);
  requireOpen();
  if (changes.length === 0) return undefined;
  const found = { parseErrors: 0, limitReached: false };
  return queueGroup(changes, { tool, title: "Propose Text", found }, surroundings, context);
}
