import type { ToolExecutionContext } from "../model/tool.ts";

/** Where a pending action came from. */
export interface ActionOrigin {
  readonly recipe: string;
  readonly step: string;
  /** The tool that was called; what its action says of itself is its own word. */
  readonly tool: string;
  readonly context: ToolExecutionContext;
}
