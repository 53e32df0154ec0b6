import type { ToolExecutionContext } from "../../model/tool.ts";

/** Where a pending action came from. */
export interface ActionOrigin {
  readonly recipe: string;
  readonly step: string;
  /** The tool that was called; what its action says of itself is its own word. */
  readonly tool: string;
  readonly context: ToolExecutionContext;
  /** A model made the call, or what a model said is in it. */
  readonly fromModel: boolean;
  /** Something that nobody who is trusted wrote had a part in it. */
  readonly untrusted: boolean;
}
