import type { ConversationItem } from "../../model/conversation.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { PromptHookAction } from "../../tools/hooks/hook-answer.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** What code of Sluice itself says to a prompt (F11). */
export type PromptAction =
  | PromptHookAction
  /** The items follow the user message directly. */
  | { readonly kind: "continue-with"; readonly items: readonly ConversationItem[] };

/** A prompt that is about to enter the history. */
export interface SubmittedPrompt {
  /** Of the user message, as the model will see it. */
  readonly text: string;
  /** What follows it, as far as those who were asked before added something. */
  readonly items: readonly ConversationItem[];
}

/** Code of Sluice itself, asked before the hooks. What it throws ends the submit. */
export type PromptInterceptor = (prompt: SubmittedPrompt) => Promise<PromptAction> | PromptAction;

/** Code of a recipe (T18). One that throws says no: what was not looked at is not let through. */
export type PromptHook = (prompt: SubmittedPrompt) => Promise<PromptHookAction> | PromptHookAction;

/** Who is asked about a prompt. Default: nobody. */
export interface PromptListeners {
  readonly interceptors?: readonly PromptInterceptor[];
  readonly hooks?: readonly PromptHook[];
}

/** What became of a prompt. */
export type PromptOutcome =
  | { readonly kind: "submitted" }
  | { readonly kind: "cancelled"; readonly reason: string };

/**
 * Submits the text of a prompt: asks the interceptors and then the hooks, each in order, and appends the user
 * message with the items of the interceptors directly after it (F1, F11, F12, T18). The first `cancel` ends
 * it, and nothing enters the history.
 */
export async function submitPrompt(
  conversation: Conversation,
  text: string,
  { interceptors = [], hooks = [] }: PromptListeners = {},
): Promise<PromptOutcome> {
  const items: ConversationItem[] = [];
  for (const intercept of interceptors) {
    const action = await intercept(copyOf(text, items));
    if (action.kind === "cancel") return { kind: "cancelled", reason: action.reason };
    if (action.kind === "continue-with") items.push(...action.items);
  }
  for (const hook of hooks) {
    const action = await asked(hook, copyOf(text, items));
    if (action.kind === "cancel") return { kind: "cancelled", reason: action.reason };
  }
  conversation.append({ role: "user", text }, ...items);
  return { kind: "submitted" };
}

/** Adds what was attached to a prompt: files in the order of their references (F1). */
export function attachedFiles(items: readonly ConversationItem[]): PromptInterceptor {
  return () => (items.length === 0 ? { kind: "continue" } : { kind: "continue-with", items });
}

/** A copy: a hook changes nothing (T18). */
function copyOf(text: string, items: readonly ConversationItem[]): SubmittedPrompt {
  return { text, items: structuredClone(items) };
}

async function asked(hook: PromptHook, prompt: SubmittedPrompt): Promise<PromptHookAction> {
  try {
    return await hook(prompt);
  } catch (error) {
    return { kind: "cancel", reason: `A hook failed: ${messageOf(error)}` };
  }
}
