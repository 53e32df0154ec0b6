import type { HookDeclaration } from "../../model/recipe.ts";
import { messageOf } from "../../shared/message-of.ts";
import { type PromptEvent, type PromptHookAction, parsePromptHookAnswer } from "./hook-answer.ts";
import type { HookCode } from "./hook-code.ts";

/** Is told of a prompt, and says whether it goes on. Never rejects. */
export type PromptHook = (event: PromptEvent) => Promise<PromptHookAction>;

/**
 * A hook of a recipe, for prompts (F12); one that does not want to be told of them lets each go on. `whose` names
 * it for people; `signal` fires when the run ends. Whatever goes wrong with it is a `cancel`, with what went wrong
 * as the reason: a hook that cannot look lets nothing through.
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
