import { Conversation } from "../../agent/conversation/conversation.ts";
import { parseResponse } from "../../agent/conversation/response.ts";
import { transcriptLine } from "../../agent/conversation/transcript-lines.ts";
import type { ResumedConversation } from "../../config/prepare/resumed-conversations.ts";
import type { ConversationItem } from "../../model/conversation.ts";
import type { FileRefEntry } from "../../model/report/transcript.ts";
import { type BuiltPrompt, buildPrompt } from "./build-prompt.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import type { TranscriptOutcome } from "./transcript-outcome.ts";

const WHAT_TO_DO =
  "What was staged, accepted or held and is not named here is gone: look at the files, and propose it again where it " +
  "is still wanted. Where everything is done, say so again.";

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

/** The beginning of a conversation. */
type Beginning =
  | { readonly kind: "begins"; readonly items: readonly ConversationItem[] }
  /** The earlier conversation was about something else. */
  | { readonly kind: "differs"; readonly message: string };

/**
 * Returns the items of a conversation that is resumed: its items to the letter (F13), then what is missing of its
 * beginning, or a note that it was cut off.
 */
function resumeConversation(
  resumed: ResumedConversation | undefined,
  beginning: readonly ConversationItem[],
  written: WrittenBefore,
): Beginning {
  if (resumed === undefined) return { kind: "begins", items: beginning };
  const { items: said, isDone } = resumed;
  const [asked] = said;
  if (asked !== undefined && taskOf(asked) !== taskOf(beginning[0])) {
    const message =
      "The prompt differs from the one in the run to resume. Run it without --resume.";
    return { kind: "differs", message };
  }
  // Attached files stay as they were: that very run may have made or edited them since.
  const isCut = said.every((item, index) => headerOf(item) === headerOf(beginning[index]));
  const rest = isCut ? beginning.slice(said.length) : [];
  const isCutOff = said.length > 0 && rest.length === 0 && !isDone;
  return { kind: "begins", items: [...said, ...rest, ...(isCutOff ? [cutOff(written)] : [])] };
}

/** Returns the task without its file references, which may have failed then or now: a reference is its path. */
function taskOf(item: ConversationItem | undefined): string {
  if (item?.role !== "user") return "";
  return item.text
    .replace(/\[unresolved file ref: ([^\]\n]*)\]/g, "@$1")
    .replace(/@"([^"\n]*)"/g, "@$1")
    .replace(/\\([ @])/g, "$1");
}

/** Identifies an item of the beginning. */
function headerOf(item: ConversationItem | undefined): string {
  if (item?.role !== "system" || (item.tag !== "file" && item.tag !== "dir"))
    return JSON.stringify(item?.role === "user" ? taskOf(item) : item);
  return item.text.slice(0, item.text.indexOf("\n"));
}

/** The actions that were really written before, by their labels. */
interface WrittenBefore {
  /** The files are still as the actions left them. */
  readonly standing: readonly string[];
  readonly changed: readonly string[];
}

/** Tells the model that the run was cut off, and which of its accepted changes are in the files. */
function cutOff({ standing, changed }: WrittenBefore): ConversationItem {
  const what =
    standing.length === 0
      ? "Nothing of what was accepted before is in the files as it was written."
      : `Of what was accepted before, this is in the files: ${standing.join("; ")}.`;
  const since =
    changed.length === 0
      ? ""
      : ` This was written, and its files were changed or put back since: ${changed.join("; ")}.`;
  return {
    role: "system",
    text: `The run was cut off here, and goes on now. ${what}${since} ${WHAT_TO_DO}`,
    tag: "response",
  };
}
