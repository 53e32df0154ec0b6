import type { Extensions } from "../../config/prepare/extensions.ts";
import type { ToolStep } from "../../model/recipe/call-step.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { TimeLimitError, withTimeLimit } from "../../shared/process/time-limit.ts";
import { BUILT_IN_TOOLS, type BuiltInTool } from "../../tools/built-in.ts";
import { createCustomTool } from "../../tools/custom/create-custom-tool.ts";
import { ToolRegistry } from "../../tools/tool-registry.ts";

/** The context of the tools of one step. */
type ToolsContext = Parameters<BuiltInTool["create"]>[0] &
  Parameters<typeof createCustomTool>[1] & { readonly customTools: Extensions["tools"] };

/** Creates every tool, built-in and custom, for the calls of one step. */
export function createTools(context: ToolsContext): ToolRegistry {
  const registry = new ToolRegistry();
  for (const { create } of BUILT_IN_TOOLS) registry.add(create(context));
  for (const tool of context.customTools.values()) registry.add(createCustomTool(tool, context));
  return registry;
}

/** Calls a tool by its name, within the time limit of the step. */
export async function callTool(
  { tool, params, timeout }: ToolStep,
  context: ToolsContext & { readonly until: AbortSignal },
  call: ToolExecutionContext,
): Promise<AgentToolResult> {
  const tools = createTools(context);
  try {
    return await withTimeLimit(timeout, context.until, (signal) =>
      tools.call(tool, params, signal, call),
    );
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw new ToolError(`\`${tool}\` did not end: ${error.message}`, { cause: error });
  }
}
