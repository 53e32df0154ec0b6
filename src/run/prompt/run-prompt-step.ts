import { closeOrphans } from "../../agent/conversation/close-orphans.ts";
import type { Conversation } from "../../agent/conversation/conversation.ts";
import { instructionsFor } from "../../agent/conversation/instructions.ts";
import { runConversation } from "../../agent/conversation/run-conversation.ts";
import { transcriptEnd } from "../../agent/conversation/transcript-lines.ts";
import { nameOfModel } from "../../config/prepare/prepared-models.ts";
import type { Transcript } from "../../model/report/transcript.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { decideAll } from "../decide/decide-all.ts";
import type { RunRecord } from "../state/run-context.ts";
import { beginConversation, type OpenConversation } from "./begin-conversation.ts";
import { judgeConversation } from "./judge-conversation.ts";
import { PromptHost } from "./prompt-host.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import type { TranscriptOutcome } from "./transcript-outcome.ts";

/** The outcome of a prompt step. */
export interface PromptStepOutcome {
  /** True if the recipe continues. */
  readonly isInOrder: boolean;
  readonly output?: unknown;
}

/**
 * Runs a prompt step: builds the conversation, asks the model turn by turn, has its proposals decided, and keeps the
 * transcript. Without a model it stops once the conversation is built.
 */
export async function runPromptStep(
  prompt: PromptSurroundings,
  outputs: ReadonlyMap<string, unknown>,
): Promise<PromptStepOutcome> {
  const { recipe, step, context } = prompt;
  const { ledger, session, writer } = context.record;
  const { steering } = context.tooling.conversations;
  const firstAction = ledger.actions.length;
  const begun = await beginConversation(prompt, outputs);
  let end: TranscriptOutcome = { outcome: "failed", turns: [] }; // If our own code breaks.
  let isVacuous = false;
  try {
    end = begun.end ?? (await converse(prompt, begun.conversation));
    // At a limit the policy decides as usual; otherwise the model had its time and left them unresolved.
    if (step.resolve === "model" && end.outcome !== "limit") leaveUnresolved(context.record);
    // Also the actions that a limit left over.
    await decideAll({ recipe: recipe.name, step: step.id }, context, "discards");
    const actions = ledger.actions.slice(firstAction);
    if (end.outcome === "done")
      writer?.transcribe(transcriptEnd({ recipe: recipe.name, step: step.id }));
    const { hasWritten } = begun;
    const verdict = judgeConversation({ prompt, end, actions, hasWritten });
    isVacuous = verdict.isVacuous;
    const isInOrder = verdict.isInOrder && actions.every(({ state }) => state !== "failed");
    return { isInOrder, ...definedOnly({ output: end.output }) };
  } finally {
    session.toolChoices.clear();
    steering.end();
    await reportUnwritten(prompt);
    ledger.transcript(transcriptOf(prompt, begun, end, isVacuous));
  }
}

/**
 * Marks the actions that the model was to resolve and did not: they get the policy's default, unless a guard hits
 * (Q12).
 */
function leaveUnresolved({ book }: RunRecord): void {
  for (const action of book.waiting())
    action.unresolved ??= "not resolved before the conversation ended";
}

async function converse(
  prompt: PromptSurroundings,
  conversation: Conversation,
): Promise<TranscriptOutcome> {
  const { recipe, step, context } = prompt;
  const { world, record, tooling } = context;
  const names = { recipe: recipe.name, step: step.id };
  const { models, steering } = tooling.conversations;
  const port = models.portOf(step);
  if (port === undefined) return { turns: [], outcome: "built" };
  const { model, maxTurns, maxTokens, timeout, response } = step;
  const isModel = step.resolve === "model";
  if (isModel) steering.begin(model.toolChoice);
  const timedOut = world.after(timeout);
  const alert = (code: "model-ignored" | "call-id", message: string) =>
    record.ledger.alert({ level: "warn", code, message, ...names });
  return runConversation({
    conversation,
    port,
    instructions: instructionsFor(step.resolve),
    host: new PromptHost(prompt, timedOut),
    limits: { maxTurns, ...definedOnly({ maxTokens }), timedOut },
    signal: world.stop.signal,
    log: (message) => world.emit({ type: "log", level: "warn", message }),
    onTurn: (turn) => world.emit({ type: "turn-started", ...names, turn }),
    onIgnored: (message) => alert("model-ignored", message),
    onCallId: (message) => alert("call-id", message),
    ...definedOnly({
      session: isModel ? record.session : undefined,
      maxOutputTokens: model.maxOutputTokens,
      response,
    }),
  });
}

async function reportUnwritten({ recipe, step, context }: PromptSurroundings): Promise<void> {
  const { writer, ledger } = context.record;
  const unwritten = await writer?.transcribed();
  if (unwritten === undefined) return;
  const message = `The transcript cannot be kept: ${unwritten}.`;
  const names = { recipe: recipe.name, step: step.id };
  ledger.alert({ level: "error", code: "transcript-unwritten", message, ...names });
}

function transcriptOf(
  { recipe, step, context }: PromptSurroundings,
  { conversation, fileRefs }: OpenConversation,
  { outcome, turns, output }: TranscriptOutcome,
  isVacuous: boolean,
): Transcript {
  return {
    recipe: recipe.name,
    step: step.id,
    model: nameOfModel(step.model),
    outcome,
    ...(isVacuous ? { vacuous: true } : {}),
    items: [...closeOrphans(conversation.items)],
    turns: [...turns],
    fileRefs: [...fileRefs],
    ...definedOnly({ output: context.tooling.conversations.redact(output) }),
  };
}
