import type { HookDeclaration } from "../../model/recipe/recipe.ts";
import { messageOf } from "../../shared/message-of.ts";
import { type PromptEvent, type PromptHookAction, parsePromptHookAnswer } from "./hook-answer.ts";
import type { HookCode } from "./hook-code.ts";

/** Gets a prompt, and continues or cancels it. Never rejects. */
export type PromptHook = (event: PromptEvent) => Promise<PromptHookAction>;

/**
 * Creates a hook of a recipe for prompts (F12), which continues each prompt if it is for other events; a hook that
 * fails cancels, with its error as the reason. `whose` names it for people; `signal` fires when the run ends.
 */
export function createPromptHook(
  { on }: Pick<HookDeclaration, "on">,
  { whose, signal }: { readonly whose: string; readonly signal: AbortSignal },
  code: HookCode,
): PromptHook {
  return async (event) => {
    if (!on.includes("prompt")) return { kind: "continue" };
    try {
      return parsePromptHookAnswer(await code(event));
    } catch (error) {
      if (signal.aborted) return { kind: "cancel", reason: "The run was stopped." };
      return { kind: "cancel", reason: `${whose} failed: ${messageOf(error)}` };
    }
  };
}
