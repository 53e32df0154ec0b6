import type { PromptHook } from "../../agent/prompt/submit-prompt.ts";
import { createPromptHook } from "../../tools/hooks/create-prompt-hook.ts";
import { hookCode } from "../../tools/hooks/hook-code.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";

/** Returns the hooks of a recipe that are asked before a prompt enters the history (F12). */
export function promptHooks({ recipe, step, context }: PromptSurroundings): readonly PromptHook[] {
  const { root, stop } = context.world;
  const { extensions } = context.tooling;
  const { signal } = stop;
  return recipe.hooks.flatMap((hook, index) => {
    if (!hook.on.includes("prompt")) return [];
    const whose = `The hook hooks[${index}] of ${recipe.name}`;
    const code = hookCode(hook, { root, signal, loader: extensions.loader });
    const ask = createPromptHook(hook, { whose, signal }, code);
    return [({ text }) => ask({ event: "prompt", recipe: recipe.name, step: step.id, text })];
  });
}
