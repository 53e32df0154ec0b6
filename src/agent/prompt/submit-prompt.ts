import type { ContinueWith, ConversationItem } from "../../model/conversation.ts";
import { STOPPED } from "../../tools/batch/ask-hooks.ts";
import { askListener } from "../../tools/batch/ask-listener.ts";
import { interceptorAnswerOf } from "../../tools/batch/listener-answer.ts";
import type { PromptHookAction } from "../../tools/hooks/hook-answer.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** The answer of Sluice's own code to a prompt (F11). */
export type PromptAction =
  | PromptHookAction
  /** The items follow the user message directly. */
  | ContinueWith;

/** A prompt before it enters the history. */
export interface SubmittedPrompt {
  /** The text of the user message, as the model will see it. */
  readonly text: string;
  /** The items after it, as far as earlier interceptors have added them. */
  readonly items: readonly ConversationItem[];
}

/** Code of Sluice itself, or of a program that uses it, called before the hooks. An error cancels the prompt. */
export type PromptInterceptor = (prompt: SubmittedPrompt) => Promise<PromptAction> | PromptAction;

/** Code of a recipe (T18). An error cancels the prompt: a prompt that a hook could not check is not submitted. */
export type PromptHook = (prompt: SubmittedPrompt) => Promise<PromptHookAction> | PromptHookAction;

/** The listeners of a prompt, none by default, and the signal that ends the wait for them. */
export interface PromptListeners {
  readonly interceptors?: readonly PromptInterceptor[];
  readonly hooks?: readonly PromptHook[];
  /** When it fires, the prompt is cancelled at once, also if a listener hangs (T29). */
  readonly signal?: AbortSignal | undefined;
}

/** The outcome of a submit. */
export type PromptOutcome =
  | { readonly kind: "submitted" }
  | { readonly kind: "cancelled"; readonly reason: string };

/**
 * Submits the text of a prompt: calls the interceptors and then the hooks, each in order, and appends the user message
 * with the items of the interceptors directly after it (F1, F11, F12, T18). The first `cancel` ends the submit, and
 * nothing enters the history.
 */
export async function submitPrompt(
  conversation: Conversation,
  text: string,
  { interceptors = [], hooks = [], signal }: PromptListeners = {},
): Promise<PromptOutcome> {
  const items: ConversationItem[] = [];
  for (const intercept of interceptors) {
    const ask = async () => promptAnswerOf(await intercept(copyOf(text, items)), INTERCEPTOR);
    const action = await asked("An interceptor", ask, signal);
    if (action.kind === "cancel") return { kind: "cancelled", reason: action.reason };
    if (action.kind === "continue-with") items.push(...action.items);
  }
  for (const hook of hooks) {
    const ask = async () => promptAnswerOf(await hook(copyOf(text, items)), HOOK);
    const action = await asked("A hook", ask, signal);
    if (action.kind === "cancel") return { kind: "cancelled", reason: action.reason };
    if (action.kind === "continue-with") return { kind: "cancelled", reason: NO_ITEMS };
  }
  if (signal?.aborted === true) return { kind: "cancelled", reason: STOPPED.reason };
  conversation.append({ role: "user", text }, ...items);
  return { kind: "submitted" };
}

/** Returns the interceptor that adds the attached files of a prompt, in the order of their references (F1). */
export function attachedFiles(items: readonly ConversationItem[]): PromptInterceptor {
  return () => (items.length === 0 ? { kind: "continue" } : { kind: "continue-with", items });
}

/** Copies the prompt: a hook must not change it (T18). */
function copyOf(text: string, items: readonly ConversationItem[]): SubmittedPrompt {
  return { text, items: structuredClone(items) };
}

const NO_ITEMS = "A hook failed: it gave items, which only interceptors add.";

/** The answers of a hook and of an interceptor to a prompt; for messages. */
const HOOK = '`{ kind: "continue" }`, or `cancel` with a `reason`';
const INTERCEPTOR = `${HOOK}, or \`continue-with\` with \`items\``;

/** Checks an answer, and returns a copy of it. Throws if it is none of these answers (T28). */
function promptAnswerOf(given: unknown, answers: string): PromptAction {
  const answer = interceptorAnswerOf(given, answers);
  if (answer.kind === "continue" || answer.kind === "cancel" || answer.kind === "continue-with")
    return answer;
  throw new Error(`it answered \`${answer.kind}\`; its answers to a prompt are ${answers}`);
}

/** Returns the answer; a listener that fails, or has not answered when the signal fires, cancels. */
async function asked(
  who: string,
  ask: () => Promise<PromptAction>,
  signal: AbortSignal | undefined,
): Promise<PromptAction> {
  if (signal?.aborted === true) return STOPPED_PROMPT;
  const answered = await askListener(who, ask, signal);
  switch (answered.kind) {
    case "answered":
      return answered.answer;
    case "stopped":
      return STOPPED_PROMPT;
    case "failed":
      return { kind: "cancel", reason: answered.reason };
  }
}

const STOPPED_PROMPT: PromptAction = { kind: "cancel", reason: STOPPED.reason };
