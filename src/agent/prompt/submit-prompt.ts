import type { ContinueWith, ConversationItem } from "../../model/conversation.ts";
import { messageOf } from "../../shared/message-of.ts";
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
  /** The items behind it, as far as earlier interceptors have added them. */
  readonly items: readonly ConversationItem[];
}

/** Code of Sluice itself, or of a program that uses it, called before the hooks. An error cancels the prompt. */
export type PromptInterceptor = (prompt: SubmittedPrompt) => Promise<PromptAction> | PromptAction;

/** Code of a recipe (T18). An error cancels the prompt: a prompt that a hook could not check is not submitted. */
export type PromptHook = (prompt: SubmittedPrompt) => Promise<PromptHookAction> | PromptHookAction;

/** The listeners of a prompt. Default: none. */
export interface PromptListeners {
  readonly interceptors?: readonly PromptInterceptor[];
  readonly hooks?: readonly PromptHook[];
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
  { interceptors = [], hooks = [] }: PromptListeners = {},
): Promise<PromptOutcome> {
  const items: ConversationItem[] = [];
  for (const intercept of interceptors) {
    const action = await asked("An interceptor", () => intercept(copyOf(text, items)));
    if (action.kind === "cancel") return { kind: "cancelled", reason: action.reason };
    if (action.kind === "continue-with") items.push(...action.items);
  }
  for (const hook of hooks) {
    const action = await asked("A hook", () => hook(copyOf(text, items)));
    if (action.kind === "cancel") return { kind: "cancelled", reason: action.reason };
    if (action.kind === "continue-with") return { kind: "cancelled", reason: NO_ITEMS };
  }
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

/** Returns the checked answer: what fails, or gives no valid answer, cancels. */
async function asked(who: string, ask: () => unknown): Promise<PromptAction> {
  try {
    const answer = interceptorAnswerOf(await ask());
    if (answer.kind === "continue" || answer.kind === "cancel" || answer.kind === "continue-with")
      return answer;
    throw new Error(`it answered \`${answer.kind}\`, which prompts do not know`);
  } catch (error) {
    return { kind: "cancel", reason: `${who} failed: ${messageOf(error)}` };
  }
}
