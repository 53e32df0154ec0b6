import { Conversation } from "../../agent/conversation/conversation.ts";
import { parseResponse } from "../../agent/conversation/response.ts";
import { transcriptLine } from "../../agent/conversation/transcript-lines.ts";
import type { ConversationItem } from "../../model/conversation.ts";
import type { FileRefEntry } from "../../model/report/transcript.ts";
import { type BuiltPrompt, buildPrompt } from "./build-prompt.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import { type Beginning, resumeConversation } from "./resume-conversation.ts";
import type { TranscriptOutcome } from "./transcript-outcome.ts";

/** A conversation that has its beginning. */
export interface OpenConversation {
  readonly conversation: Conversation;
  readonly fileRefs: readonly FileRefEntry[];
  /** The run that is resumed has written something for it. */
  readonly hasWritten: boolean;
  /** Its outcome, if no model is asked. */
  readonly end?: TranscriptOutcome;
}

/**
 * Builds the beginning of a conversation, or resumes the conversation of an earlier run. Its items are then in the
 * transcript.
 */
export async function beginConversation(
  prompt: PromptSurroundings,
  outputs: ReadonlyMap<string, unknown>,
): Promise<OpenConversation> {
  const { recipe, step, context, sources } = prompt;
  const { writer, past } = context.record;
  const { redact, resumed: run } = context.tooling.conversations;
  const names = { recipe: recipe.name, step: step.id };
  const built = await buildPrompt(prompt, outputs);
  const resumed = built.kind === "built" ? run?.conversationOf(names) : undefined;
  const standing = past.standing(names);
  const beginning = built.kind === "cancelled" ? [] : built.items;
  const begun = resumeConversation(resumed, beginning, {
    standing,
    changed: past.changed(names),
  });
  if (resumed?.items.some(({ role }) => role === "tool-result")) sources.noteUnknown();
  const items = begun.kind === "begins" ? begun.items : [];
  const transcribe = (item: ConversationItem) => writer?.transcribe(transcriptLine(names, item));
  for (const item of items) transcribe(item);
  await writer?.transcribed(); // Before a model is asked.
  const conversation = new Conversation({ items, redact, onItem: transcribe });
  const end = endOf(built, begun) ?? (resumed?.isDone ? doneEnd(prompt, items) : undefined);
  return {
    conversation,
    fileRefs: built.fileRefs,
    hasWritten: standing.length > 0,
    ...(end ? { end } : {}),
  };
}

/** Returns the outcome if no model is to be asked. */
function endOf(built: BuiltPrompt, begun: Beginning): TranscriptOutcome | undefined {
  const never = { turns: [] };
  if (built.kind === "cancelled") return { ...never, outcome: "cancelled", message: built.reason };
  if (built.kind === "failed") return { ...never, outcome: "failed", message: built.message };
  if (begun.kind === "differs") return { ...never, outcome: "failed", message: begun.message };
  return undefined;
}

/** Returns the outcome of a conversation that was complete: its output is in its last item. */
function doneEnd(
  { step }: PromptSurroundings,
  items: readonly ConversationItem[],
): TranscriptOutcome | undefined {
  const never = { turns: [], outcome: "done" } as const;
  if (step.response === undefined) return never;
  const last = items.findLast(({ role }) => role === "assistant");
  const parsed = parseResponse(step.response.schema, last?.role === "assistant" ? last.text : "");
  // The recipe now asks for another shape: the model is asked again.
  return parsed.kind === "fits" ? { ...never, output: parsed.value } : undefined;
}
