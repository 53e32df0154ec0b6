import { Conversation } from "../agent/conversation.ts";
import { instructionsFor } from "../agent/instructions.ts";
import { runConversation } from "../agent/run-conversation.ts";
import { transcriptLine } from "../agent/transcript-lines.ts";
import type { ConversationItem } from "../model/conversation.ts";
import type { Transcript } from "../model/transcript.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { type BuiltPrompt, buildPrompt } from "./build-prompt.ts";
import { decideAll } from "./decide-all.ts";
import { judgeConversation, type PromptEnd } from "./judge-conversation.ts";
import { nameOfModel } from "./prepared-models.ts";
import { PromptHost } from "./prompt-host.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import { type Beginning, resumeConversation } from "./resume-conversation.ts";

/** How a prompt step ended. */
export interface EndedPrompt {
  /** Whether the recipe goes on. */
  readonly isInOrder: boolean;
  readonly output?: unknown;
}

/**
 * Runs a prompt step: builds the conversation, asks the model turn by turn, has what it proposes decided, and keeps the
 * transcript. Without a model it stops once the conversation is built.
 */
export async function runPromptStep(
  prompt: PromptSurroundings,
  outputs: ReadonlyMap<string, unknown>,
): Promise<EndedPrompt> {
  const { recipe, step, context } = prompt;
  const { ledger, steering, session } = context;
  const names = { recipe: recipe.name, step: step.id };
  const firstAction = ledger.actions.length;
  const built = await buildPrompt(prompt, outputs);
  const said = built.kind === "built" ? context.resumed?.itemsOf(names) : undefined;
  const begun = resumeConversation(said, built.kind === "cancelled" ? [] : built.items);
  if (said?.some(({ role }) => role === "tool-result")) prompt.sources.noteUnknown();
  const items = begun.kind === "begins" ? begun.items : [];
  const transcribe = (item: ConversationItem) =>
    context.writer?.transcribe(transcriptLine(names, item));
  for (const item of items) transcribe(item);
  const { redact } = context;
  const conversation = new Conversation({ items, redact, onItem: transcribe });
  const end = await converse(prompt, built, begun, conversation);
  const decided = await decideAll(names, context); // Also what a limit left undecided.
  session.toolChoices.clear();
  steering.end();
  const unwritten = await context.writer?.transcribed();
  if (unwritten !== undefined) {
    const message = `The transcript cannot be kept: ${unwritten}.`;
    ledger.alert({ level: "error", code: "transcript-unwritten", message, ...names });
  }
  const actions = ledger.actions.slice(firstAction);
  const verdict = judgeConversation({ prompt, end, actions });
  const { outcome, turns, output } = end;
  const transcript: Transcript = {
    ...names,
    model: nameOfModel(step.model),
    outcome,
    ...(verdict.isVacuous ? { vacuous: true } : {}),
    items: [...conversation.items],
    turns: [...turns],
    fileRefs: [...built.fileRefs],
    ...definedOnly({ output: context.redact(output) }),
  };
  ledger.transcript(transcript);
  const isInOrder = verdict.isInOrder && decided.every(({ error }) => error === undefined);
  return { isInOrder, ...definedOnly({ output }) };
}

async function converse(
  prompt: PromptSurroundings,
  built: BuiltPrompt,
  begun: Beginning,
  conversation: Conversation,
): Promise<PromptEnd> {
  const { step, context } = prompt;
  const never = { turns: [], answer: "" };
  if (built.kind === "cancelled") return { ...never, outcome: "cancelled", message: built.reason };
  if (built.kind === "failed") return { ...never, outcome: "failed", message: built.message };
  if (begun.kind === "differs") return { ...never, outcome: "failed", message: begun.message };
  const port = context.models.portOf(step);
  if (port === undefined) return { ...never, outcome: "built" };
  const { model, maxTurns, maxTokens, timeout, response } = step;
  const isModel = step.resolve === "model";
  if (isModel) context.steering.begin(model.toolChoice);
  return runConversation({
    ...{ conversation, port },
    instructions: instructionsFor(step.resolve),
    host: new PromptHost(prompt),
    limits: { maxTurns, ...definedOnly({ maxTokens }), timedOut: context.after(timeout) },
    signal: context.stop.signal,
    log: (message) => context.emit({ type: "log", level: "warn", message }),
    ...definedOnly({
      session: isModel ? context.session : undefined,
      maxOutputTokens: model.maxOutputTokens,
      response,
    }),
  });
}
