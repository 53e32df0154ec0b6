import { ToolError } from "../../model/tool-error.ts";
import { type FormattingContext, formatProposal } from "./format-proposal.ts";
import type { ProposingCall } from "./propose-deletions.ts";
import { describeProposal, queueGroup } from "./propose-texts.ts";
import type { TextProposal } from "./text-proposal.ts";

/** Proposes a text for a file, new or not. Returns the id of the pending action; undefined if it has that text. */
export async function proposeText(
  proposal: TextProposal,
  { tool, context: call, requireOpen }: ProposingCall,
  context: FormattingContext,
): Promise<string | undefined> {
  const { path, text }: { readonly path: unknown; readonly text: unknown } = proposal;
  if (typeof path !== "string" || typeof text !== "string")
    throw new ToolError("proposeText takes a path and a text.");
  requireOpen();
  const formatted = await formatProposal(proposal, context);
  const changes = await describeProposal(formatted, { tool, per: "file" }, context);
  requireOpen();
  if (changes.length === 0) return undefined;
  const found = { parseErrors: 0, limitReached: false };
  return queueGroup(changes, { tool, title: "Propose Text", found }, context, call);
}
