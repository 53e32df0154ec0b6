import { Conversation } from "../agent/conversation.ts";
import { transcriptLine } from "../agent/transcript-lines.ts";
import type { ConversationItem } from "../model/conversation.ts";
import type { FileRefEntry } from "../model/transcript.ts";
import { type BuiltPrompt, buildPrompt } from "./build-prompt.ts";
import type { PromptEnd } from "./judge-conversation.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import { type Beginning, resumeConversation } from "./resume-conversation.ts";

/** A conversation that has its beginning. */
export interface BegunConversation {
  readonly conversation: Conversation;
  readonly fileRefs: readonly FileRefEntry[];
  /** How it ended, where nobody is to be asked. */
  readonly end?: PromptEnd;
}

/** Builds the beginning of a conversation, or goes on with the one of an earlier run; what it has is in the transcript. */
export async function beginConversation(
  prompt: PromptSurroundings,
  outputs: ReadonlyMap<string, unknown>,
): Promise<BegunConversation> {
  const { recipe, step, context, sources } = prompt;
  const names = { recipe: recipe.name, step: step.id };
  const built = await buildPrompt(prompt, outputs);
  const said = built.kind === "built" ? context.resumed?.itemsOf(names) : undefined;
  const begun = resumeConversation(said, built.kind === "cancelled" ? [] : built.items);
  if (said?.some(({ role }) => role === "tool-result")) sources.noteUnknown();
  const items = begun.kind === "begins" ? begun.items : [];
  const transcribe = (item: ConversationItem) =>
    context.writer?.transcribe(transcriptLine(names, item));
  for (const item of items) transcribe(item);
  const { redact } = context;
  const conversation = new Conversation({ items, redact, onItem: transcribe });
  const end = endOf(built, begun);
  return { conversation, fileRefs: built.fileRefs, ...(end ? { end } : {}) };
}

/** Why nobody is to be asked. */
function endOf(built: BuiltPrompt, begun: Beginning): PromptEnd | undefined {
  const never = { turns: [] };
  if (built.kind === "cancelled") return { ...never, outcome: "cancelled", message: built.reason };
  if (built.kind === "failed") return { ...never, outcome: "failed", message: built.message };
  if (begun.kind === "differs") return { ...never, outcome: "failed", message: begun.message };
  return undefined;
}
