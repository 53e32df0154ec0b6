import type { AgentToolResult, ToolExecutionContext } from "../model/tool.ts";

/** Something that a step can call. */
export interface Tool<Params> {
  readonly name: string;
  readonly description: string;
  /** A hidden tool is offered only while it has something to do, and never listed to people (R18). */
  readonly isHidden: boolean;
  /** Does the call. Throws a `ToolError` where it refuses or fails. */
  execute(params: Params, context: ToolExecutionContext): Promise<AgentToolResult>;
}
