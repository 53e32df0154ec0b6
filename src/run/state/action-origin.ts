import type { ChangeClass } from "../../model/recipe/change-class.ts";
import type { StepName } from "../../model/step-name.ts";
import type { ToolExecutionContext } from "../../model/tool.ts";

/** The call that a pending action comes from. */
export interface ActionOrigin extends StepName {
  /** The tool that was called; `sourceToolName` of an action is the tool's own claim. */
  readonly tool: string;
  readonly context: ToolExecutionContext;
  /** A model made the call, or output of a model is in its parameters. */
  readonly fromModel: boolean;
  /** What its recipe claims of its changes. */
  readonly class?: ChangeClass | undefined;
  /** Untrusted text had a part in it. */
  readonly untrusted: boolean;
}
