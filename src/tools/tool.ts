import type { AgentToolResult, ToolExecutionContext } from "../model/tool.ts";
import type { ToolParameters } from "./parameters.ts";

/** A tool that a step or a model can call. */
export interface Tool<Params> {
  readonly name: string;
  /** For a model. */
  readonly description: string;
  readonly parameters: ToolParameters<Params>;
  /** A hidden tool is offered only while it has something to do, and never listed to people (R18). */
  readonly isHidden: boolean;
  /** True if its calls can queue previews, which `resolve` then ends (R18). */
  readonly queuesPreviews: boolean;
  /** Runs the call. Throws a `ToolError` if it refuses or fails; `signal` fires once the caller no longer waits. */
  execute(
    params: Params,
    context: ToolExecutionContext,
    signal: AbortSignal,
  ): Promise<AgentToolResult>;
}
