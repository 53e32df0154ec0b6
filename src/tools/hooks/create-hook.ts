import type { HookDeclaration } from "../../model/recipe/recipe.ts";
import type { AgentToolResult } from "../../model/tool.ts";
import { messageOf } from "../../shared/message-of.ts";
import { globMatcher } from "../../shared/paths/glob.ts";
import {
  CONTINUE,
  type HookAnswer,
  type ToolCallEvent,
  type ToolHook,
} from "../batch/tool-hook.ts";
import { type HookEvent, parseHookAnswer } from "./hook-answer.ts";
import type { HookCode } from "./hook-code.ts";

/**
 * Creates a hook of a recipe (T18). A hook that fails denies, with its error as the reason: no call runs unchecked.
 * `whose` names it for people; `signal` fires when the run ends.
 */
export function createHook(
  { on, tools }: Pick<HookDeclaration, "on" | "tools">,
  { whose, signal }: { readonly whose: string; readonly signal: AbortSignal },
  code: HookCode,
): ToolHook {
  const isWanted = globMatcher(tools);
  const ask = async (event: HookEvent): Promise<HookAnswer> => {
    try {
      return parseHookAnswer(await code(event));
    } catch (error) {
      if (signal.aborted) return { kind: "cancel", reason: "The run was stopped." };
      const message = messageOf(error);
      return { kind: "deny", reason: `${whose} failed: ${message}` };
    }
  };
  const eventOf = (moment: HookEvent["event"], { tool, params, context }: ToolCallEvent) => ({
    event: moment,
    tool,
    params,
    ...context,
  });
  return {
    before: async (event) =>
      on.includes("pre-tool") && isWanted(event.tool) ? ask(eventOf("pre-tool", event)) : CONTINUE,
    after: async (event: ToolCallEvent, { content, isError }: AgentToolResult) =>
      on.includes("post-tool") && isWanted(event.tool)
        ? ask({ ...eventOf("post-tool", event), result: { content, isError: isError === true } })
        : CONTINUE,
  };
}
