import type { ToolExecutionContext } from "../model/tool.ts";

/** Where a pending action came from. */
export interface ActionOrigin {
  readonly recipe: string;
  readonly step: string;
  readonly context: ToolExecutionContext;
}
